import type { CustomersApi } from '../../customers/index.ts';
import { type ImageTask, type ImageUsage, requestedSizeFor } from '../../models/index.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { grouped } from '../../platform/text/grouped.ts';
import { type ImageCall, ProviderFailure, type ProvidersApi } from '../../providers/index.ts';
import type { Routed } from '../routing/router.ts';
import { textTokens } from '../routing/token-count.ts';
import { countedInput } from '../routing/token-families.ts';
import type { Attempt } from '../runs/attempt.ts';
import type { Endings } from '../runs/ending.ts';
import { assertInScope } from '../runs/request-check.ts';
import type { RoutesTasks } from '../runs/routes.ts';
import { setAside } from '../runs/setting-aside.ts';
import { TrialFailed, timeoutsOf, tryPath } from '../runs/trying.ts';
import type { Unserved } from '../runs/unserved.ts';
import { NO_USAGE, plausible } from '../runs/usage.ts';
import { assertFits, assertImages, imagesDigest, requestDigest } from './image-check.ts';
import { ImageCourse, type ImagePricing } from './image-course.ts';
import {
  type DrawnImages,
  type EmbeddedEngine,
  type GivenImage,
  ImageNotTaken,
  type ImageOutlook,
  type ImageRequest,
  type ImageTasks,
} from './image-task.ts';

export interface ImageRunnerOptions {
  models: ImagePricing;
  customers: Pick<CustomersApi, 'accountOf' | 'reserve'>;
  providers: Pick<ProvidersApi, 'draw'>;
  routes: RoutesTasks;
  unserved: Pick<Unserved, 'answer'>;
  endings: Endings;
}

/** What came of a try. */
interface Given {
  readonly images: readonly GivenImage[];
  readonly usage: ImageUsage;
}

/** Draws pictures from beginning to end, by the road of texts: who pays, where it goes, what is set aside, the tries, the log. */
export class ImageRunner implements ImageTasks {
  readonly #options: ImageRunnerOptions;

  constructor(options: ImageRunnerOptions) {
    this.#options = options;
  }

  async foresee(ctx: Context, request: ImageRequest, engine?: Pick<EmbeddedEngine, 'covers'>): Promise<ImageOutlook> {
    const { decision } = await this.#route(ctx, request, engine?.covers(request) ?? true);
    const deployment = decision.path[0] ?? null;
    return { deployment, isEmbedded: deployment?.startsWith(EMBEDDED) ?? false };
  }

  async draw(
    ctx: Context,
    request: ImageRequest,
    engine: EmbeddedEngine,
    accept: (image: GivenImage) => Promise<void>,
  ): Promise<DrawnImages> {
    const { models, endings } = this.#options;
    const course = await this.#begin(ctx, request, engine);
    let given: Given;
    try {
      given = await tryPath(course, models, (...step) => this.#try(course, engine, accept, ...step));
    } catch (error) {
      const failure = course.failureOf(error);
      throw await endings.fail(course, { failure, isDelivered: false, outputTokens: 0, output: null, answer: null });
    }
    const attempt = course.attempt!;
    const { images, usage } = given;
    const { costMicros, isEstimated, overheadMs } = await endings.succeed(course, {
      finish: { finishReason: 'stop', usage },
      outputTokens: 0,
      output: { ...imagesDigest(images), textSha256: null },
      answer: null,
    });
    return {
      runId: course.id,
      deployment: attempt.deployment.id,
      model: attempt.responseModel ?? attempt.deployment.model,
      provider: attempt.deployment.provider,
      isEmbedded: attempt.credential.source === 'EMBEDDED',
      attempts: course.attempts.length,
      images,
      usage: plausible(usage),
      costMicros,
      isEstimated,
      isPastSoftCap: course.isPastSoftCap,
      policyVersion: course.routed.decision.policyVersion,
      overheadMs,
      warnings: course.warnings,
    };
  }

  /** All that comes before the first try. A refusal here has spent nothing, and is a run only if no deployment can be called. */
  async #begin(ctx: Context, request: ImageRequest, engine: EmbeddedEngine): Promise<ImageCourse> {
    const { models, customers, unserved } = this.#options;
    const beganMs = performance.now();
    const { account, ...routed } = await this.#route(ctx, request, engine.covers(request));
    const { decision } = routed;
    const courseOf = () =>
      new ImageCourse(
        {
          ctx,
          request: { ...request, isStreamed: false },
          account,
          routed,
          prompt: requestDigest(request),
          check: null,
          steps: [],
          bound: null,
          beganMs,
        },
        models,
      );
    if (decision.path.length === 0) throw await unserved.answer(ctx, decision, courseOf);
    const course = courseOf();
    try {
      await setAside(course, customers);
    } catch (error) {
      course.close();
      throw error;
    }
    return course;
  }

  async #route(ctx: Context, request: ImageRequest, isCovered: boolean) {
    const { customers, routes } = this.#options;
    const [account, { task }] = await Promise.all([customers.accountOf(ctx), routes.task(request.task)]);
    assertImages(task);
    assertInScope(account, task);
    assertFits(request, task);
    const { widthPx, heightPx, count, preference, prompt } = request;
    const routed = await routes.route(account, {
      task: task.name,
      ...countedInput(await textTokens([prompt])),
      maxOutputTokens: 0,
      needsTools: false,
      needsOutputSchema: false,
      preference,
      image: { widthPx, heightPx, count, isCovered, maySpend: can(ctx.principal, 'tasks:run') },
    });
    return { account, ...routedImages(routed) };
  }

  /** One try, to the end of the last picture: what nobody can decode is the provider's failure. */
  async #try(
    course: ImageCourse,
    engine: EmbeddedEngine,
    accept: (image: GivenImage) => Promise<void>,
    attempt: Attempt,
    hasOthers: boolean,
  ): Promise<Given> {
    const isEmbedded = attempt.credential.source === 'EMBEDDED';
    course.warnings.length = 0;
    const given = isEmbedded ? await drawHere(course, engine) : await this.#ask(course, attempt, hasOthers);
    try {
      for (const image of given.images) await orAborted(accept(image), course.signal);
    } catch (error) {
      const facts = { statusCode: attempt.statusCode, mayHaveCost: !isEmbedded, usage: given.usage };
      if (error instanceof ImageNotTaken) {
        throw new ProviderFailure('GARBAGE', 'What came in the place of a picture cannot be read as one.', facts);
      }
      const failure = course.failureOf(error);
      if (failure.failure !== 'UNKNOWN') throw failure;
      throw new TrialFailed(
        new ProviderFailure('UNKNOWN', 'The picture came, and could not be taken in.', facts),
        true,
      );
    }
    course.waitedMs += performance.now() - attempt.beganMs;
    return given;
  }

  async #ask(course: ImageCourse, attempt: Attempt, hasOthers: boolean): Promise<Given> {
    const call = callOf(course, attempt, hasOthers);
    const { request } = course;
    const { sides } = call.size;
    if (request.seed !== null && !call.deployment.images.takesSeed) {
      course.warnings.push(`seed was left out: ${call.deployment.id} takes none.`);
    }
    if (!sides || sides.widthPx !== request.widthPx || sides.heightPx !== request.heightPx) {
      course.warnings.push(
        `${call.deployment.id} was asked for ${nameOfSize(call.size)}, which covers what was wanted.`,
      );
    }
    const answer = await this.#options.providers.draw(call);
    attempt.headersMs = answer.headersMs;
    attempt.statusCode = answer.statusCode;
    attempt.responseModel = answer.responseModel;
    course.warnings.push(...answer.warnings);
    if (answer.images.length < request.count) {
      course.warnings.push(`${answer.images.length} of ${request.count} pictures came.`);
    }
    return answer;
  }
}

const EMBEDDED = 'embedded/';

/** @throws ProviderFailure, whose words are of the engine and no provider */
async function drawHere(course: ImageCourse, engine: EmbeddedEngine): Promise<Given> {
  const { widthPx, heightPx } = course.request;
  try {
    const images = await orAborted(engine.draw(course.request, course.signal), course.signal);
    const usage = { ...NO_USAGE, images: images.length, imageTokens: null, pixels: widthPx * heightPx };
    return { images, usage };
  } catch (error) {
    const failure = course.failureOf(error);
    if (failure.failure !== 'UNKNOWN') throw failure;
    throw new ProviderFailure('UNKNOWN', 'The engine of this service could not draw this.');
  }
}

function routedImages(routed: Routed): Routed<ImageTask> {
  const { task } = routed;
  assertImages(task);
  return { ...routed, task };
}

function callOf(course: ImageCourse, attempt: Attempt, hasOthers: boolean): ImageCall {
  const { deployment, credential } = attempt;
  const { request, account, task, signal } = course;
  const size = deployment.kind === 'IMAGE' ? requestedSizeFor(deployment.images, request) : null;
  // The decision has looked at both.
  if (deployment.kind !== 'IMAGE' || size === null) throw new Error(`${deployment.id} draws no such picture.`);
  return {
    deployment,
    credential,
    account,
    task: task.name,
    prompt: request.prompt,
    count: request.count,
    size,
    seed: request.seed,
    timeouts: timeoutsOf(course, attempt, hasOthers),
    signal,
  };
}

function nameOfSize({ sides, shape }: ImageCall['size']): string {
  if (sides) return `${grouped(sides.widthPx)} × ${grouped(sides.heightPx)} pixels`;
  return `${shape!.aspectRatio} in ${shape!.resolution}`;
}

/** Ends with the run, also where what is awaited does not hear of it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

import type { CustomersApi } from '../../customers/index.ts';
import { type ImageTask, type ImageUsage, requestedSizeFor } from '../../models/index.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { groupDigits } from '../../platform/text/group-digits.ts';
import { type ImageCall, ProviderFailure, type ProvidersApi } from '../../providers/index.ts';
import type { RoutedRequest } from '../routing/router.ts';
import { textTokens } from '../routing/token-count.ts';
import { countedInput } from '../routing/token-families.ts';
import type { LiveAttempt } from '../runs/attempt.ts';
import { AttemptFailed, attemptPath, timeoutsOf } from '../runs/attempt-path.ts';
import { assertInScope } from '../runs/request-check.ts';
import { reserveRun } from '../runs/reserve.ts';
import type { RoutesTasks } from '../runs/routes.ts';
import type { RunFinisher } from '../runs/run-finisher.ts';
import type { UnservedRequests } from '../runs/unserved-requests.ts';
import { NO_USAGE, plausible } from '../runs/usage.ts';
import { assertFits, assertImages, imagesDigest, requestDigest } from './image-check.ts';
import { type ImagePricing, ImageRunContext } from './image-run-context.ts';
import {
  type AcceptsImage,
  type DrawnImages,
  type EmbeddedEngine,
  type ImageEstimate,
  ImageNotTaken,
  type ImageRequest,
  type ImageTasks,
  type RawImage,
} from './image-task.ts';

export interface ImageRunnerOptions {
  models: ImagePricing;
  customers: Pick<CustomersApi, 'accountOf' | 'reserve'>;
  providers: Pick<ProvidersApi, 'draw'>;
  routes: RoutesTasks;
  unserved: Pick<UnservedRequests, 'answer'>;
  finisher: RunFinisher;
}

/** Images and usage of an attempt. */
interface ProviderImages {
  readonly images: readonly RawImage[];
  readonly usage: ImageUsage;
}

/** Images of an attempt, with the bytes that are kept of each. */
interface AcceptedImages extends ProviderImages {
  readonly kept: readonly Pick<RawImage, 'bytes'>[];
}

/** Runs image tasks in the same steps as text tasks: account, routing, reservation, attempts, record. */
export class ImageRunner implements ImageTasks {
  readonly #options: ImageRunnerOptions;

  constructor(options: ImageRunnerOptions) {
    this.#options = options;
  }

  async estimate(ctx: Context, request: ImageRequest, engine?: Pick<EmbeddedEngine, 'covers'>): Promise<ImageEstimate> {
    const { decision } = await this.#route(ctx, request, engine?.covers(request) ?? true);
    const deployment = decision.path[0] ?? null;
    return { deployment, isEmbedded: deployment?.startsWith(EMBEDDED) ?? false };
  }

  async draw(ctx: Context, request: ImageRequest, engine: EmbeddedEngine, accept: AcceptsImage): Promise<DrawnImages> {
    const { models, finisher } = this.#options;
    const run = await this.#begin(ctx, request, engine);
    let answer: AcceptedImages;
    try {
      answer = await attemptPath(run, models, (...step) => this.#attempt(run, engine, accept, ...step));
    } catch (error) {
      const failure = run.failureOf(error);
      throw await finisher.fail(run, { failure, isDelivered: false, outputTokens: 0, output: null, answer: null });
    }
    const attempt = run.attempt!;
    const { images, kept, usage } = answer;
    const { costMicros, isEstimated, overheadMs } = await finisher.succeed(run, {
      finish: { finishReason: 'stop', usage },
      outputTokens: 0,
      output: { ...imagesDigest(kept), textSha256: null },
      answer: null,
    });
    return {
      runId: run.id,
      deployment: attempt.deployment.id,
      model: attempt.responseModel ?? attempt.deployment.model,
      provider: attempt.deployment.provider,
      isEmbedded: attempt.credential.source === 'EMBEDDED',
      attempts: run.attempts.length,
      images,
      usage: plausible(usage),
      costMicros,
      isEstimated,
      isPastSoftCap: run.isPastSoftCap,
      policyVersion: run.routed.decision.policyVersion,
      overheadMs,
      warnings: run.warnings,
    };
  }

  /**
   * Does everything before the first attempt. A refusal costs nothing. It is recorded as a run only if no deployment can be
   * called.
   */
  async #begin(ctx: Context, request: ImageRequest, engine: EmbeddedEngine): Promise<ImageRunContext> {
    const { models, customers, unserved } = this.#options;
    const beganMs = performance.now();
    const { account, ...routed } = await this.#route(ctx, request, engine.covers(request));
    const { decision } = routed;
    const createRun = () =>
      new ImageRunContext(
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
    if (decision.path.length === 0) throw await unserved.answer(ctx, decision, createRun);
    const run = createRun();
    try {
      await reserveRun(run, customers);
    } catch (error) {
      run.close();
      throw error;
    }
    return run;
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

  /** One attempt, including decoding. An image that can't be decoded is the provider's failure. */
  async #attempt(
    run: ImageRunContext,
    engine: EmbeddedEngine,
    accept: AcceptsImage,
    attempt: LiveAttempt,
    hasOthers: boolean,
  ): Promise<AcceptedImages> {
    const isEmbedded = attempt.credential.source === 'EMBEDDED';
    run.warnings.length = 0;
    const answer = isEmbedded ? await drawEmbedded(run, engine) : await this.#ask(run, attempt, hasOthers);
    const kept: Pick<RawImage, 'bytes'>[] = [];
    try {
      for (const image of answer.images) kept.push(await orAborted(accept(image), run.signal));
    } catch (error) {
      const facts = { statusCode: attempt.statusCode, mayHaveCost: !isEmbedded, usage: answer.usage };
      if (error instanceof ImageNotTaken) {
        throw new ProviderFailure('GARBAGE', 'The provider’s answer is not an image that this service accepts.', facts);
      }
      const failure = run.failureOf(error);
      if (failure.failure !== 'UNKNOWN') throw failure;
      throw new AttemptFailed(
        new ProviderFailure('UNKNOWN', 'The provider’s image arrived, but this service could not process it.', facts),
        true,
      );
    }
    run.waitedMs += performance.now() - attempt.beganMs;
    return { ...answer, kept };
  }

  async #ask(run: ImageRunContext, attempt: LiveAttempt, hasOthers: boolean): Promise<ProviderImages> {
    const call = callOf(run, attempt, hasOthers);
    const { request } = run;
    const { sides } = call.size;
    if (request.seed !== null && !call.deployment.images.takesSeed) {
      run.warnings.push(`seed was not applied: ${call.deployment.id} does not support it.`);
    }
    if (!sides || sides.widthPx !== request.widthPx || sides.heightPx !== request.heightPx) {
      run.warnings.push(
        `${call.deployment.id} was requested to draw ${nameOfSize(call.size)}, which covers the requested size.`,
      );
    }
    const answer = await this.#options.providers.draw(call);
    attempt.headersMs = answer.headersMs;
    attempt.statusCode = answer.statusCode;
    attempt.responseModel = answer.responseModel;
    run.warnings.push(...answer.warnings);
    if (answer.images.length < request.count) {
      run.warnings.push(`${answer.images.length} of ${request.count} images were returned.`);
    }
    return answer;
  }
}

const EMBEDDED = 'embedded/';

/** @throws ProviderFailure with a message about the engine */
async function drawEmbedded(run: ImageRunContext, engine: EmbeddedEngine): Promise<ProviderImages> {
  const { widthPx, heightPx } = run.request;
  try {
    const images = await orAborted(engine.draw(run.request, run.signal), run.signal);
    const usage = { ...NO_USAGE, images: images.length, imageTokens: null, pixels: widthPx * heightPx };
    return { images, usage };
  } catch (error) {
    const failure = run.failureOf(error);
    if (failure.failure !== 'UNKNOWN') throw failure;
    throw new ProviderFailure('UNKNOWN', 'The engine of this service could not draw the prompt.');
  }
}

function routedImages(routed: RoutedRequest): RoutedRequest<ImageTask> {
  const { task } = routed;
  assertImages(task);
  return { ...routed, task };
}

function callOf(run: ImageRunContext, attempt: LiveAttempt, hasOthers: boolean): ImageCall {
  const { deployment, credential } = attempt;
  const { request, account, task, signal } = run;
  const size = deployment.kind === 'IMAGE' ? requestedSizeFor(deployment.images, request) : null;
  // The routing decision has already checked that the deployment draws images of this size.
  if (deployment.kind !== 'IMAGE' || size === null)
    throw new Error(`The deployment ${deployment.id} can’t draw an image of the requested size.`);
  return {
    deployment,
    credential,
    account,
    task: task.name,
    prompt: request.prompt,
    count: request.count,
    size,
    seed: request.seed,
    timeouts: timeoutsOf(run, attempt, hasOthers),
    signal,
  };
}

function nameOfSize({ sides, shape }: ImageCall['size']): string {
  if (sides) return `${groupDigits(sides.widthPx)} × ${groupDigits(sides.heightPx)} pixels`;
  return `${shape!.aspectRatio} in ${shape!.resolution}`;
}

/** Rejects when the run is aborted, even if the work doesn't react to the signal. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

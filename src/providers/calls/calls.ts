import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';
import {
  type AnyCall,
  CredentialSource,
  type ImageAnswer,
  type ImageCall,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderStream,
} from '../providers-api.ts';
import { type SandboxOptions, sandboxModel } from '../sandbox/index.ts';
import { CallWatch } from './call-watch.ts';
import type { Circuit, Ticket } from './circuit.ts';
import type { Circuits } from './circuits.ts';
import { type CollectedStream, collectedStreamOf } from './collecting/index.ts';
import { withCustomerId } from './customer-id.ts';
import { editedAnswer, editedParts } from './edited-answer.ts';
import { type AnswerSource, failureOf, reportedFailure } from './failure-mapping.ts';
import { drawImages } from './image-answer.ts';
import type { ModelRoutes } from './model-routes.ts';
import { nameFromProvider } from './name-from-provider.ts';
import { ProviderParts } from './provider-parts.ts';
import { withReason } from './refusal-reason.ts';
import { hasRawRefusals, withRefusal } from './refusals.ts';
import { withRetentionOptions } from './retention-options.ts';
import { tokenUsageOf } from './token-usage.ts';
import { sentenceOfWarning } from './warning-sentence.ts';

export interface CallsOptions {
  routes: ModelRoutes;
  circuits: Circuits;
  /** Options of simulated answers. */
  sandbox: SandboxOptions;
  /**
   * Called when a call succeeds or fails with KEY_REFUSED or FORBIDDEN, which can show whether its key works. Not called for
   * simulated answers.
   */
  ended: (call: AnyCall, failure: ProviderFailure | null) => void;
  /** Called when any started call ends, including simulated ones. A call that the circuit refuses isn't started. */
  measured?: (call: AnyCall, watch: CallWatch, failure: ProviderFailure | null) => void;
}

interface OpenCall {
  watch: CallWatch;
  end: (failure: ProviderFailure | null) => void;
}

/** Makes one attempt at one deployment, without retries. */
export class Calls {
  readonly #routes: ModelRoutes;
  readonly #circuits: Circuits;
  readonly #sandbox: SandboxOptions;
  readonly #ended: CallsOptions['ended'];
  readonly #measured: CallsOptions['measured'];

  constructor({ routes, circuits, sandbox, ended, measured }: CallsOptions) {
    this.#routes = routes;
    this.#circuits = circuits;
    this.#sandbox = sandbox;
    this.#ended = ended;
    this.#measured = measured;
  }

  async call(call: ProviderCall): Promise<ProviderAnswer> {
    const model = await this.#model(call);
    const collects = call.abortsOnSilence ? collectedStreamOf(call) : null;
    const { watch, end } = this.#enter(call, false, collects);
    const options = optionsOf(call, watch);
    try {
      const answer = await untilCut(model.doGenerate(options), watch);
      const { finishReason, usage, response, warnings, providerMetadata } = answer;
      if (finishReason.unified === 'error') {
        throw reportedFailure(answererOf(call), watch, tokenUsageOf(usage, providerMetadata));
      }
      end(null);
      return {
        statusCode: watch.statusCode,
        headersMs: watch.headersMs ?? performance.now() - watch.startedAt,
        ...editedAnswer(withRefusal({ ...answer, body: response?.body }), call.edits),
        usage: tokenUsageOf(usage, providerMetadata),
        responseModel: nameFromProvider(response?.modelId ?? modelVersionIn(response?.body)),
        responseId: nameFromProvider(response?.id),
        warnings: warnings.map(sentenceOfWarning),
      };
    } catch (error) {
      const failure = failureOf(error, watch, answererOf(call), contentOf(call));
      end(failure);
      throw failure;
    }
  }

  async stream(call: ProviderCall): Promise<ProviderStream> {
    const model = await this.#model(call);
    const { watch, end } = this.#enter(call, true);
    const options = { ...optionsOf(call, watch), includeRawChunks: hasRawRefusals(call.deployment.provider) };
    try {
      const { stream } = await untilCut(model.doStream(options), watch);
      const parts = editedParts(
        new ProviderParts({ stream, watch, provider: answererOf(call), sent: contentOf(call), ended: end }),
        call.edits,
      );
      return {
        statusCode: watch.statusCode,
        headersMs: watch.headersMs ?? performance.now() - watch.startedAt,
        parts,
      };
    } catch (error) {
      const failure = failureOf(error, watch, answererOf(call), contentOf(call));
      end(failure);
      throw failure;
    }
  }

  async draw(call: ImageCall): Promise<ImageAnswer> {
    const model = await this.#routes.imageModel(call.deployment, call.credential, call.account);
    const { watch, end } = this.#enter(call, false);
    watch.maxAnswerBytes = MAX_IMAGE_BYTES;
    try {
      const answer = await untilCut(drawImages(model, call, watch), watch);
      end(null);
      const { warnings, ...rest } = answer;
      return {
        statusCode: watch.statusCode,
        headersMs: watch.headersMs ?? performance.now() - watch.startedAt,
        ...rest,
        warnings: warnings.map(imageWarningOf),
      };
    } catch (error) {
      const failure = withReason(failureOf(error, watch, answererOf(call), call.prompt), error);
      end(failure);
      throw failure;
    }
  }

  async #model({ deployment, credential, account, task }: ProviderCall): Promise<LanguageModelV4> {
    const isSandbox = credential.source === CredentialSource.SANDBOX;
    return isSandbox
      ? sandboxModel(task, deployment.id, this.#sandbox)
      : this.#routes.model(deployment, credential, account);
  }

  #enter(call: AnyCall, isStream: boolean, collects: CollectedStream | null = null): OpenCall {
    const { deployment, credential, timeouts, signal } = call;
    const isSandbox = credential.source === CredentialSource.SANDBOX;
    // Simulated failures are requested by a caller, so they must not pause the deployment for others.
    const circuit = isSandbox ? null : this.#circuits.of(deployment, credential);
    const ticket: Ticket | null = circuit?.enter() ?? null;
    const watch = new CallWatch(timeouts, signal, isStream, collects);
    if (isSandbox) watch.connected();
    return {
      watch,
      end: (failure) => {
        watch.end();
        ticket?.end(failure);
        this.#measured?.(call, watch, failure);
        if (circuit) this.#note(call, circuit, watch, failure);
      },
    };
  }

  #note(call: AnyCall, circuit: Circuit, watch: CallWatch, failure: ProviderFailure | null): void {
    if (watch.firstTokenMs !== null) circuit.sample(watch.firstTokenMs);
    if (failure === null || isAboutKey(failure)) this.#ended(call, failure);
  }
}

function optionsOf({ options, deployment, account }: ProviderCall, watch: CallWatch): LanguageModelV4CallOptions {
  const { provider } = deployment;
  const providerOptions = withCustomerId(provider, account, options.providerOptions);
  return { ...options, ...withRetentionOptions(provider, providerOptions), abortSignal: watch.signal };
}

/** Parts of a request that can contain the caller's texts. */
const contentOf = ({ options: { prompt, tools, responseFormat, stopSequences } }: ProviderCall) => ({
  prompt,
  tools,
  responseFormat,
  stopSequences,
});

const isAboutKey = ({ failure }: ProviderFailure) =>
  failure === FailureClass.KEY_REFUSED || failure === FailureClass.FORBIDDEN;

/** Maximum bytes of an answer with images in base64: several of the largest images, and far below the memory of the process. */
const MAX_IMAGE_BYTES = 96 * 1024 * 1024;

function answererOf({ credential, deployment }: AnyCall): AnswerSource {
  return credential.source === CredentialSource.SANDBOX ? 'sandbox' : deployment.provider;
}

/** Model version from the raw answer, since Google's package doesn't return it. */
function modelVersionIn(body: unknown): string | null {
  const { modelVersion } = (body ?? {}) as { modelVersion?: unknown };
  return typeof modelVersion === 'string' ? modelVersion : null;
}

/** Rejects when the call is cut, even if the awaited work ignores the signal. */
function untilCut<T>(work: PromiseLike<T>, watch: CallWatch): Promise<T> {
  return new Promise((resolve, reject) => {
    watch.signal.addEventListener('abort', () => reject(watch.signal.reason), { once: true });
    if (watch.signal.aborted) reject(watch.signal.reason);
    work.then(resolve, reject);
  });
}

/** Warning in the words of the package, which can quote the prompt: for the caller, not for the server log. */
function imageWarningOf(warning: SharedV4Warning): string {
  if (warning.type === 'other') return warning.message;
  if (warning.type === 'deprecated') return `${warning.setting}: ${warning.message}`;
  const how = warning.type === 'unsupported' ? 'is not supported here' : 'is not supported here as it was asked for';
  return `${warning.feature} ${how}${warning.details ? `: ${warning.details}` : '.'}`;
}

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { TokenUsage } from '../../models/index.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';
import type { CallWatch } from './call-watch.ts';
import { type AnswerSource, failureOf, reportedFailure, sentenceOf } from './failure-mapping.ts';
import { nameFromProvider } from './name-from-provider.ts';
import { StreamedRefusal } from './refusals.ts';
import { tokenUsageOf } from './token-usage.ts';

export interface ProviderPartsOptions {
  stream: ReadableStream<LanguageModelV4StreamPart>;
  watch: CallWatch;
  provider: AnswerSource;
  /** Content of the request. Its texts are removed from the provider's error reasons. */
  sent: unknown;
  /** Called once at the end, with null for a complete answer. */
  ended: (failure: ProviderFailure | null) => void;
}

/** Makes the names of the model and the call safe for logs. */
function withLoggableNames(part: Extract<LanguageModelV4StreamPart, { type: 'response-metadata' }>): typeof part {
  return {
    ...part,
    modelId: nameFromProvider(part.modelId) ?? undefined,
    id: nameFromProvider(part.id) ?? undefined,
  };
}

/** Parts with content of the answer. */
const CONTENT = new Set<LanguageModelV4StreamPart['type']>([
  'text-delta',
  'reasoning-delta',
  'tool-input-start',
  'tool-input-delta',
  'tool-call',
  'source',
  'file',
]);

/**
 * Parts of an answer. They end with `finish`, or an error is thrown. If a provider stops without a finish, the packages add a
 * finish without a raw reason, which shows that the answer was truncated.
 */
export class ProviderParts implements AsyncIterableIterator<LanguageModelV4StreamPart> {
  readonly #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>;
  readonly #options: ProviderPartsOptions;
  readonly #refusal = new StreamedRefusal();
  readonly #ready: LanguageModelV4StreamPart[] = [];
  #isOver = false;

  constructor(options: ProviderPartsOptions) {
    this.#options = options;
    this.#reader = options.stream.getReader();
    options.watch.isRead = false;
    // A cut must reach a waiting reader even if the package ignores it, and must end the call even without a reader.
    options.watch.signal.addEventListener('abort', this.#wasCut, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<LanguageModelV4StreamPart, undefined>> {
    const { watch } = this.#options;
    if (this.#isOver) {
      if (watch.cut) throw this.#failure(watch.signal.reason);
      return { done: true, value: undefined };
    }
    watch.isRead = true;
    try {
      const part = await this.#read();
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') {
        const usage = tokenUsageOf(part.usage, part.providerMetadata);
        if (part.finishReason.raw === undefined) throw this.#truncated(usage);
        if (part.finishReason.unified === 'error') throw reportedFailure(this.#options.provider, watch, usage);
        this.#end(null);
      } else if (CONTENT.has(part.type)) watch.token();
      return { done: false, value: part.type === 'response-metadata' ? withLoggableNames(part) : part };
    } catch (error) {
      const failure = this.#failure(error);
      this.#end(failure);
      this.#reader.cancel().catch(() => {});
      throw failure;
    } finally {
      watch.isRead = false;
    }
  }

  async #read(): Promise<LanguageModelV4StreamPart> {
    const { watch } = this.#options;
    for (;;) {
      const ready = this.#ready.shift();
      if (ready) return ready;
      const { done, value } = await this.#reader.read();
      if (watch.cut) throw watch.signal.reason;
      if (done) throw this.#truncated();
      this.#ready.push(...this.#refusal.take(value));
    }
  }

  /** Called when the reader stops. Cancels the call if it isn't over. */
  async return(): Promise<IteratorResult<LanguageModelV4StreamPart, undefined>> {
    if (!this.#isOver) this.#options.watch.cutFor(FailureClass.CANCELED);
    return { done: true, value: undefined };
  }

  readonly #wasCut = () => {
    this.#end(this.#failure(this.#options.watch.signal.reason));
    this.#reader.cancel().catch(() => {});
  };

  #end(failure: ProviderFailure | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { watch, ended } = this.#options;
    watch.signal.removeEventListener('abort', this.#wasCut);
    watch.end();
    ended(failure);
  }

  #failure(error: unknown): ProviderFailure {
    const { watch, provider, sent } = this.#options;
    return failureOf(error, watch, provider, sent);
  }

  /** @param usage reported by the provider before the answer broke off */
  #truncated(usage: TokenUsage | null = null): ProviderFailure {
    const { provider, watch } = this.#options;
    return new ProviderFailure(FailureClass.TRUNCATED, sentenceOf(FailureClass.TRUNCATED, provider, null), {
      statusCode: watch.statusCode,
      mayHaveCost: true,
      usage,
    });
  }
}

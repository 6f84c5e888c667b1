import type { LanguageModelV4Source, LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { TokenUsage } from '../../models/index.ts';
import { isRefusal, ProviderFailure, sentenceOfWarning, sourceFactsOf, tokenUsageOf } from '../../providers/index.ts';
import type { ModelQuotation } from './citations/answer-claims.ts';
import { nativeQuotation } from './citations/native-quotation.ts';
import { OutputCount } from './content-digest.ts';
import { StreamedFence } from './json-fence.ts';
import type { Citation, EndedRun, RunPart } from './run-task.ts';
import { NO_ARGUMENTS, type StreamedCall, StreamedCalls, signatureIn } from './tool-calls.ts';

/** End of a provider's answer. */
export interface Finish {
  readonly finishReason: EndedRun['finishReason'];
  readonly usage: TokenUsage;
}

export interface ReaderOptions {
  readonly isJson: boolean;
  readonly keepsText: boolean;
  readonly keepsReasoning: boolean;
}

/** Converts a provider's stream to run parts, and counts the output. */
export class RunPartReader {
  readonly output = new OutputCount();
  readonly warnings: string[] = [];
  responseModel: string | null = null;
  responseId: string | null = null;
  /** Text so far, if it is needed at the end. */
  text = '';
  /** Reasoning so far, if the provider may need it back. */
  reasoning = '';
  /** Refusal so far, if the text is needed at the end. */
  refusal = '';
  /** Quotations of passages that the provider sent apart from the text. */
  readonly quotations: ModelQuotation[] = [];
  #textLength = 0;
  /** Start of each open text of the provider, by its id. */
  readonly #textStarts = new Map<string, number>();
  readonly #keepsText: boolean;
  readonly #keepsReasoning: boolean;
  readonly #toolCalls = new StreamedCalls();
  readonly #citations = new Set<string>();

  /** Null if the text needn't be JSON. */
  readonly #fence: StreamedFence | null;

  constructor({ isJson, keepsText, keepsReasoning }: ReaderOptions) {
    this.#keepsText = keepsText;
    this.#keepsReasoning = keepsReasoning;
    this.#fence = isJson ? new StreamedFence() : null;
  }

  /**
   * Adds the content of a part to `parts`.
   * @returns the end of the answer with its last part; null before
   * @throws ProviderFailure if the provider reports a failure
   */
  take(part: LanguageModelV4StreamPart, parts: RunPart[]): Finish | null {
    switch (part.type) {
      case 'text-start':
        this.#textStarts.set(part.id, this.#textLength);
        return null;
      case 'text-delta':
        if (part.delta === '') return null;
        if (isRefusal(part)) {
          this.#refuse(part.delta, parts);
          return null;
        }
        this.#addText(this.#fence ? this.#fence.push(part.delta) : part.delta, parts);
        return null;
      case 'reasoning-delta':
        if (part.delta === '') return null;
        if (this.#keepsReasoning) this.reasoning += part.delta;
        this.output.addOther(part.delta);
        parts.push({ type: 'reasoning', text: part.delta });
        return null;
      case 'text-end':
        for (const one of part.citations ?? []) {
          this.#cite(one.source, parts);
          const start = this.#textStarts.get(part.id) ?? 0;
          this.quotations.push(...nativeQuotation(one, { start, end: this.#textLength }));
        }
        return null;
      case 'source':
        this.#cite(part, parts);
        return null;
      case 'tool-input-start':
        if (!part.providerExecuted) this.#startToolCall(part.id, part.toolName, parts);
        return null;
      case 'tool-input-delta':
        this.#addArguments(this.#toolCalls.latest(part.id), part.delta, parts);
        return null;
      case 'tool-call':
        // Calls that the provider executes itself aren't passed on.
        if (part.providerExecuted) return null;
        this.#completeToolCall(part, parts);
        return null;
      case 'stream-start':
        this.warnings.push(...part.warnings.map(sentenceOfWarning));
        return null;
      case 'response-metadata':
        this.responseModel = part.modelId ?? this.responseModel;
        this.responseId = part.id ?? this.responseId;
        return null;
      case 'finish':
        if (this.#fence) this.#addText(this.#fence.end(), parts);
        for (const call of this.#toolCalls.withoutArguments) this.#addArguments(call, NO_ARGUMENTS, parts);
        return {
          finishReason: finishReasonOf(part.finishReason.unified, this.#toolCalls.size > 0),
          usage: tokenUsageOf(part.usage, part.providerMetadata),
        };
      case 'error':
        throw new ProviderFailure('PROVIDER_ERROR', 'The provider’s stream ended with an error.', {
          mayHaveCost: true,
        });
      default:
        return null;
    }
  }

  /** The tool calls so far, with the signatures of those that are complete. */
  get toolCalls(): readonly Pick<StreamedCall, 'id' | 'signature'>[] {
    return this.#toolCalls.all;
  }

  #addText(text: string, parts: RunPart[]): void {
    if (text === '') return;
    if (this.#keepsText) this.text += text;
    this.#textLength += text.length;
    this.output.addText(text);
    parts.push({ type: 'text', text });
  }

  #refuse(text: string, parts: RunPart[]): void {
    if (this.#keepsText) this.refusal += text;
    this.output.addOther(text);
    parts.push({ type: 'refusal', text });
  }

  #startToolCall(givenId: string, name: string, parts: RunPart[]): StreamedCall {
    const call = this.#toolCalls.begin(givenId, name);
    parts.push({ type: 'tool-call-start', index: call.index, id: call.id, name });
    return call;
  }

  #completeToolCall(
    { toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall,
    parts: RunPart[],
  ): void {
    const call = this.#toolCalls.incomplete(toolCallId, toolName) ?? this.#startToolCall(toolCallId, toolName, parts);
    call.isComplete = true;
    call.signature = signatureIn(providerMetadata);
    if (!call.hasArguments) this.#addArguments(call, input, parts);
  }

  #addArguments(call: StreamedCall | undefined, argumentsText: string, parts: RunPart[]): void {
    // White space alone isn't JSON.
    if (!call || (!call.hasArguments && argumentsText.trim() === '') || argumentsText === '') return;
    call.hasArguments = true;
    this.output.addOther(argumentsText);
    parts.push({ type: 'tool-call-delta', index: call.index, argumentsText });
  }

  #cite(source: LanguageModelV4Source, parts: RunPart[]): void {
    const citation = citationOf(source);
    if (!citation || this.#citations.has(citation.url) || this.#citations.size >= MAX_CITATIONS) return;
    parts.push({ type: 'citation', index: this.#citations.size, citation });
    this.#citations.add(citation.url);
  }
}

/** Maximum citations per answer. Providers send a few dozen. */
export const MAX_CITATIONS = 200;

/** Citation of a web page. Null for any other source, such as one of the caller's own documents. */
export function citationOf(source: LanguageModelV4Source): Citation | null {
  if (source.sourceType !== 'url' || !/^https?:\/\//i.test(source.url)) return null;
  const { date, snippet } = sourceFactsOf(source);
  return {
    url: source.url,
    title: source.title || null,
    ...(date !== null && { date }),
    ...(snippet !== null && { snippet }),
  };
}

/** @throws ProviderFailure for an error or an interruption */
export function finishReasonOf(unified: string, hasToolCalls: boolean): EndedRun['finishReason'] {
  switch (unified) {
    case 'error':
      throw new ProviderFailure('PROVIDER_ERROR', 'The provider’s answer ended with an error.', { mayHaveCost: true });
    case 'interrupted':
      throw new ProviderFailure('TRUNCATED', 'The provider’s answer was cut off.', { mayHaveCost: true });
    case 'length':
    case 'content-filter':
    case 'tool-calls':
      return unified;
    case 'stop':
      // Some providers report a stop although the model called a tool.
      return hasToolCalls ? 'tool-calls' : 'stop';
    default:
      return hasToolCalls ? 'tool-calls' : 'other';
  }
}

import type { LanguageModelV4Source, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { TokenUsage } from '../../models/index.ts';
import { ProviderFailure, sentenceOfWarning, sourceFactsOf, tokenUsageOf } from '../../providers/index.ts';
import { OutputCount } from './content-digest.ts';
import type { Citation, EndedRun, RunPart } from './run-task.ts';

/** How a provider says that it is through. */
export interface Finish {
  readonly finishReason: EndedRun['finishReason'];
  readonly usage: TokenUsage;
}

/** Makes run parts of a provider's stream, and counts on the way what comes out. */
export class RunPartReader {
  readonly output = new OutputCount();
  readonly warnings: string[] = [];
  responseModel: string | null = null;
  responseId: string | null = null;
  /** All that was said, where somebody has to look at it in the end. */
  text = '';
  readonly #keepsText: boolean;
  readonly #toolCalls = new Map<string, { index: number; hasArguments: boolean }>();
  readonly #citations = new Set<string>();

  constructor(keepsText: boolean) {
    this.#keepsText = keepsText;
  }

  /**
   * Adds what a part says to `parts`.
   * @returns how it ended, with the part that says so; null before that
   * @throws ProviderFailure where the provider says that it failed
   */
  take(part: LanguageModelV4StreamPart, parts: RunPart[]): Finish | null {
    switch (part.type) {
      case 'text-delta':
        if (part.delta === '') return null;
        if (this.#keepsText) this.text += part.delta;
        this.output.addText(part.delta);
        parts.push({ type: 'text', text: part.delta });
        return null;
      case 'reasoning-delta':
        if (part.delta === '') return null;
        this.output.addOther(part.delta);
        parts.push({ type: 'reasoning', text: part.delta });
        return null;
      case 'text-end':
        for (const { source } of part.citations ?? []) this.#cite(source, parts);
        return null;
      case 'source':
        this.#cite(part, parts);
        return null;
      case 'tool-input-start':
        if (!part.providerExecuted) this.#startToolCall(part.id, part.toolName, parts);
        return null;
      case 'tool-input-delta':
        this.#addArguments(part.id, part.delta, parts);
        return null;
      case 'tool-call':
        // Those that a provider acts on by itself are its own business.
        if (part.providerExecuted) return null;
        if (!this.#toolCalls.has(part.toolCallId)) this.#startToolCall(part.toolCallId, part.toolName, parts);
        if (!this.#toolCalls.get(part.toolCallId)!.hasArguments) this.#addArguments(part.toolCallId, part.input, parts);
        return null;
      case 'stream-start':
        this.warnings.push(...part.warnings.map(sentenceOfWarning));
        return null;
      case 'response-metadata':
        this.responseModel = part.modelId ?? this.responseModel;
        this.responseId = part.id ?? this.responseId;
        return null;
      case 'finish':
        return {
          finishReason: finishReasonOf(part.finishReason.unified, this.#toolCalls.size > 0),
          usage: tokenUsageOf(part.usage, part.providerMetadata),
        };
      case 'error':
        throw new ProviderFailure('PROVIDER_ERROR', 'The provider broke off with an error.', { mayHaveCost: true });
      default:
        return null;
    }
  }

  #startToolCall(id: string, name: string, parts: RunPart[]): void {
    const index = this.#toolCalls.size;
    this.#toolCalls.set(id, { index, hasArguments: false });
    parts.push({ type: 'tool-call-start', index, id, name });
  }

  #addArguments(id: string, argumentsText: string, parts: RunPart[]): void {
    const call = this.#toolCalls.get(id);
    if (!call || argumentsText === '') return;
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

/** Of one answer: providers name a few dozen at the most. */
export const MAX_CITATIONS = 200;

/** A source that can be gone to; null for a document of the caller's own. */
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

/** @throws ProviderFailure for an end that is none. */
export function finishReasonOf(unified: string, hasToolCalls: boolean): EndedRun['finishReason'] {
  switch (unified) {
    case 'error':
      throw new ProviderFailure('PROVIDER_ERROR', 'The provider ended with an error.', { mayHaveCost: true });
    case 'interrupted':
      throw new ProviderFailure('TRUNCATED', 'The provider’s answer was cut off.', { mayHaveCost: true });
    case 'length':
    case 'content-filter':
    case 'tool-calls':
      return unified;
    case 'stop':
      // Some say that they stopped, and have called a tool.
      return hasToolCalls ? 'tool-calls' : 'stop';
    default:
      return hasToolCalls ? 'tool-calls' : 'other';
  }
}

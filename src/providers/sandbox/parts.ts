import { setTimeout as sleep } from 'node:timers/promises';
import { JSONParseError, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { countTokens } from './count-tokens.ts';
import type { Draft } from './draft.ts';
import { cutConnection } from './faults.ts';

export interface Pace {
  /** Speed of a stream. 0: no limit. */
  readonly tokensPerSecond: number;
  /** Delay of `sandbox:slow` before the first word. */
  readonly slowMs: number;
}

/** Up to three words per piece, as from real providers. */
const PIECE = /\s*\S+(?:\s+\S+){0,2}\s*/gu;
/** Pieces sent before a stream breaks off. */
const PIECES_BEFORE_BREAK = 3;

/** Streams an answer in parts, at the given pace and with the answer's fault. @throws the signal's reason when aborted */
export async function* partsOf(
  answer: Draft,
  modelId: string,
  pace: Pace,
  signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const { fault } = answer;
  yield { type: 'stream-start', warnings: [] };
  if (fault === 'slow') await pause(pace.slowMs, signal);
  yield { type: 'response-metadata', id: answer.id, modelId };
  let pieces = 0;
  for (const part of partsOfContent(answer)) {
    const words = wordsIn(part);
    if (words !== null) {
      if (pieces === PIECES_BEFORE_BREAK) {
        if (fault === 'cut') throw cutConnection();
        if (fault === 'stall') await aborted(signal);
        if (fault === 'garbage') {
          yield { type: 'error', error: new JSONParseError({ text: '<html>', cause: new SyntaxError('Not JSON') }) };
          return;
        }
      }
      pieces++;
      if (pace.tokensPerSecond > 0) await pause((1_000 * countTokens(words)) / pace.tokensPerSecond, signal);
    }
    signal?.throwIfAborted();
    yield part;
  }
  // An answer with too few pieces to be cut earlier breaks off at its end.
  if (fault === 'cut') throw cutConnection();
  if (fault === 'stall') await aborted(signal);
  yield { type: 'finish', usage: answer.usage, finishReason: answer.finishReason };
}

function* partsOfContent({ content }: Draft): Generator<LanguageModelV4StreamPart> {
  for (const [index, part] of content.entries()) {
    const id = String(index);
    if (part.type === 'text' || part.type === 'reasoning') {
      yield { type: `${part.type}-start`, id };
      for (const [delta] of part.text.matchAll(PIECE)) yield { type: `${part.type}-delta`, id, delta };
      yield { type: `${part.type}-end`, id };
    } else if (part.type === 'tool-call') {
      yield { type: 'tool-input-start', id: part.toolCallId, toolName: part.toolName };
      for (const [delta] of part.input.matchAll(/.{1,12}/gsu)) {
        yield { type: 'tool-input-delta', id: part.toolCallId, delta };
      }
      yield { type: 'tool-input-end', id: part.toolCallId };
      yield part;
    } else if (part.type === 'source') yield part;
  }
}

const wordsIn = (part: LanguageModelV4StreamPart): string | null => ('delta' in part ? part.delta : null);

/** @throws the signal's reason, as a real connection does */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : error;
  });
}

/** Never resolves. @throws the signal's reason */
export function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    else signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

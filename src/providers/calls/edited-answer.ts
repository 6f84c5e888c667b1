import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { AnswerEdits } from '../fitting/model-request.ts';

interface EditableAnswer {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: string;
}

/** Cuts a complete answer at the first stop sequence, and gives tools the caller's names. */
export function editedAnswer(answer: EditableAnswer, edits: AnswerEdits | undefined): EditableAnswer {
  if (!edits || !hasEffect(edits)) return answer;
  const cut = new StopCut(edits.stopAt);
  const content: LanguageModelV4Content[] = [];
  for (const part of answer.content) {
    if (part.type === 'text') {
      const text = cut.push(part.text) + cut.end();
      if (text !== '' || part.citations?.length) content.push({ ...part, text });
    } else if (!cut.isCut || part.type === 'source') content.push(withGivenName(part, edits));
  }
  return { content, finishReason: cut.isCut ? 'stop' : answer.finishReason };
}

/** Edits the parts of a stream as `editedAnswer` edits a complete answer. Holds back as little text as possible. */
export function editedParts(
  source: AsyncIterable<LanguageModelV4StreamPart>,
  edits: AnswerEdits | undefined,
): AsyncIterable<LanguageModelV4StreamPart> {
  return edits && hasEffect(edits) ? new EditedParts(source, edits) : source;
}

function hasEffect({ stopAt, toolNames }: AnswerEdits): boolean {
  return stopAt.length > 0 || Object.keys(toolNames).length > 0;
}

function withGivenName<T extends LanguageModelV4Content | LanguageModelV4StreamPart>(
  part: T,
  { toolNames }: AnswerEdits,
): T {
  if (part.type !== 'tool-call' && part.type !== 'tool-input-start') return part;
  return Object.hasOwn(toolNames, part.toolName) ? { ...part, toolName: toolNames[part.toolName] } : part;
}

type StreamPart = LanguageModelV4StreamPart;
type TextDelta = Extract<StreamPart, { type: 'text-delta' }>;

/**
 * Types of parts that still pass after a cut: sources, the end of a text, errors, raw chunks, and parts with facts such as
 * usage.
 */
const AFTER_CUT: ReadonlySet<StreamPart['type']> = new Set([
  'source',
  'text-end',
  'response-metadata',
  'finish',
  'error',
  'raw',
]);

class EditedParts implements AsyncIterableIterator<StreamPart> {
  readonly #source: AsyncIterator<StreamPart>;
  readonly #edits: AnswerEdits;
  readonly #cut: StopCut;
  readonly #ready: StreamPart[] = [];
  #last: TextDelta | null = null;

  constructor(source: AsyncIterable<StreamPart>, edits: AnswerEdits) {
    this.#source = source[Symbol.asyncIterator]();
    this.#edits = edits;
    this.#cut = new StopCut(edits.stopAt);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<StreamPart, undefined>> {
    for (;;) {
      const part = this.#ready.shift();
      if (part) return { done: false, value: part };
      const result = await this.#source.next();
      if (result.done) return { done: true, value: undefined };
      this.#take(result.value);
    }
  }

  /** Ends the source at once, so that a reader who stops doesn't wait for a part that is still being read. */
  async return(): Promise<IteratorResult<StreamPart, undefined>> {
    this.#ready.length = 0;
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  #take(part: StreamPart): void {
    const isCut = this.#cut.isCut;
    if (part.type === 'text-delta') {
      if (isCut) return;
      if (this.#last && this.#last.id !== part.id) this.#emit(this.#cut.end());
      this.#last = part;
      this.#emit(this.#cut.push(part.delta));
      return;
    }
    if (isCut && !AFTER_CUT.has(part.type)) return;
    if (part.type !== 'finish') {
      this.#ready.push(withGivenName(part, this.#edits));
      return;
    }
    this.#emit(this.#cut.end());
    this.#ready.push(this.#cut.isCut ? { ...part, finishReason: { unified: 'stop', raw: 'stop' } } : part);
  }

  #emit(delta: string): void {
    if (delta !== '' && this.#last) this.#ready.push({ ...this.#last, delta });
  }
}

/** Ends a text at the first stop sequence. It holds back only text that may begin such a sequence. */
class StopCut {
  readonly #stops: readonly string[];
  #held = '';
  isCut = false;

  constructor(stops: readonly string[]) {
    this.#stops = stops;
  }

  /** Adds the next piece of the text. @returns the text that can be passed on now */
  push(piece: string): string {
    if (this.isCut) return '';
    const text = this.#held + piece;
    const at = cutAt(text, this.#stops);
    if (at !== null) {
      this.isCut = true;
      this.#held = '';
      return text.slice(0, at);
    }
    const held = this.#stops.reduce((most, stop) => Math.max(most, beginningAtEnd(text, stop)), 0);
    this.#held = text.slice(text.length - held);
    return text.slice(0, text.length - held);
  }

  /** Ends the text. @returns the rest that was held back as a possible beginning of a stop sequence */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/**
 * Start of the stop sequence that ends first, because a model that knows the stop sequences stops at the first one it
 * completes. Null if the text contains none.
 */
function cutAt(text: string, stops: readonly string[]): number | null {
  let first: { begin: number; end: number } | null = null;
  for (const stop of stops) {
    const begin = text.indexOf(stop);
    const end = begin + stop.length;
    if (begin < 0 || (first && (end > first.end || (end === first.end && begin >= first.begin)))) continue;
    first = { begin, end };
  }
  return first?.begin ?? null;
}

/** Number of characters at the end of a text with which a stop sequence can begin. */
function beginningAtEnd(text: string, sequence: string): number {
  for (let length = Math.min(sequence.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(sequence.slice(0, length))) return length;
  }
  return 0;
}

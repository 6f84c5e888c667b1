import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { AnswerEdits } from '../fitting/model-request.ts';

interface Answer {
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: string;
}

/** Cuts a whole answer at the first stop sequence, takes the fence off JSON, and gives tools the caller's names. */
export function editedAnswer(answer: Answer, edits: AnswerEdits | undefined): Answer {
  if (!edits || !hasEffect(edits)) return answer;
  const editor = editorFor(edits);
  const content: LanguageModelV4Content[] = [];
  // What was held back follows the last text, and not each: they are read as one.
  const last = answer.content.findLastIndex(({ type }) => type === 'text');
  for (const [at, part] of answer.content.entries()) {
    if (part.type === 'text') {
      const text = editor.push(part.text) + (at === last ? editor.end() : '');
      if (text !== '' || part.citations?.length) content.push({ ...part, text });
    } else if (!editor.isCut || part.type === 'source') content.push(withGivenName(part, edits));
  }
  return { content, finishReason: editor.isCut ? 'stop' : answer.finishReason };
}

/** The same for the parts of a stream, of which as little as possible is held back. */
export function editedParts(
  source: AsyncIterable<LanguageModelV4StreamPart>,
  edits: AnswerEdits | undefined,
): AsyncIterable<LanguageModelV4StreamPart> {
  return edits && hasEffect(edits) ? new EditedParts(source, edits) : source;
}

function hasEffect({ isJson, stopAt, toolNames }: AnswerEdits): boolean {
  return isJson || stopAt.length > 0 || Object.keys(toolNames).length > 0;
}

function withGivenName<T extends LanguageModelV4Content | LanguageModelV4StreamPart>(
  part: T,
  { toolNames }: AnswerEdits,
): T {
  if (part.type !== 'tool-call' && part.type !== 'tool-input-start') return part;
  return Object.hasOwn(toolNames, part.toolName) ? { ...part, toolName: toolNames[part.toolName] } : part;
}

type Part = LanguageModelV4StreamPart;
type TextDelta = Extract<Part, { type: 'text-delta' }>;

/** What is left of an answer that is cut. The provider still says what it took, and where it looked. */
const AFTER_CUT: ReadonlySet<Part['type']> = new Set([
  'source',
  'text-end',
  'response-metadata',
  'finish',
  'error',
  'raw',
]);

class EditedParts implements AsyncIterableIterator<Part> {
  readonly #source: AsyncIterator<Part>;
  readonly #edits: AnswerEdits;
  readonly #editor: TextEditor;
  readonly #ready: Part[] = [];
  #last: TextDelta | null = null;

  constructor(source: AsyncIterable<Part>, edits: AnswerEdits) {
    this.#source = source[Symbol.asyncIterator]();
    this.#edits = edits;
    this.#editor = editorFor(edits);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Part, undefined>> {
    for (;;) {
      const part = this.#ready.shift();
      if (part) return { done: false, value: part };
      const result = await this.#source.next();
      if (result.done) return { done: true, value: undefined };
      this.#take(result.value);
    }
  }

  /** Straight through: whoever stops reading must not wait for what is still being read. */
  async return(): Promise<IteratorResult<Part, undefined>> {
    this.#ready.length = 0;
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  #take(part: Part): void {
    const isCut = this.#editor.isCut;
    if (part.type === 'text-delta') {
      if (isCut) return;
      this.#last = part;
      this.#say(this.#editor.push(part.delta));
      return;
    }
    if (isCut && !AFTER_CUT.has(part.type)) return;
    if (part.type !== 'finish') {
      this.#ready.push(withGivenName(part, this.#edits));
      return;
    }
    this.#say(this.#editor.end());
    this.#ready.push(this.#editor.isCut ? { ...part, finishReason: { unified: 'stop', raw: 'stop' } } : part);
  }

  #say(delta: string): void {
    if (delta !== '' && this.#last) this.#ready.push({ ...this.#last, delta });
  }
}

/** Edits a text that comes in pieces. */
interface TextEditor {
  /** @returns what can be given out */
  push(piece: string): string;
  /** @returns what was held back */
  end(): string;
  readonly isCut: boolean;
}

function editorFor({ isJson, stopAt }: AnswerEdits): TextEditor {
  const cut = new StopCut(stopAt);
  if (!isJson) return cut;
  const fence = new FenceOff();
  return {
    push: (piece) => fence.push(cut.push(piece)),
    end: () => fence.push(cut.end()) + fence.end(),
    get isCut() {
      return cut.isCut;
    },
  };
}

/** Ends a text at the first of some sequences. Holds back only what may be the beginning of one. */
class StopCut implements TextEditor {
  readonly #stops: readonly string[];
  #held = '';
  isCut = false;

  constructor(stops: readonly string[]) {
    this.#stops = stops;
  }

  push(piece: string): string {
    if (this.isCut) return '';
    const text = this.#held + piece;
    const places = this.#stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
    if (places.length > 0) {
      this.isCut = true;
      this.#held = '';
      return text.slice(0, Math.min(...places));
    }
    const held = this.#stops.reduce((most, stop) => Math.max(most, beginningAtEnd(text, stop)), 0);
    this.#held = text.slice(text.length - held);
    return text.slice(0, text.length - held);
  }

  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** Characters at the end of a text with which a sequence begins. */
function beginningAtEnd(text: string, sequence: string): number {
  for (let length = Math.min(sequence.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(sequence.slice(0, length))) return length;
  }
  return 0;
}

/** What may be the beginning of a fence, and one with its line: "```json". */
const MAYBE_FENCE = /^\s*(?:`{0,2}|```[a-zA-Z0-9]{0,10}[ \t]*\r?)$/;
const FENCE = /^\s*```[a-zA-Z0-9]{0,10}[ \t]*\r?\n/;
/** Longer than any beginning of a fence. */
const MOST_BEFORE_FENCE = 100;
const BACKTICKS = '```';

/** Takes a fence of backticks off a text that is in one from its beginning to its end. */
class FenceOff implements TextEditor {
  readonly isCut = false;
  #state: 'BEGIN' | 'FENCED' | 'PLAIN' = 'BEGIN';
  #held = '';

  push(piece: string): string {
    const text = this.#held + piece;
    if (this.#state === 'BEGIN') {
      const fence = FENCE.exec(text)?.[0];
      if (fence === undefined && text.length <= MOST_BEFORE_FENCE && MAYBE_FENCE.test(text)) {
        this.#held = text;
        return '';
      }
      this.#state = fence === undefined ? 'PLAIN' : 'FENCED';
      this.#held = '';
      return fence === undefined ? text : this.push(text.slice(fence.length));
    }
    if (this.#state === 'PLAIN') return text;
    const at = closingAt(text);
    this.#held = text.slice(at);
    return text.slice(0, at);
  }

  end(): string {
    const held = this.#held;
    this.#held = '';
    return this.#state === 'FENCED' ? withoutClosing(held) : held;
  }
}

/** Where the white space and backticks begin with which a text ends. */
function closingAt(text: string): number {
  let at = text.length;
  while (at > 0 && (text[at - 1] === '`' || text[at - 1]!.trim() === '')) at--;
  return at;
}

function withoutClosing(text: string): string {
  const closed = text.trimEnd();
  return closed.endsWith(BACKTICKS) ? closed.slice(0, -BACKTICKS.length).trimEnd() : text;
}

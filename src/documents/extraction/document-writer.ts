import type { TextRange } from '../../quotations/index.ts';
import { DocumentRefusal } from './document-refusal.ts';
import type { Block, BlockKind } from './extracted-document.ts';

const BETWEEN_BLOCKS = '\n\n';
const NUL = /\0/g;

/** Builds the text of a document block by block, and notes where each block is. */
export class DocumentWriter {
  readonly blocks: Block[] = [];
  readonly footnotes: TextRange[] = [];
  readonly #maxCharacters: number;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get length(): number {
    return this.#length;
  }

  /**
   * Adds a block. White space at both ends is left out, and an empty block is ignored.
   * @param marks ranges of footnote marks in `text`
   * @returns offset of the text, or null if the block is empty
   * @throws DocumentRefusal TOO_LARGE
   */
  addBlock(
    kind: BlockKind,
    text: string,
    { level = null, marks = [] }: { level?: number | null; marks?: readonly TextRange[] } = {},
  ): number | null {
    const content = text.trim();
    if (content === '') return null;
    if (this.#length > 0) this.#append(BETWEEN_BLOCKS);
    const start = this.#length;
    const shift = start - text.indexOf(content);
    this.#append(storable(content));
    const block = { kind, start, end: this.#length, level };
    this.blocks.push(block);
    if (kind === 'FOOTNOTE' || kind === 'PAGE_FURNITURE') this.footnotes.push({ start, end: block.end });
    else for (const mark of marks) this.footnotes.push({ start: mark.start + shift, end: mark.end + shift });
    return start;
  }

  finish(): string {
    return this.#parts.join('');
  }

  #append(text: string): void {
    this.#length += text.length;
    if (this.#length > this.#maxCharacters) throw textTooLong(this.#maxCharacters);
    this.#parts.push(text);
  }
}

export function textTooLong(maxCharacters: number): DocumentRefusal {
  return new DocumentRefusal(
    'TOO_LARGE',
    `The document has more than ${maxCharacters.toLocaleString('en')} characters of text. Split it into several files.`,
  );
}

/** Replaces what PostgreSQL can't store, without changing the length. */
export function storable(text: string): string {
  return text.replace(NUL, '\ufffd').toWellFormed();
}

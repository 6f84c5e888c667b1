import { findQuotationsIn, type QuotationsInBrief, type TextRange } from '../../quotations/index.ts';
import type { StoredReading } from '../stored-reading.ts';

/** Text of a brief, with the structure of its file. Text that was sent without a file has no structure. */
export type Brief = Pick<StoredReading, 'text'> & Partial<Pick<StoredReading, 'footnotes' | 'blocks' | 'pages'>>;

/**
 * Finds the quotations of a brief. Those of a file aren't interrupted by its footnotes, page furniture and page ends, and those
 * within a footnote are found too. Offsets refer to the text of the brief.
 * @throws {QuotationLimitExceeded}
 */
export function briefQuotations({ text, footnotes = [], blocks = [], pages }: Brief): QuotationsInBrief {
  const pageEnds = (pages ?? []).slice(0, -1).map(({ end }) => ({ start: end, end }));
  if (footnotes.length + pageEnds.length === 0) return findQuotationsIn(text);
  const body = new PartialText();
  let at = 0;
  for (const { hidden, isPageEnd, ...gap } of gapsOf(text, [...footnotes, ...pageEnds])) {
    body.add(text, at, gap.start);
    // The sentence can continue on the next page, so that no empty line may stay there.
    if (isPageEnd) body.addBreak(gap.start);
    else {
      let from = gap.start;
      for (const { start, end } of hidden) {
        body.add(text, from, start);
        from = end;
      }
      body.add(text, from, gap.end);
    }
    at = gap.end;
  }
  body.add(text, at, text.length);
  const parts = [body];
  for (const { kind, start, end } of blocks) {
    if (kind === 'FOOTNOTE') parts.push(new PartialText().add(text, start, end));
  }
  const found = parts.map((part) => part.quotations());
  return {
    quotations: found.flatMap(({ quotations }) => quotations).sort((one, other) => one.start - other.start),
    unclosed: found.flatMap(({ unclosed }) => unclosed).sort((one, other) => one - other),
  };
}

/** Adjacent hidden ranges, with the white space around them. */
interface Gap extends TextRange {
  readonly hidden: readonly TextRange[];
  readonly isPageEnd: boolean;
}

function gapsOf(text: string, ranges: readonly TextRange[]): Gap[] {
  const gaps: (Gap & { hidden: TextRange[] })[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = gaps.at(-1);
    let { start, end } = range;
    while (end < text.length && /\s/.test(text[end]!)) end++;
    const isPageEnd = range.end === range.start;
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.hidden.push(range);
      Object.assign(last, { isPageEnd: last.isPageEnd || isPageEnd });
      continue;
    }
    while (start > 0 && /\s/.test(text[start - 1]!)) start--;
    gaps.push({ start, end, hidden: [range], isPageEnd });
  }
  return gaps;
}

/** Text without some of its parts, and where its remaining parts come from. */
class PartialText {
  #text = '';
  /** Offsets in this text and in the original, of the beginning of each part. */
  readonly #parts: { at: number; original: number }[] = [];

  add(text: string, start: number, end: number): this {
    if (end <= start) return this;
    this.#parts.push({ at: this.#text.length, original: start });
    this.#text += text.slice(start, end);
    return this;
  }

  /** Adds a line break in place of what is left out at `original`. */
  addBreak(original: number): void {
    this.#parts.push({ at: this.#text.length, original });
    this.#text += '\n';
  }

  /** Quotations with offsets of the original text. */
  quotations(): QuotationsInBrief {
    const { quotations, unclosed } = findQuotationsIn(this.#text);
    const inOriginal = <Range extends TextRange>(range: Range): Range => ({
      ...range,
      start: this.#origin(range.start),
      end: this.#origin(range.end - 1) + 1,
    });
    return {
      quotations: quotations.map((one) => ({ ...inOriginal(one), citation: one.citation && inOriginal(one.citation) })),
      unclosed: unclosed.map((at) => this.#origin(at)),
    };
  }

  #origin(at: number): number {
    let [low, high] = [0, this.#parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#parts[middle]!.at <= at) low = middle;
      else high = middle - 1;
    }
    const part = this.#parts[low];
    return part ? at - part.at + part.original : at;
  }
}

import { NOT_IN_DOCUMENTS, QUOTATION_LINE, SIMULATED } from '../../../providers/index.ts';
import type { CharacterRange } from './cited-answer.ts';

/** Words that a model presents as a quotation. */
export interface ModelQuotation extends CharacterRange {
  /** Number of the passage that the model names. */
  readonly passage: number;
  readonly words: string;
}

/** A statement of a model with its quotations, before anything is verified. */
export interface ModelClaim extends CharacterRange {
  readonly text: string;
  readonly quotations: readonly ModelQuotation[];
}

interface ReadClaims {
  readonly claims: readonly ModelClaim[];
  /** True if the model says that the documents don't contain the answer, and states nothing else. */
  readonly isNotInDocuments: boolean;
}

/** A longer line states something, so it isn't taken for a heading. */
const HEADING = /^\s*(?:#{1,6}\s.{0,100}$|[-*_=]{3,}\s*$)/u;
const LIST_MARK = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/u;
const QUOTED = /^["“„«‹](.+)["”“»›]$/u;

/**
 * Reads the statements of an answer, in the one form that the model was asked for: a statement per line, followed by lines with
 * its quotations. A line in any other form is a statement, so it is never taken for a quotation.
 * @param native quotations that the provider sent apart from the text, with the range of the text they support
 */
export function readClaims(text: string, native: readonly ModelQuotation[] = []): ReadClaims {
  const claims: { text: string; start: number; end: number; quotations: ModelQuotation[] }[] = [];
  let isNotInDocuments = false;
  for (const { line, start } of linesOf(text)) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed === SIMULATED || HEADING.test(line)) continue;
    if (trimmed.replace(/[.!]$/u, '') === NOT_IN_DOCUMENTS) {
      isNotInDocuments = true;
      if (claims.length === 0 && isOneLine(text.slice(start + line.length))) break;
      continue;
    }
    const quotation = quotationIn(line, start);
    if (quotation) {
      const last = claims.at(-1);
      if (last) last.quotations.push(quotation);
      else claims.push({ text: '', start, end: start, quotations: [quotation] });
      continue;
    }
    const begin = start + (LIST_MARK.exec(line)?.[0].length ?? line.length - line.trimStart().length);
    const end = start + line.trimEnd().length;
    if (!/[\p{L}\p{N}]/u.test(text.slice(begin, end))) continue;
    claims.push({
      text: text.slice(begin, end),
      start: begin,
      end,
      quotations: native.filter((one) => one.start < end && one.end > begin),
    });
  }
  return { claims, isNotInDocuments };
}

function quotationIn(line: string, start: number): ModelQuotation | null {
  const found = QUOTATION_LINE.exec(line.trimEnd());
  if (!found) return null;
  const [whole, number, written] = found;
  const words = QUOTED.exec(written!)?.[1] ?? written!;
  const begin = start + whole.length - written!.length + written!.indexOf(words);
  return { passage: Number(number), words, start: begin, end: begin + words.length };
}

/** True for at most one line, which says what is missing. More lines are statements. */
function isOneLine(rest: string): boolean {
  const lines = rest.split('\n').filter((line) => line.trim() !== '');
  return lines.length <= 1 && !lines.some((line) => QUOTATION_LINE.test(line));
}

function* linesOf(text: string): Generator<{ line: string; start: number }> {
  let start = 0;
  for (const line of text.split('\n')) {
    yield { line, start };
    start += line.length + 1;
  }
}

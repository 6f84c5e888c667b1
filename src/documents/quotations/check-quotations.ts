import {
  findQuotation,
  movedBy,
  type PreparedSource,
  prepareSource,
  type QuotationResult,
  QuotationSearch,
  type TextRange,
} from '../../quotations/index.ts';
import type { StoredReading } from '../stored-reading.ts';
import { type NamedPlace, placeIn } from './place.ts';

/** Text of a version in which quotations are looked for. */
export type QuotedSource = Pick<StoredReading, 'text' | 'footnotes' | 'blocks' | 'pages'>;

/** Words to look for. */
export interface QuotationToCheck {
  readonly words: string;
  /** Place in which the words are looked for first. Null: all sources are equal. */
  readonly near: (TextRange & { readonly source: number }) | null;
}

type Match = Extract<QuotationResult, { start: number }>;
type WithPlace<Result> = Result extends Match ? Result & NamedPlace : Result;
/** Result for one quotation. A place has its pages and headings. */
export type PlacedResult = WithPlace<QuotationResult>;

/** Characters around a place that are read with it, so that a quotation can't begin or end within a word. */
const AROUND = 200;

/**
 * Looks for quotations, each first in the place it names and then in all sources. Only for a worker thread: this can take seconds.
 * @throws {QuotationLimitExceeded}
 */
export function checkQuotations(
  sources: readonly QuotedSource[],
  quotations: readonly QuotationToCheck[],
): PlacedResult[] {
  const places = new Map<string, PreparedSource>();
  let search: QuotationSearch | undefined;
  return quotations.map(({ words, near }) => {
    const found = near && findNear(sources[near.source]!, near, words, places);
    if (found) return placed({ ...found, source: near.source }, sources);
    search ??= new QuotationSearch(sources.map(({ text, footnotes }) => prepareSource(text, { footnotes })));
    return placed(search.find(words), sources);
  });
}

function placed(result: QuotationResult, sources: readonly QuotedSource[]): PlacedResult {
  return 'source' in result ? { ...result, ...placeIn(sources[result.source]!, result) } : result;
}

/** Result with the place in the source. Null if the words aren't verified within the place. */
function findNear(
  { text, footnotes }: QuotedSource,
  near: TextRange & { readonly source: number },
  words: string,
  places: Map<string, PreparedSource>,
) {
  const from = Math.max(0, near.start - AROUND);
  const until = Math.min(text.length, near.end + AROUND);
  const key = `${near.source} ${near.start} ${near.end}`;
  let place = places.get(key);
  if (!place) {
    const within = footnotes.filter(({ start, end }) => start < until && end > from);
    place = prepareSource(text.slice(from, until), {
      footnotes: within.map(({ start, end }) => ({ start: start - from, end: end - from })),
    });
    places.set(key, place);
  }
  const found = findQuotation(place, words);
  if (found.status !== 'VERIFIED') return null;
  const { start, end } = { start: found.start + from, end: found.end + from };
  const leftOut = found.leftOut && { leftOut: found.leftOut.map((one) => movedBy(one, from)) };
  return start < near.end && end > near.start ? { ...found, start, end, ...leftOut } : null;
}

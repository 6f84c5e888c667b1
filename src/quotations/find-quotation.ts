import { align, type Difference, DifferenceKind, differencesOf } from './alteration.ts';
import { LIMITS, requireLength } from './limits.ts';
import {
  divideAtMarks,
  type FoundPart,
  type MarkedGap,
  markedChanges,
  partEnd,
  partsAround,
  spellings,
  withoutEndEllipses,
} from './marked-changes.ts';
import { isTrimmed, matchEnd, normalText, type TextRange, tierOf } from './normal-form.ts';
import { isBoundary, type PreparedSource, type SourceLayer, type Word, wordsOf } from './source.ts';
import { isLaxer, Tier } from './tier.ts';

/** Place in a document. Offsets are UTF-16 code units of the original text in every tier. */
export interface QuotedPlace extends TextRange {
  /** Index of the document in the search. */
  source: number;
  /** Original text of the place. */
  words: string;
}

export interface VerifiedQuotation extends QuotedPlace {
  status: 'VERIFIED';
  tier: Tier;
  /** True if the quotation leaves out footnotes or their marks. */
  leavesOutFootnotes: boolean;
  /** Footnotes and their marks that the quotation leaves out, as offsets into the document. Absent if there are none. */
  leftOut?: readonly TextRange[];
  /** True if the quotation ends with a full stop or a comma of its own, as American typography puts it. */
  addsEndMark: boolean;
}

export interface AlteredQuotation extends QuotedPlace {
  status: 'ALTERED';
  /** In the order of the source. Never empty. */
  differences: Difference[];
  /** True if the quotation shows all of its changes, by ellipses and brackets, and the rest is verified. */
  isMarked: boolean;
}

export type QuotationResult =
  | VerifiedQuotation
  | AlteredQuotation
  | { status: 'NOT_FOUND' }
  /** Fewer than three words, which would be found in any document. */
  | { status: 'TOO_SHORT' }
  /** The documents repeat the quotation's words too often to check each place. */
  | { status: 'TOO_REPETITIVE' };

export const FEWEST_WORDS = 3;
/** Fewest words of a quotation that is compared with similar places. */
export const FEWEST_WORDS_TO_COMPARE = 4;
/** Share of a quotation's words that a similar place must have, in order. */
export const LEAST_SAME = 0.7;
/** Maximum places to check for one quotation. */
const MAX_PLACES = 20_000;
/** Maximum characters to compare for one quotation. */
const MAX_COMPARED = 4_000_000;
/** Maximum places of one pair of words that are taken into account for similar places. */
const MAX_VOTES = 64;
const MAX_CANDIDATES = 3;
/** Maximum places around which the parts of a quotation with ellipses or brackets are looked for. */
const MAX_MARKED_PLACES = 200;

interface Place {
  source: number;
  layer: SourceLayer;
  word: number;
}

/** Search for quotations in several documents, by an index of pairs of words. */
export class QuotationSearch {
  readonly #sources: readonly PreparedSource[];
  readonly #layers: { source: number; layer: SourceLayer; first: number }[] = [];
  /** For each pair of folded words, its places as numbers of words over all layers. */
  readonly #pairs = new Map<string, number[]>();

  /** @throws {QuotationLimitExceeded} */
  constructor(sources: readonly PreparedSource[]) {
    this.#sources = sources;
    const length = sources.reduce((sum, { text }) => sum + text.length, 0);
    requireLength('The search', length, LIMITS.ALL_SOURCES);
    let first = 0;
    for (const [source, { layers }] of sources.entries()) {
      for (const layer of layers) {
        this.#layers.push({ source, layer, first });
        this.#index(layer, first);
        first += layer.words.length;
      }
    }
  }

  /** @throws {QuotationLimitExceeded} */
  find(quotation: string): QuotationResult {
    requireLength('The quotation', quotation.length, LIMITS.QUOTATION);
    const trimmed = trimmedText(quotation);
    const form = normalText(trimmed, Tier.HYPHENATION).text;
    const words = wordsOf(form);
    if (words.length < FEWEST_WORDS) return { status: 'TOO_SHORT' };
    const whole = this.#verify(trimmed, form, words);
    if (whole) return whole;
    const continued = withoutEndEllipses(trimmed);
    const unended = continued.replace(/[.,]$/, '');
    for (const shorter of new Set([continued, unended])) {
      if (shorter === trimmed) continue;
      const shorterForm = normalText(shorter, Tier.HYPHENATION).text;
      const result = this.#verify(shorter, shorterForm, wordsOf(shorterForm));
      if (result?.status === 'VERIFIED') return { ...result, addsEndMark: shorter !== continued };
      if (result) return result;
    }
    return this.#findMarked(trimmed) ?? this.#compare(form, words) ?? { status: 'NOT_FOUND' };
  }

  #index({ words }: SourceLayer, first: number): void {
    for (const [at, { folded }] of words.entries()) {
      push(this.#pairs, `${folded} ${words[at + 1]?.folded ?? ''}`, first + at);
    }
  }

  #placeOf(number: number): Place {
    let [low, high] = [0, this.#layers.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#layers[middle]!.first <= number) low = middle;
      else high = middle - 1;
    }
    const { source, layer, first } = this.#layers[low]!;
    return { source, layer, word: number - first };
  }

  /** The place where the quotation stands, in the strictest tier that is found. */
  #verify(quotation: string, form: string, words: readonly Word[]): QuotationResult | null {
    let best: VerifiedQuotation | null = null;
    let checked = 0;
    let compared = 0;
    for (const { place, at } of this.#startsOf(words)) {
      if (checked++ >= MAX_PLACES || compared > MAX_COMPARED) return best ?? { status: 'TOO_REPETITIVE' };
      compared += commonLength(form, place.layer.form.text, at);
      const found = this.#verifiedAt(place, at, quotation, form);
      if (found && (!best || isLaxer(best.tier, found.tier))) best = found;
      if (best?.tier === Tier.EXACT) return best;
    }
    return best;
  }

  /** Places where a text with these words could begin, as offsets in the form of a source. */
  *#startsOf(words: readonly Word[]): Generator<{ place: Place; at: number }> {
    const [places, skipped] = this.#placesOf(words);
    for (const number of places) {
      if (number < skipped) continue;
      const place = this.#placeOf(number - skipped);
      const at = (place.layer.words[place.word]?.start ?? -1) - words[0]!.start;
      if (at >= 0) yield { place, at };
    }
  }

  /** Places of the rarest pair of words, and how many words it is behind the first. */
  #placesOf(words: readonly Word[]): [places: readonly number[], skipped: number] {
    let rarest: [readonly number[], number] | null = null;
    for (let at = 0; at + 1 < words.length && at < 64; at++) {
      const places = this.#pairs.get(`${words[at]!.folded} ${words[at + 1]!.folded}`);
      if (!places) return [[], 0];
      if (!rarest || places.length < rarest[0].length) rarest = [places, at];
    }
    return rarest ?? [[], 0];
  }

  #verifiedAt({ source, layer }: Place, at: number, quotation: string, form: string): VerifiedQuotation | null {
    const { form: there, leftOut } = layer;
    const end = matchEnd(there.text, at, form);
    if (end < 0 || end === at || !isBoundary(there.text, at) || !isBoundary(there.text, end)) return null;
    const range = { start: there.starts[at]!, end: there.ends[end - 1]! };
    const words = this.#sources[source]!.text.slice(range.start, range.end);
    const left = rangesWithin(leftOut, range);
    const tier = tierOf(words, quotation, left);
    if (!tier) return null;
    return {
      status: 'VERIFIED',
      tier,
      source,
      ...range,
      words,
      leavesOutFootnotes: left.length > 0,
      ...(left.length > 0 && { leftOut: left.map((one) => movedBy(one, range.start)) }),
      addsEndMark: false,
    };
  }

  /** The most similar place. */
  #compare(form: string, words: readonly Word[]): AlteredQuotation | null {
    if (words.length < FEWEST_WORDS_TO_COMPARE) return null;
    let best: { place: Place; alignment: ReturnType<typeof align> } | null = null;
    for (const number of this.#similarPlaces(words)) {
      const place = this.#placeOf(Math.max(0, number));
      const alignment = align(words, place.layer.words, place.word + Math.min(0, number));
      if (!best || alignment.same > best.alignment.same) best = { place, alignment };
    }
    if (!best || best.alignment.same < LEAST_SAME * words.length) return null;
    const { place, alignment } = best;
    const { layer, source } = place;
    const [first, last] = [layer.words[alignment.from], layer.words[alignment.to - 1]];
    if (!first || !last) return null;
    const range = { start: layer.form.starts[first.start]!, end: layer.form.ends[last.end - 1]! };
    const original = this.#sources[source]!.text.slice(range.start, range.end);
    const differences = differencesOf(alignment, { text: form, words }, layer);
    if (differences.length === 0) {
      differences.push({ kind: DifferenceKind.PUNCTUATION, quoted: form, source: original, ...range });
    }
    return { status: 'ALTERED', source, ...range, words: original, differences, isMarked: false };
  }

  /** The place of a quotation that shows its changes, if all of its parts are there in their order. */
  #findMarked(quotation: string): AlteredQuotation | null {
    const marked = divideAtMarks(quotation);
    if (!marked) return null;
    const parts = marked.parts.map((part) =>
      spellings(part).map(({ text, capital }) => ({ form: normalText(text, Tier.HYPHENATION).text.trim(), capital })),
    );
    const lengths = parts.map(([spelling]) => wordsOf(spelling!.form).length);
    const anchor = lengths.indexOf(Math.max(...lengths));
    if (lengths[anchor]! < FEWEST_WORDS || lengths.reduce((sum, one) => sum + one, 0) < FEWEST_WORDS_TO_COMPARE)
      return null;
    for (const { form, capital } of parts[anchor]!) {
      let checked = 0;
      for (const { place, at } of this.#startsOf(wordsOf(form))) {
        if (checked++ >= MAX_MARKED_PLACES) break;
        const source = place.layer.form.text;
        const end = partEnd(source, at, form);
        const found = end > 0 ? partsAround(source, parts, anchor, { start: at, end, capital }) : null;
        const result = found && this.#marked(place, found, marked.gaps);
        if (result) return result;
      }
    }
    return null;
  }

  #marked({ source, layer }: Place, parts: readonly FoundPart[], gaps: readonly MarkedGap[]): AlteredQuotation | null {
    const { text, starts, ends } = layer.form;
    const changes = markedChanges(text, parts, gaps);
    if (changes.length === 0) return null;
    const present = parts.filter(({ start, end }) => end > start);
    const range = { start: starts[present[0]!.start]!, end: ends[present.at(-1)!.end - 1]! };
    const words = this.#sources[source]!.text.slice(range.start, range.end);
    const placeOf = ({ start, end }: TextRange): TextRange => {
      const at = ends[Math.max(start, end, 1) - 1]!;
      return start < end ? { start: starts[start]!, end: at } : { start: at, end: at };
    };
    const differences = changes.map(
      ({ kind, mark, ...range }): Difference => ({
        kind,
        quoted: mark,
        source: text.slice(range.start, range.end).trim(),
        ...placeOf(range),
      }),
    );
    return { status: 'ALTERED', source, ...range, words, differences, isMarked: true };
  }

  /**
   * Numbers of the words where the quotation could begin, by the pairs of words that are there. A rare pair weighs more, because
   * only some places of a frequent one are taken into account.
   */
  #similarPlaces(words: readonly Word[]): number[] {
    const votes = new Map<number, { weight: number; at: number }>();
    for (let at = 0; at + 1 < words.length; at++) {
      const places = this.#pairs.get(`${words[at]!.folded} ${words[at + 1]!.folded}`) ?? [];
      for (const number of places.slice(0, MAX_VOTES)) {
        const bucket = Math.floor((number - at) / 16);
        const vote = votes.get(bucket);
        if (vote) vote.weight += 1 / places.length;
        else votes.set(bucket, { weight: 1 / places.length, at: number - at });
      }
    }
    return [...votes.values()]
      .sort((one, other) => other.weight - one.weight)
      .slice(0, MAX_CANDIDATES)
      .map(({ at }) => at);
  }
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function commonLength(quotation: string, source: string, at: number): number {
  let length = 0;
  while (length < quotation.length && quotation.charCodeAt(length) === source.charCodeAt(at + length)) length++;
  return length + 1;
}

function rangesWithin(ranges: readonly TextRange[], { start, end }: TextRange): TextRange[] {
  return ranges
    .filter((range) => range.start >= start && range.end <= end)
    .map((range) => ({ start: range.start - start, end: range.end - start }));
}

/** A range of a part of a text, as a range of the text. @param offset start of the part */
export const movedBy = ({ start, end }: TextRange, offset: number): TextRange => ({
  start: start + offset,
  end: end + offset,
});

/** A quotation without the white space at its ends. */
export function trimmedText(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isTrimmed(text.charCodeAt(start))) start++;
  while (end > start && isTrimmed(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const searches = new WeakMap<PreparedSource, QuotationSearch>();

/** Looks for a quotation in one document. @throws {QuotationLimitExceeded} */
export function findQuotation(source: PreparedSource, quotation: string): QuotationResult {
  let search = searches.get(source);
  if (!search) {
    search = new QuotationSearch([source]);
    searches.set(source, search);
  }
  return search.find(quotation);
}

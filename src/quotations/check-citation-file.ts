import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isLetter, isUnspaced } from './characters.ts';
import type { CitationFile, CitedPlace, CitedQuotation, CitedVersion } from './citation-file.ts';
import { trimmedText } from './find-quotation.ts';
import { findQuotationsIn } from './find-quotations-in.ts';
import { type TextRange, tierOf } from './normal-form.ts';

/** Copies with which the quotations of a citation file are checked. */
export interface CitationCopies {
  /** Extracted texts of versions, in any order. */
  readonly texts: readonly string[];
  /** The answer or the brief. Null: the tiers aren't checked. */
  readonly quoting: string | null;
}

/** Result for one quotation. */
export interface CitationResult {
  readonly quotation: CitedQuotation;
  /**
   * PASSED: the words are at the place, in the tier that the file states. FAILED: they aren't. NOT_CHECKED: a copy is missing. NOT_CLAIMED: the
   * file itself says that the quotation isn't verified.
   */
  readonly result: 'PASSED' | 'FAILED' | 'NOT_CHECKED' | 'NOT_CLAIMED';
  /** Sentence with the reason. */
  readonly detail: string;
  /** Words at the place. Null without the text. */
  readonly words: string | null;
  /** Footnotes and their marks that the quotation leaves out. */
  readonly leftOut: readonly string[];
}

export interface CitationReport {
  readonly quotations: readonly CitationResult[];
  /** For each version of the file, true if a given text has its digest. */
  readonly versions: readonly boolean[];
  /** True if the given answer or brief has the digest of the file. Null if none was given. */
  readonly isQuotingSame: boolean | null;
  /** Contradictions within the file, as sentences. */
  readonly contradictions: readonly string[];
  /** True if nothing failed, and each quotation that the file calls verified was checked. */
  readonly isProven: boolean;
}

export const textDigest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Checks each quotation of a citation file against copies of the texts. It doesn't check that the file is sealed. */
export function checkCitationFile(file: CitationFile, { texts, quoting }: CitationCopies): CitationReport {
  const byDigest = new Map(texts.map((text) => [textDigest(text), text]));
  const versions = file.versions.map((version) => textOf(version, byDigest));
  const isQuotingSame = quoting === null ? null : textDigest(quoting) === file.text?.sha256;
  const sameQuoting = isQuotingSame ? quoting : null;
  const wording = sameQuoting === null ? null : wordingIn(file, sameQuoting);
  const quotations = (file.quotations ?? []).map((one) => resultOf(one, versions, wording));
  const contradictions = contradictionsIn(file);
  return {
    quotations,
    versions: versions.map((text) => text !== null),
    isQuotingSame,
    contradictions,
    isProven:
      contradictions.length === 0 &&
      isQuotingSame !== false &&
      quotations.every(({ result }) => result === 'PASSED' || result === 'NOT_CLAIMED'),
  };
}

/** Reads the words of a quotation in the text that quotes. */
type Wording = (range: TextRange) => string;

/** In a brief, the marks that begin each further paragraph or line of a quotation aren't part of its words. */
function wordingIn({ kind }: CitationFile, quoting: string): Wording {
  const slice: Wording = ({ start, end }) => quoting.slice(start, end);
  if (kind !== 'QUOTATION_REPORT') return slice;
  const found = findQuotationsIn(quoting).quotations;
  const byRange = new Map(found.map(({ start, end, text }) => [`${start} ${end}`, text]));
  return (range) => byRange.get(`${range.start} ${range.end}`) ?? slice(range);
}

function textOf({ textSha256, textLength }: CitedVersion, byDigest: ReadonlyMap<string, string>): string | null {
  const text = byDigest.get(textSha256) ?? null;
  return text !== null && textLength !== undefined && text.length !== textLength ? null : text;
}

function resultOf(
  quotation: CitedQuotation,
  versions: readonly (string | null)[],
  quoting: Wording | null,
): CitationResult {
  const { status, place, leftOut = [] } = quotation;
  const base = { quotation, words: null, leftOut: [] };
  if (status !== 'VERIFIED' || !place) {
    return { ...base, result: 'NOT_CLAIMED', detail: `The file doesn’t call it verified: ${status}.` };
  }
  const text = versions[place.version] ?? null;
  if (text === null) {
    return { ...base, result: 'NOT_CHECKED', detail: 'The text of the cited version wasn’t given.' };
  }
  const words = text.slice(place.start, place.end);
  const found = { quotation, words, leftOut: leftOut.map(({ start, end }) => text.slice(start, end)) };
  const fault = faultOf(text, words, place) ?? wordingFault(quotation, place, words, quoting);
  if (fault !== null) return { ...found, result: 'FAILED', detail: fault };
  if (quoting === null && !quotation.isApart) {
    const detail = 'The text that quotes wasn’t given, so only the words at the place are known.';
    return { ...found, result: 'NOT_CHECKED', detail };
  }
  const detail = quotation.isApart
    ? 'The words are at this place. The answer doesn’t repeat them.'
    : 'The quotation is at this place in the stated tier.';
  return { ...found, result: 'PASSED', detail };
}

/** Reason why the place can't have the sealed words. */
function faultOf(text: string, words: string, { start, end, wordsSha256 }: CitedPlace): string | null {
  if (end > text.length || words === '') return 'The text has no characters at this place.';
  if (wordsSha256 !== undefined && textDigest(words) !== wordsSha256) {
    return 'The words at this place have another digest than the file states.';
  }
  return isWithinWord(text, start) || isWithinWord(text, end) ? 'The place begins or ends within a word.' : null;
}

/** Reason why the text that quotes doesn't have the words in the stated tier. */
function wordingFault(
  { start, end, tier, leftOut = [], addsEndMark, isApart }: CitedQuotation,
  place: CitedPlace,
  words: string,
  quoting: Wording | null,
): string | null {
  if (quoting === null || isApart) return null;
  const written = trimmedText(quoting({ start, end }));
  if (addsEndMark && !/[.,]$/.test(written)) return 'The quotation has no end mark of its own.';
  const quoted = addsEndMark ? written.slice(0, -1) : written;
  const ranges = leftOut.map((one) => ({ start: one.start - place.start, end: one.end - place.start }));
  const found = tierOf(words, quoted, ranges);
  if (found === null) return 'The quotation differs from the words at this place.';
  return found === tier ? null : `The quotation matches in the tier ${found}, but the file states ${tier}.`;
}

/** Statements of the file that its own quotations don't support. */
function contradictionsIn({ claims = [], quotations = [], outcome }: CitationFile): string[] {
  const supported = new Set(quotations.filter(({ status }) => status === 'VERIFIED').map(({ claim }) => claim));
  const found = claims.flatMap(({ isSupported }, at) =>
    isSupported === supported.has(at) ? [] : [`Statement ${at + 1} is marked otherwise than its quotations say.`],
  );
  const isWrong =
    (outcome === 'SUPPORTED' && claims.some(({ isSupported }) => !isSupported)) ||
    ((outcome === 'UNSUPPORTED' || outcome === 'NOT_IN_DOCUMENTS') && claims.some(({ isSupported }) => isSupported));
  return isWrong ? [...found, `The outcome ${outcome} contradicts the statements.`] : found;
}

/** True between two letters of one word. Scripts without spaces can be cut anywhere. */
function isWithinWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return isLetter(before) && isLetter(after) && !isUnspaced(before) && !isUnspaced(after);
}

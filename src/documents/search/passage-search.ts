import type { EntityManager } from '@mikro-orm/postgresql';
import type { TextRange } from '../extraction/extracted-document.ts';
import { editDistance } from './edit-distance.ts';
import {
  indexSize,
  lexemesOf,
  matchingWords,
  type PassageFilter,
  phraseQuery,
  type QueryLexeme,
  quoted,
  type RankedPassage,
  rankPassages,
  type ScoredTerm,
  wordsLike,
} from './search.sql.ts';
import { readSearchQuery, type SearchQuery } from './search-query.ts';

/** Maximum number of passages that are ranked. */
const CANDIDATES = 2_000;
/** Number of passages whose words are also compared by proximity. */
const RERANKED = 200;
/** Maximum number of different words that are scored, the rarest of the query. Each is looked for in all candidates. */
const SCORED = 16;
/** Maximum number of words that are replaced by words spelled alike, of forms of each in several languages, and of replacements. */
const RESPELLED = 4;
const FORMS = 3;
const REPLACEMENTS = 3;
/** Number of words whose spelling is compared letter by letter with one of the query, the most similar by trigram. */
const COMPARED = 30;
/** Least similarity by trigram of words that are spelled alike in more than one or two letters. */
const SIMILARITY = 0.5;
/** Minimum letters of a word in which two may differ. In a shorter one, one may. */
const LONG_WORD = 8;

/** A passage that fits a query. */
export interface FoundPassage extends RankedPassage {
  /** Words of the query in the version’s text, as ranges in UTF-16 code units. */
  readonly highlights: readonly TextRange[];
}

export interface SearchResult {
  readonly passages: readonly FoundPassage[];
  /** False if more passages fit than were ranked, or a part of the query was ignored. */
  readonly isComplete: boolean;
}

export interface SearchRequest extends PassageFilter {
  readonly query: string;
  /** Maximum number of passages. */
  readonly first: number;
}

const NOTHING: SearchResult = { passages: [], isComplete: true };

/** Searches the current versions of the documents of cases. The caller must be allowed to read them. */
export async function searchCases(
  em: EntityManager,
  { query, first, ...filter }: SearchRequest,
): Promise<SearchResult> {
  const read = readSearchQuery(query);
  const size = await indexSize(em, filter.caseIds);
  if (size.passages === 0 || read.words.length === 0) return { ...NOTHING, isComplete: read.isWhole };
  const found = await lexemesOf(em, read.words, size.configurations, filter.caseIds);
  const known = found.filter(({ passages }) => passages > 0).sort((one, other) => one.passages - other.passages);
  const { respelled, isWhole: isRespelled } = await likeUnknown(em, found, filter.caseIds);
  const counted = [...known, ...respelled];
  const idf = (passages: number) => Math.log(1 + (size.passages - passages + 0.5) / (passages + 0.5));
  const terms: ScoredTerm[] = counted
    .map(({ lexeme, passages, share }: CountedTerm) => ({
      lexeme,
      weight: (share ?? 1) * Math.max(1e-6, idf(Math.min(passages, size.passages))),
    }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, SCORED);
  if (terms.length === 0) return { ...NOTHING, isComplete: read.isWhole && isRespelled };
  const required = await requiredQuery(em, read, size.configurations);
  if (required === null) return { ...NOTHING, isComplete: read.isWhole };
  const scored = new Set(terms.map(({ lexeme }) => lexeme));
  const candidates = candidateQuery(
    counted.filter(({ lexeme }) => scored.has(lexeme)),
    size.passages,
  );
  const matching = [scopeQuery(filter), `(${candidates.query})`, ...required].filter((part) => part !== '').join(' & ');
  const ranked = await rankPassages(em, matching, terms, filter, {
    meanLength: size.meanLength,
    candidates: CANDIDATES,
    reranked: RERANKED,
    first,
  });
  const isComplete =
    read.isWhole && isRespelled && candidates.isWhole && ranked.candidates < CANDIDATES && counted.length <= SCORED;
  return { passages: await highlighted(em, ranked.passages, [...scored], size.configurations), isComplete };
}

interface CountedTerm {
  lexeme: string;
  passages: number;
  /** Part of the weight that a word has which is only spelled like one of the query. */
  share?: number;
}

/** Words spelled like those of the query that no passage has. */
async function likeUnknown(
  em: EntityManager,
  found: readonly QueryLexeme[],
  caseIds: readonly string[],
): Promise<{ respelled: CountedTerm[]; isWhole: boolean }> {
  const knownAt = new Set(found.filter(({ passages }) => passages > 0).map(({ position }) => position));
  const unknown = Map.groupBy(
    found.filter(({ position, lexeme }) => !knownAt.has(position) && lexeme.length >= 3),
    ({ position }) => position,
  );
  const wanted = [...unknown.values()].slice(0, RESPELLED).flatMap((forms) => forms.slice(0, FORMS));
  const words = new Map<string, CountedTerm>();
  for (const { lexeme } of wanted) {
    const alike = (await wordsLike(em, lexeme, caseIds, COMPARED))
      .map(({ word, passages, similarity }) => ({ lexeme: word, passages, share: shareOf(lexeme, word, similarity) }))
      .filter(({ share }) => share > 0)
      .sort((one, other) => other.share - one.share);
    for (const term of alike.slice(0, REPLACEMENTS)) words.set(term.lexeme, term);
  }
  for (const { lexeme } of found) words.delete(lexeme);
  return { respelled: [...words.values()], isWhole: unknown.size <= RESPELLED };
}

/** Part of the weight of a word that is spelled like one of the query. 0 if it isn’t. */
function shareOf(wanted: string, word: string, similarity: number): number {
  const distance = editDistance(wanted, word);
  if (distance <= (wanted.length < LONG_WORD ? 1 : 2)) return 1 - distance / Math.max(wanted.length, word.length);
  return similarity >= SIMILARITY ? similarity : 0;
}

/** Maximum number of cases or documents that the index looks up by their ids. More are compared row by row. */
const IN_INDEX = 100;

/** Lexemes that the passages of the cases and documents have. */
function scopeQuery({ caseIds, documentIds }: PassageFilter): string {
  const ids = documentIds && documentIds.length <= IN_INDEX ? documentIds : caseIds;
  return ids.length === 0 || ids.length > IN_INDEX ? '' : `(${ids.map((id) => quoted(`#${id}`)).join(' | ')})`;
}

/** Phrases and excluded words as `tsquery`s. Null if no passage can fit. */
async function requiredQuery(
  em: EntityManager,
  { phrases, excluded }: SearchQuery,
  configurations: readonly string[],
): Promise<string[] | null> {
  const required: string[] = [];
  for (const phrase of phrases) {
    const query = await phraseQuery(em, phrase, configurations);
    if (query !== null) required.push(`(${query})`);
  }
  for (const phrase of excluded) {
    const query = await phraseQuery(em, phrase, configurations);
    if (query !== null) required.push(`!(${query})`);
  }
  return required;
}

/**
 * The passages to rank as a `tsquery` that about `CANDIDATES` passages match: those with a rare word, and those with several
 * frequent ones. Passages with only one frequent word of several are left out.
 */
function candidateQuery(terms: readonly CountedTerm[], passages: number): { query: string; isWhole: boolean } {
  const all = [...terms].sort((one, other) => one.passages - other.passages);
  let left = CANDIDATES;
  const parts: string[] = [];
  const add = (combined: readonly CountedTerm[]): boolean => {
    const expected = combined.reduce((share, term) => share * (term.passages / passages), passages);
    if (expected > left) return false;
    left -= expected;
    parts.push(combined.map(({ lexeme }) => quoted(lexeme)).join(' & '));
    return true;
  };
  const frequent = all.filter((term) => !add([term]));
  if (frequent.length === 0) return { query: anyOf(parts), isWhole: true };
  const paired = new Set<CountedTerm>();
  for (const [one, other] of pairsOf(frequent)) {
    if (add([one, other])) paired.add(one).add(other);
  }
  for (const [at, term] of frequent.entries()) {
    for (let other = at + 1; other + 1 < frequent.length && !paired.has(term); other += 1) {
      if (add([term, frequent[other]!, frequent[other + 1]!])) paired.add(term);
    }
  }
  if (parts.length > 0) {
    if (paired.size === 0) add(frequent);
    return { query: anyOf(parts), isWhole: false };
  }
  // The frequent words all together, however many passages have them: the limit of the statement applies.
  return { query: frequent.map(({ lexeme }) => quoted(lexeme)).join(' & '), isWhole: frequent.length === 1 };
}

const anyOf = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(' | ');

function pairsOf<T>(values: readonly T[]): [T, T][] {
  return values.flatMap((one, at) => values.slice(at + 1).map((other): [T, T] => [one, other]));
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}\p{M}]+)*/gu;

async function highlighted(
  em: EntityManager,
  passages: readonly RankedPassage[],
  lexemes: readonly string[],
  configurations: readonly string[],
): Promise<FoundPassage[]> {
  const words = new Set(passages.flatMap(({ text }) => text.match(WORD) ?? []).filter((word) => word.length <= 200));
  const matching = await matchingWords(em, [...words], lexemes, configurations);
  return passages.map((passage) => ({
    ...passage,
    highlights: [...passage.text.matchAll(WORD)]
      .filter(([word]) => matching.has(word))
      .map(({ index, 0: word }) => ({ start: passage.start + index, end: passage.start + index + word.length })),
  }));
}

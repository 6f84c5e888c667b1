import type { EntityManager } from '@mikro-orm/postgresql';
import { withoutMarks } from '../../proof/normal-form.ts';
import type { TextRange } from '../../quotations/index.ts';
import { editDistance } from './edit-distance.ts';
import { PARTS_OF_CASE, partLexeme } from './passage.sql.ts';
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
import { textConfiguration } from './text-configuration.ts';

/** Maximum number of passages that are ranked. Each takes about 10 µs, so that twice as many would be most of the time of a search. */
const CANDIDATES = 750;
/**
 * Maximum number of entries of the index that are read to find these passages. A frequent word has one per passage; reading takes
 * about 0.3 µs each.
 */
const ENTRIES = 50_000;
/** Multiple of the passages to rank that are looked up by frequent words, because the filter leaves some of them out. */
const SPARE = 3;
/** Maximum number of parts of cases that one search reads. Each of their passages is compared with all of these parts. */
const MOST_PARTS = 60;
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
  const configurations = configurationsOf(filter, size.configurations);
  const found = await lexemesOf(em, read.words, configurations, filter.caseIds);
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
  const required = await requiredQuery(em, read, configurations);
  if (required === null) return { ...NOTHING, isComplete: read.isWhole };
  const scored = new Set(terms.map(({ lexeme }) => lexeme));
  const candidates = candidateQuery(
    counted.filter(({ lexeme }) => scored.has(lexeme)),
    size.passages,
    filter,
    read.phrases.length > 0,
  );
  const matching = [scopeQuery(filter, size.share), `(${candidates.query})`, ...required]
    .filter((part) => part !== '')
    .join(' & ');
  const ranked = await rankPassages(em, matching, terms, filter, {
    meanLength: size.meanLength,
    candidates: CANDIDATES,
    reranked: RERANKED,
    first,
  });
  const isComplete =
    read.isWhole && isRespelled && candidates.isWhole && ranked.candidates < CANDIDATES && counted.length <= SCORED;
  return { passages: await highlighted(em, ranked.passages, [...scored]), isComplete };
}

/** Configurations in which the languages are indexed, of these. */
function configurationsOf({ languages }: PassageFilter, all: readonly string[]): readonly string[] {
  if (!languages) return all;
  const wanted = new Set(languages.map(textConfiguration));
  return all.filter((configuration) => wanted.has(configuration));
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
/** Number of cases that are compared row by row if they have most passages. With their ids, reading would take four times as long. */
const FEW_CASES = 4;
const MOST_OF_INDEX = 0.3;

/** Lexemes that the passages of the cases and documents have. */
function scopeQuery({ caseIds, documentIds }: PassageFilter, share: number): string {
  if (isInDocuments(documentIds)) return anyOf(documentIds.map((id) => `#${id}`));
  if (caseIds.length > IN_INDEX || (caseIds.length > FEW_CASES && share > MOST_OF_INDEX)) return '';
  return anyOf(caseIds.map((id) => `#${id}`));
}

/** True if the index looks up the documents, so that it reads few entries. */
function isInDocuments(documentIds: PassageFilter['documentIds']): documentIds is readonly string[] {
  return !!documentIds && documentIds.length > 0 && documentIds.length <= IN_INDEX;
}

const anyOf = (lexemes: readonly string[]) => (lexemes.length === 0 ? '' : `(${lexemes.map(quoted).join(' | ')})`);

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
 * frequent ones. Passages with only one frequent word of several are left out. If frequent words can’t be found together with few
 * entries of the index, only some parts of the cases are searched for them.
 */
function candidateQuery(
  terms: readonly CountedTerm[],
  passages: number,
  filter: PassageFilter,
  hasPhrases: boolean,
): { query: string; isWhole: boolean } {
  const all = [...terms].sort((one, other) => one.passages - other.passages);
  let left = CANDIDATES;
  let entries = isInDocuments(filter.documentIds) ? Number.POSITIVE_INFINITY : ENTRIES;
  const read = new Set<CountedTerm>();
  const parts: string[] = [];
  const expected = (combined: readonly CountedTerm[]) =>
    combined.reduce((share, term) => share * (term.passages / passages), passages);
  /** Adds the passages with all of these words. The entries of the first one, the rarest, are read. */
  const add = (combined: readonly [CountedTerm, ...CountedTerm[]]): boolean => {
    const [rarest] = combined;
    const cost = read.has(rarest) ? 0 : rarest.passages;
    if (expected(combined) > left || cost > entries) return false;
    left -= expected(combined);
    entries -= cost;
    read.add(rarest);
    parts.push(together(combined));
    return true;
  };
  const frequent = all.filter((term) => !add([term]));
  const [rarest] = frequent;
  if (!rarest) return { query: parts.join(' | '), isWhole: true };
  const paired = new Set<CountedTerm>();
  for (const [one, other] of pairsOf(frequent)) {
    if (add([one, other])) paired.add(one).add(other);
  }
  for (const [at, term] of frequent.entries()) {
    for (let other = at + 1; other + 1 < frequent.length && !paired.has(term); other += 1) {
      if (add([term, frequent[other]!, frequent[other + 1]!])) paired.add(term);
    }
  }
  // The frequent words all together.
  if (parts.length > 0 && paired.size > 0) {
    return { query: parts.map((part) => `(${part})`).join(' | '), isWhole: false };
  }
  const found = expected(frequent);
  const wanted = CANDIDATES * (isNarrowed(filter) ? SPARE : 1);
  const isShort = found <= SPARE * CANDIDATES && (read.has(rarest) || rarest.passages <= entries);
  // A phrase of frequent words can be rare, so it is looked up everywhere.
  const isEverywhere = isShort || hasPhrases;
  const isIn = isEverywhere ? '' : ` & ${anyOf(someParts(filter, Math.min(wanted / found, ENTRIES / passages)))}`;
  parts.push(`${together(frequent)}${isIn}`);
  return { query: parts.map((part) => `(${part})`).join(' | '), isWhole: isEverywhere && terms.length === 1 };
}

function isNarrowed({ documentIds, languages, mediaTypes, createdFrom, createdBefore }: PassageFilter): boolean {
  return Boolean(documentIds || languages || mediaTypes || createdFrom || createdBefore);
}

const together = (terms: readonly CountedTerm[]) => terms.map(({ lexeme }) => quoted(lexeme)).join(' & ');

/** Lexemes of parts of the cases, with about this share of their passages. */
function someParts({ caseIds }: PassageFilter, share: number): string[] {
  const most = Math.max(1, Math.floor(MOST_PARTS / caseIds.length));
  const count = Math.min(most, PARTS_OF_CASE, Math.ceil(share * PARTS_OF_CASE));
  return caseIds.flatMap((id) => Array.from({ length: count }, (_, part) => partLexeme(id, part)));
}

function pairsOf<T>(values: readonly T[]): [T, T][] {
  return values.flatMap((one, at) => values.slice(at + 1).map((other): [T, T] => [one, other]));
}

/** Maximum length of a word that is highlighted. */
const MOST_OF_WORD = 200;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}\p{M}]+)*/gu;

/** Configurations whose stemmers can change the first letter of a word. */
const CHANGES_BEGINNING: ReadonlySet<string> = new Set(['arabic', 'indonesian', 'irish']);

async function highlighted(
  em: EntityManager,
  passages: readonly RankedPassage[],
  lexemes: readonly string[],
): Promise<FoundPassage[]> {
  const beginnings = new Set(lexemes.map(beginning));
  /** Words that could be one of the lexemes, by the configuration in which they were indexed. */
  const possible = new Map<string, Set<string>>();
  for (const { text, configuration } of passages) {
    const words = possible.get(configuration) ?? new Set();
    possible.set(configuration, words);
    for (const word of text.match(WORD) ?? []) {
      if (word.length > MOST_OF_WORD) continue;
      // The parts of a compound are words of their own.
      const isPossible =
        CHANGES_BEGINNING.has(configuration) ||
        word.split(/['’.-]/).some((part) => {
          const letter = beginning(part);
          return beginnings.has(letter) || !/^[a-z0-9]$/.test(letter);
        });
      if (isPossible) words.add(word);
    }
  }
  const matching = await matchingWords(em, possible, lexemes);
  return passages.map((passage) => ({
    ...passage,
    highlights: [...passage.text.matchAll(WORD)]
      .filter(([word]) => matching.get(passage.configuration)?.has(word))
      .map(({ index, 0: word }) => ({ start: passage.start + index, end: passage.start + index + word.length })),
  }));
}

/** First letter of a word, without its accent and case. */
function beginning(word: string): string {
  return withoutMarks(word.slice(0, 2), 'NFKD').slice(0, 1).toLowerCase();
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** Number and mean length of the passages that are searched. */
export interface IndexSize {
  readonly configurations: string[];
  readonly passages: number;
  /** Mean length of a passage in UTF-16 code units. */
  readonly meanLength: number;
  /** Share of these passages in those of all cases, from 0 to 1. It is an estimate. */
  readonly share: number;
}

/** Size of the index of these cases. */
export async function indexSize(em: EntityManager, caseIds: readonly string[]): Promise<IndexSize> {
  const [found] = await sql<{ configurations: string[] | null; passages: string; characters: string; all: number }>(
    em,
    `select array_agg(distinct configuration::text) as configurations, coalesce(sum(passages), 0) as passages,
       coalesce(sum(characters), 0) as characters, (select reltuples::float8 from pg_class where oid = 'passage'::regclass) as "all"
     from case_index where case_id = any($1)`,
    [caseIds],
  );
  const passages = Number(found!.passages);
  return {
    configurations: found!.configurations ?? [],
    passages,
    meanLength: Math.max(1, Number(found!.characters) / Math.max(1, passages)),
    share: Math.min(1, passages / Math.max(1, found!.all, passages)),
  };
}

/** A word of the query in the form in which passages are indexed. */
export interface QueryLexeme {
  /** Position of the word in the query, from 1. */
  readonly position: number;
  readonly lexeme: string;
  /** Number of passages that have it. */
  readonly passages: number;
}

/** Lexemes of words, in each of the configurations. Words without meaning in a language, such as “the”, have none in it. */
export async function lexemesOf(
  em: EntityManager,
  words: readonly string[],
  configurations: readonly string[],
  caseIds: readonly string[],
): Promise<QueryLexeme[]> {
  return sql<QueryLexeme>(
    em,
    `select of_query.position::int as position, of_query.lexeme, coalesce(counted.passages, 0)::int as passages
     from (select min(word.position) as position, lexeme
           from unnest($1::text[]) with ordinality as word(text, position)
           cross join unnest($2::text[]) configuration
           cross join unnest(tsvector_to_array(to_tsvector(configuration::regconfig, without_accents(word.text)))) lexeme
           group by lexeme) of_query
     left join lateral (select sum(one.passages) as passages from unnest($3::text[]) searched(id)
       -- One row at a time, by the primary key: the trigram index would be read for all cases.
       cross join lateral (select passages from case_word where case_id = searched.id and word = of_query.lexeme limit 1) one
     ) counted on true
     order by of_query.position, of_query.lexeme`,
    [words, configurations, caseIds],
  );
}

/** Words of the cases that are spelled like a lexeme, the most similar first. */
export async function wordsLike(
  em: EntityManager,
  lexeme: string,
  caseIds: readonly string[],
  { similarity, most }: { similarity: number; most: number },
): Promise<{ word: string; passages: number; similarity: number }[]> {
  return em.transactional(async (inner) => {
    // The operator uses this setting. With its default, 0.3, it would compare thirty times as many words.
    await sql(inner, `select set_config('pg_trgm.similarity_threshold', $1, true)`, [String(similarity)]);
    return sql(
      inner,
      `select word, sum(passages)::int as passages, similarity(word, $1)::float8 as similarity from case_word
       where word % $1 and case_id = any($2) group by word order by 3 desc, 2 desc, 1 limit $3`,
      [lexeme, caseIds, most],
    );
  });
}

/** A phrase that passages must have, or words that they must not have, in all the configurations, as a `tsquery`. */
export async function phraseQuery(
  em: EntityManager,
  phrase: string,
  configurations: readonly string[],
): Promise<string | null> {
  const [found] = await sql<{ query: string | null }>(
    em,
    `select string_agg('(' || query::text || ')', ' | ') as query
     from (select distinct phraseto_tsquery(configuration::regconfig, without_accents($1)) as query
           from unnest($2::text[]) configuration) queries where numnode(query) > 0`,
    [phrase, configurations],
  );
  return found!.query;
}

/** A lexeme and what it adds to the relevance of a passage. */
export interface ScoredTerm {
  readonly lexeme: string;
  /** Inverse document frequency, and less for a word that is only spelled like one of the query. */
  readonly weight: number;
}

export interface PassageFilter {
  readonly caseIds: readonly string[];
  readonly documentIds?: readonly string[] | null | undefined;
  /** Primary language tags. */
  readonly languages?: readonly string[] | null | undefined;
  readonly mediaTypes?: readonly string[] | null | undefined;
  /** Bounds of the time when the document was uploaded; the second is exclusive. */
  readonly createdFrom?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

export interface RankedPassage {
  readonly caseId: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly firstPage: number | null;
  readonly lastPage: number | null;
  readonly headingPath: string[];
  readonly configuration: string;
  readonly text: string;
  /** BM25. */
  readonly relevance: number;
  /** Cover density: how close to each other the words are. */
  readonly proximity: number;
  /** Sum of the reciprocal ranks by relevance and by proximity. */
  readonly score: number;
}

interface RankingLimits {
  readonly meanLength: number;
  /** Maximum number of passages to rank. */
  readonly candidates: number;
  /** Number of passages, the most relevant, that are also ranked by proximity. */
  readonly reranked: number;
  readonly first: number;
}

/** BM25's saturation of frequent words, and its correction for the length of the passage. */
const K1 = 1.2;
const B = 0.75;
/** Constant of the fusion by reciprocal rank. */
const K = 60;

/** Quotes a lexeme for a `tsquery`. */
export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * The passages that match a `tsquery` and a filter, in the order of their score, and the number of candidates that were ranked.
 * Only passages of current versions are found.
 */
export async function rankPassages(
  em: EntityManager,
  matching: string,
  terms: readonly ScoredTerm[],
  filter: PassageFilter,
  { meanLength, candidates, reranked, first }: RankingLimits,
): Promise<{ passages: RankedPassage[]; candidates: number }> {
  const values: unknown[] = [
    matching,
    candidates,
    reranked,
    first,
    meanLength,
    terms.map(({ lexeme }) => quoted(lexeme)).join(' | '),
  ];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [`passage.words @@ $1::tsquery`, `passage.case_id = any(${parameter(filter.caseIds)})`];
  if (filter.documentIds) conditions.push(`passage.document_id = any(${parameter(filter.documentIds)})`);
  const ofDocument = ['id = passage.document_id', 'erased_at is null'];
  if (filter.createdFrom) ofDocument.push(`created_at >= ${parameter(filter.createdFrom)}`);
  if (filter.createdBefore) ofDocument.push(`created_at < ${parameter(filter.createdBefore)}`);
  const ofVersion = ['id = passage.version_id'];
  if (filter.languages) ofVersion.push(`language = any(${parameter(filter.languages)})`);
  if (filter.mediaTypes) ofVersion.push(`media_type = any(${parameter(filter.mediaTypes)})`);
  // Looked up by their ids for each passage. For joins, the planner expects one passage, and would then read whole tables for each.
  conditions.push(
    `(select current_version_id from document where ${ofDocument.join(' and ')}) = passage.version_id`,
    ...(ofVersion.length > 1 ? [`(select true from document_version where ${ofVersion.join(' and ')})`] : []),
  );
  // For one lexeme, ts_rank with equal weights is the sum of 1/n² up to its frequency, divided by the sum of all 1/n². The rest
  // of the series is 1 / (frequency + 0.5), with an error below 1 %. Unnesting 2,000 vectors would take ten times as long.
  const relevance = terms.map(
    ({ lexeme, weight }) =>
      `${parameter(weight)}::float8 * ${saturated(`ts_rank('{1,1,1,1}', passage.words, ${parameter(quoted(lexeme))}::tsquery)`)}`,
  );
  const rows = await sql<RankedPassage & { candidates: string }>(
    em,
    `with candidate as materialized (
       select passage.version_id, passage.ordinal, ${relevance.join(' + ')} as relevance
       from (
         select passage.* from passage
         where ${conditions.join(' and ')}
         limit $2
       ) passage
     ), top as (
       select *, row_number() over (order by relevance desc, version_id, ordinal) as relevance_rank
       from candidate order by relevance desc, version_id, ordinal limit $3
     ), fused as (
       select passage.*, top.relevance, top.relevance_rank, ts_rank_cd('{1,1,1,1}', passage.words, $6::tsquery, 0) as proximity
       from top join passage using (version_id, ordinal)
     ), ranked as (
       select *, row_number() over (order by proximity desc, relevance_rank) as proximity_rank from fused
     )
     select case_id as "caseId", document_id as "documentId", version_id as "versionId", ordinal, start_offset as start,
       end_offset as "end", first_page as "firstPage", last_page as "lastPage", heading_path as "headingPath", configuration,
       text, relevance, proximity::float8 as proximity,
       1.0::float8 / (${K} + relevance_rank) + ${PROXIMITY_SHARE}::float8 / (${K} + proximity_rank) as score,
       (select count(*) from candidate) as candidates
     from ranked order by score desc, relevance_rank limit $4`,
    values,
  );
  return { passages: rows, candidates: Number(rows[0]?.candidates ?? 0) };
}

/** Weight of the rank by proximity beside that by relevance, which has 1. */
const PROXIMITY_SHARE = 0.1;

/** SQL of BM25's saturated frequency, from the rank of one lexeme. */
function saturated(rank: string): string {
  const length = `(passage.end_offset - passage.start_offset) / $5::float8`;
  return `(select case when rank > 0 then frequency * ${K1 + 1} / (frequency + ${K1} * (${1 - B} + ${B} * ${length})) else 0 end
    from (select rank, greatest(1, round(1 / (1.6449340668 * greatest(0.0001, 1 - rank)) - 0.5)) as frequency
          from (select ${rank}::float8 as rank offset 0) one offset 0) counted)`;
}

/** A passage in the index, with the names and digests of its document and version. */
export interface IndexedPassage {
  readonly documentId: string;
  readonly documentName: string;
  readonly versionId: string;
  readonly versionSha256: string;
  readonly textSha256: string;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly pageFirst: number | null;
  readonly pageLast: number | null;
  readonly headingPath: string[];
  readonly text: string;
}

const INDEXED = `document.id as "documentId", document.name as "documentName", version.id as "versionId",
  version.sha256 as "versionSha256", version.text_sha256 as "textSha256", passage.ordinal, passage.start_offset as start,
  passage.end_offset as "end", passage.first_page as "pageFirst", passage.last_page as "pageLast",
  passage.heading_path as "headingPath", passage.text`;

/** Passages by version and ordinal, in the order of these. Passages that aren't current any more are left out. */
export function findPassages(
  em: EntityManager,
  passages: readonly { versionId: string; ordinal: number }[],
): Promise<IndexedPassage[]> {
  return sql(
    em,
    `select ${INDEXED} from unnest($1::text[], $2::int[]) with ordinality as wanted(version_id, ordinal, place)
     join passage using (version_id, ordinal)
     join document on document.id = passage.document_id and document.current_version_id = passage.version_id
     join document_version version on version.id = passage.version_id
     order by wanted.place`,
    [passages.map(({ versionId }) => versionId), passages.map(({ ordinal }) => ordinal)],
  );
}

/** Passages of the current versions of documents in their order, the earliest uploaded document first. At most `most`. */
export function firstPassages(
  em: EntityManager,
  { caseIds, documentIds }: Pick<PassageFilter, 'caseIds' | 'documentIds'>,
  most: number,
): Promise<IndexedPassage[]> {
  return sql(
    em,
    `select ${INDEXED} from document
     join document_version version on version.id = document.current_version_id
     cross join lateral (
       select * from passage where passage.version_id = version.id order by passage.ordinal limit $3
     ) passage
     where document.case_id = any($1::text[]) and ($2::text[] is null or document.id = any($2))
     order by document.id, passage.ordinal limit $3`,
    [caseIds, documentIds ?? null, most],
  );
}

/** Words that a query matches, of these by their configuration. */
export async function matchingWords(
  em: EntityManager,
  words: ReadonlyMap<string, ReadonlySet<string>>,
  lexemes: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = [...words].flatMap(([configuration, some]) => [...some].map((word) => ({ configuration, word })));
  if (rows.length === 0) return new Map();
  const found = await sql<{ configuration: string; word: string }>(
    em,
    `select configuration, word from unnest($1::text[], $2::text[]) as given(configuration, word)
     where tsvector_to_array(to_tsvector(configuration::regconfig, without_accents(word))) && $3::text[]`,
    [rows.map(({ configuration }) => configuration), rows.map(({ word }) => word), lexemes],
  );
  const matching = Map.groupBy(found, ({ configuration }) => configuration);
  return new Map([...matching].map(([configuration, some]) => [configuration, new Set(some.map(({ word }) => word))]));
}

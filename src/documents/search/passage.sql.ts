import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** A version of a document in the search index. */
export interface IndexedText {
  readonly caseId: string;
  readonly documentId: string;
  readonly versionId: string;
  /** PostgreSQL’s text search configuration. */
  readonly configuration: string;
}

/** Number of parts into which the passages of a case are divided, so that a search for frequent words can read some of them. */
export const PARTS_OF_CASE = 256;

/** Lexeme of the passages in one part of a case. */
export const partLexeme = (caseId: string, part: number) => `#${caseId}/${part}`;

/**
 * Inserts passages. Those that are already there are kept.
 * @param chunks JSON of an array of `Chunk`
 */
export async function insertPassages(em: EntityManager, of: IndexedText, chunks: string): Promise<void> {
  await sql(
    em,
    `insert into passage (version_id, ordinal, case_id, document_id, start_offset, end_offset, first_page, last_page,
       heading_path, configuration, text, words)
     select $1::text, chunk.ordinal, $2::text, $3::text, chunk.start, chunk."end", chunk."firstPage", chunk."lastPage",
       array(select json_array_elements_text(chunk."headingPath")), $4::text, chunk.text,
       to_tsvector($4::text::regconfig, without_accents(chunk.text)) || array_to_tsvector(array['#' || $2::text, '#' || $3::text,
         '#' || $2::text || '/' || (hashtext($1::text || chunk.ordinal) & ${PARTS_OF_CASE - 1})])
     from json_to_recordset($5) as chunk(ordinal int, start int, "end" int, "firstPage" int, "lastPage" int,
       "headingPath" json, text text)
     on conflict do nothing`,
    [of.versionId, of.caseId, of.documentId, of.configuration, chunks],
  );
}

export async function deletePassages(em: EntityManager, versionIds: readonly string[]): Promise<void> {
  await sql(em, 'delete from passage where version_id = any($1::text[])', [versionIds]);
}

/** Waits for other transactions that count the words of a case. Without it, two of them could block each other. */
export async function lockWords(em: EntityManager, caseId: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock($1, hashtext($2))', [COUNTING, caseId]);
}

/** First key of the PostgreSQL advisory lock, in addition to the case. */
const COUNTING = 7_064_601;

/** Adds the words of a version’s passages to those of its case. Returns false if they were already counted. */
export async function countWords(em: EntityManager, of: IndexedText): Promise<boolean> {
  const counted = await sql<{ passages: number; characters: string }>(
    em,
    `insert into indexed_version (version_id, case_id, configuration, passages, characters)
     select $1::text, $2::text, $3::text, count(*), coalesce(sum(end_offset - start_offset), 0) from passage where version_id = $1::text
     on conflict do nothing returning passages, characters`,
    [of.versionId, of.caseId, of.configuration],
  );
  if (counted.length === 0) return false;
  const { passages, characters } = counted[0]!;
  for (const { versionIds, from, to } of batchesOf([{ versionId: of.versionId, passages }])) {
    await sql(
      em,
      `insert into case_word (case_id, word, passages)
       select $4, word, count(*) from passage cross join unnest(tsvector_to_array(words)) word
       where version_id = any($1::text[]) and ordinal >= $2 and ordinal < $3 and word not like '#%' group by word order by word
       on conflict (case_id, word) do update set passages = case_word.passages + excluded.passages`,
      [versionIds, from, to, of.caseId],
    );
  }
  await sql(
    em,
    `insert into case_index (case_id, configuration, passages, characters) values ($1, $2, $3, $4)
     on conflict (case_id, configuration) do update set passages = case_index.passages + excluded.passages,
       characters = case_index.characters + excluded.characters`,
    [of.caseId, of.configuration, passages, characters],
  );
  return true;
}

/** Takes the words of versions of a case from those of the case, as far as they are counted. */
export async function discountWords(em: EntityManager, caseId: string, versionIds: readonly string[]): Promise<void> {
  const counted = await sql<{ versionId: string; configuration: string; passages: number; characters: string }>(
    em,
    `delete from indexed_version where version_id = any($1::text[])
     returning version_id as "versionId", configuration, passages, characters`,
    [versionIds],
  );
  if (counted.length === 0) return;
  for (const { versionIds: some, from, to } of batchesOf(counted)) {
    await sql(
      em,
      `with gone as (
         select word, count(*) as passages from passage cross join unnest(tsvector_to_array(words)) word
         where version_id = any($1::text[]) and ordinal >= $2 and ordinal < $3 group by word
       ), held as (
         select case_word.word, case_word.passages - gone.passages as passages
         from gone join case_word on case_word.case_id = $4 and case_word.word = gone.word
       ), deleted as (
         delete from case_word using held where case_id = $4 and case_word.word = held.word and held.passages <= 0
       )
       update case_word set passages = held.passages from held
       where case_id = $4 and case_word.word = held.word and held.passages > 0`,
      [some, from, to, caseId],
    );
  }
  await sql(
    em,
    `update case_index set passages = case_index.passages - gone.passages, characters = case_index.characters - gone.characters
     from (select configuration, sum(passages) as passages, sum(characters) as characters
           from unnest($2::text[], $3::bigint[], $4::bigint[]) one(configuration, passages, characters)
           group by configuration) gone
     where case_id = $1 and case_index.configuration = gone.configuration`,
    [
      caseId,
      counted.map(({ configuration }) => configuration),
      counted.map(({ passages }) => passages),
      counted.map(({ characters }) => characters),
    ],
  );
  await sql(em, 'delete from case_index where case_id = $1 and passages <= 0', [caseId]);
}

/** Passages whose words are counted by one statement, about a fifth of a second of work. */
const COUNTED_AT_ONCE = 500;

/** Divides the passages of versions into batches: several short versions, or a range of the ordinals of a long one. */
function* batchesOf(
  versions: readonly { versionId: string; passages: number }[],
): Generator<{ versionIds: string[]; from: number; to: number }> {
  let versionIds: string[] = [];
  let left = COUNTED_AT_ONCE;
  for (const { versionId, passages } of versions) {
    if (passages > COUNTED_AT_ONCE) {
      for (let from = 0; from < passages; from += COUNTED_AT_ONCE) {
        yield { versionIds: [versionId], from, to: from + COUNTED_AT_ONCE };
      }
      continue;
    }
    if (passages > left) {
      yield { versionIds, from: 0, to: COUNTED_AT_ONCE };
      versionIds = [];
      left = COUNTED_AT_ONCE;
    }
    versionIds.push(versionId);
    left -= passages;
  }
  if (versionIds.length > 0) yield { versionIds, from: 0, to: COUNTED_AT_ONCE };
}

/** Rows deleted by one statement. */
const DELETED_AT_ONCE = 20_000;

/**
 * Deletes some of the counts of the words of a case, for an erased case. Returns false if there are none left.
 */
export async function deleteSomeWords(em: EntityManager, caseId: string): Promise<boolean> {
  for (const table of ['indexed_version', 'case_index', 'case_word']) {
    const deleted = await sql(
      em,
      `delete from ${table} where ctid = any(array(select ctid from ${table} where case_id = $1 limit $2)) returning 1`,
      [caseId, DELETED_AT_ONCE],
    );
    if (deleted.length > 0) return true;
  }
  return false;
}

export async function isIndexed(em: EntityManager, versionId: string): Promise<boolean> {
  return (await sql(em, 'select 1 from indexed_version where version_id = $1', [versionId])).length > 0;
}

/** Ids of indexed versions of the document of a version that have ended and aren't its current one, with their case. */
export async function findStale(em: EntityManager, versionId: string): Promise<{ id: string; caseId: string }[]> {
  return sql(
    em,
    `select version.id, version.case_id as "caseId" from document_version named
     join document on document.id = named.document_id
     join document_version version on version.document_id = document.id
     where named.id = $1 and version.state not in ('WAITING', 'READING', 'INDEXING') and version.id is distinct from document.current_version_id
       and exists (select from passage where passage.version_id = version.id)`,
    [versionId],
  );
}

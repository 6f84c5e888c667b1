import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOptions } from '../../../src/app.ts';
import { forgetCase, indexVersion } from '../../../src/documents/search/passage-index.ts';
import { searchCases } from '../../../src/documents/search/passage-search.ts';
import { Database, sql } from '../../../src/platform/database/database.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';

const CASE = 'cas_frequent';
const DOCUMENTS = 5;
const PASSAGES = 1_000;
/** The only passage in which two frequent words are next to each other. */
const RARE_PHRASE = 'The landlord court adjourned.';

let clone: TestDatabase;
let database: Database;
const fork = () => database.orm.em.fork();

beforeAll(async () => {
  clone = await cloneDatabase();
  database = await Database.open(databaseOptions({ databaseUrl: clone.serviceUrl, poolSize: 2 }));
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const id = `doc_${document}`;
    await sql(
      fork(),
      `insert into document (id, case_id, name, current_version_id, created_by)
         values ($1::text, $2::text, $1::text, $1::text, 'operator:test')`,
      [id, CASE],
    );
    const chunks = Array.from({ length: PASSAGES }, (_, ordinal) => ({
      ordinal,
      start: ordinal * 100,
      end: ordinal * 100 + 90,
      firstPage: null,
      lastPage: null,
      headingPath: [],
      text:
        document === 3 && ordinal === 700
          ? RARE_PHRASE
          : `The court of entry ${ordinal} heard the tenant and the landlord.`,
    }));
    const passages = [0, 1].map((half) => Buffer.from(JSON.stringify(chunks.slice(half * 500, half * 500 + 500))));
    await indexVersion(fork(), { caseId: CASE, documentId: id, versionId: id }, { language: 'en', passages });
  }
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

const search = (query: string) => searchCases(fork(), { caseIds: [CASE], query, first: 20 });
const countIn = async (table: string) =>
  Number((await sql<{ count: string }>(fork(), `select count(*) from ${table} where case_id = $1`, [CASE]))[0]!.count);

test('words that all passages have are looked up in some of them, and the result says so', async () => {
  const { passages, isComplete } = await search('court landlord');

  expect(passages).toHaveLength(20);
  expect(isComplete).toBe(false);
  expect(passages[0]!.highlights.length).toBeGreaterThan(0);
});

test('a phrase of frequent words is found wherever it is', async () => {
  const { passages } = await search('"landlord court"');

  expect(passages.map(({ documentId, ordinal }) => [documentId, ordinal])).toEqual([['doc_3', 700]]);
});

test('a rare word is found among frequent ones', async () => {
  const { passages } = await search('court landlord adjourned');

  expect(passages[0]).toMatchObject({ documentId: 'doc_3', ordinal: 700 });
});

test('words are counted once per passage, and forgotten with their case', async () => {
  const [court] = await sql<{ passages: number }>(
    fork(),
    `select passages from case_word where case_id = $1 and word = 'court'`,
    [CASE],
  );
  expect(court!.passages).toBe(DOCUMENTS * PASSAGES);

  await forgetCase(fork(), CASE);

  expect([await countIn('case_word'), await countIn('case_index'), await countIn('indexed_version')]).toEqual([
    0, 0, 0,
  ]);
});

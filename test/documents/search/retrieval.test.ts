import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOptions } from '../../../src/app.ts';
import { indexVersion } from '../../../src/documents/search/passage-index.ts';
import { searchCases } from '../../../src/documents/search/passage-search.ts';
import { Database, sql } from '../../../src/platform/database/database.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';
import { licenceText, passagesOf, rangeOf } from './licence-texts.ts';
import { QUESTIONS, type Question } from './questions.ts';
import { meanOf, type Place, type RetrievalScore, scoreOf } from './retrieval-score.ts';

const CASE = 'cas_licences';
/** Those that questions are about, and others that are nearly the same. */
const documents = [...new Set([...QUESTIONS.map(({ document }) => document), 'LGPL-2', 'GFDL-1.2'])];
let clone: TestDatabase;
let database: Database;
let passages: Place[];

beforeAll(async () => {
  clone = await cloneDatabase();
  database = await Database.open(databaseOptions({ databaseUrl: clone.serviceUrl, poolSize: 2 }));
  for (const name of documents) {
    await sql(
      fork(),
      `insert into document (id, case_id, name, current_version_id, created_by)
         values ($1::text, $2::text, $1::text, $1::text, 'operator:test')`,
      [name, CASE],
    );
    await indexVersion(fork(), { caseId: CASE, documentId: name, versionId: name }, passagesOf(name));
  }
  passages = await sql<Place>(
    fork(),
    `select document_id as document, start_offset as start, end_offset as "end" from passage`,
    [],
  );
});

afterAll(async () => {
  await database?.close();
  await clone?.drop();
});

test('the search finds more answers than ts_rank alone, in the tuned and in the held-out half', async () => {
  const rows = [];
  const half = (of: number) => QUESTIONS.filter((_, at) => at % 2 === of);
  for (const [name, questions] of [
    ['tuned half', half(0)],
    ['held-out half', half(1)],
  ] as const) {
    const ours = await scores(questions, async ({ text }) => {
      const { passages: found } = await searchCases(fork(), { caseIds: [CASE], query: text, first: 20 });
      return found.map(({ documentId, start, end }) => ({ document: documentId, start, end }));
    });
    const allWords = await scores(questions, ({ text }) => byRank(text, `plainto_tsquery('english', $1)`));
    const anyWord = await scores(questions, ({ text }) =>
      byRank(text, `replace(plainto_tsquery('english', $1)::text, ' & ', ' | ')::tsquery`),
    );
    rows.push({ name, ours, allWords, anyWord });
  }
  for (const { name, ours, allWords, anyWord } of rows) {
    console.log(
      [
        `${name}: recall@20, nDCG@10`,
        `search ${line(ours)}`,
        `ts_rank, all words ${line(allWords)}`,
        `ts_rank, any word ${line(anyWord)}`,
      ].join(' | '),
    );
  }

  expect(QUESTIONS.length).toBeGreaterThanOrEqual(60);
  for (const { ours, allWords, anyWord } of rows) {
    expect(ours.recall).toBeGreaterThanOrEqual(allWords.recall + 0.05);
    expect(ours.ndcg).toBeGreaterThanOrEqual(allWords.ndcg + 0.05);
    expect(ours.recall).toBeGreaterThanOrEqual(anyWord.recall);
    expect(ours.ndcg).toBeGreaterThanOrEqual(anyWord.ndcg);
  }
});

test('quoted phrases are required, excluded words are absent, and highlights point into the text', async () => {
  const query = '"physical act of transferring" -warranty-free fee -library';

  const { passages: found } = await searchCases(fork(), { caseIds: [CASE], query, first: 20 });

  expect(found.length).toBeGreaterThan(0);
  for (const { documentId, text, start, highlights } of found) {
    const whole = licenceText(documentId).text;
    expect(text.replace(/\s+/g, ' ')).toContain('physical act of transferring');
    expect(text.toLowerCase()).not.toContain('library');
    expect(whole.slice(start, start + text.length)).toBe(text);
    const words = highlights.map((range) => whole.slice(range.start, range.end).toLowerCase());
    expect(words).toContain('transferring');
    expect(words).toContain('fee');
  }
});

test('only the current versions of the given cases are found', async () => {
  const search = (caseId: string) => searchCases(fork(), { caseIds: [caseId], query: 'Netscape', first: 20 });
  const version = { caseId: CASE, documentId: 'GPL-1', versionId: 'GPL-1 next' };

  await indexVersion(fork(), version, passagesOf('MPL-1.1'));

  expect((await search('cas_other')).passages).toEqual([]);
  expect(new Set((await search(CASE)).passages.map(({ documentId }) => documentId))).toEqual(new Set(['MPL-1.1']));
});

async function scores(questions: readonly Question[], search: (question: Question) => Promise<Place[]>) {
  const all: RetrievalScore[] = [];
  for (const question of questions) {
    const answers = answersOf(question);
    const relevant = passages.filter((place) =>
      answers.some(({ document, start, end }) => place.document === document && place.start < end && place.end > start),
    ).length;
    all.push(scoreOf(await search(question), answers, relevant));
  }
  return meanOf(all);
}

/** Places of the answer in its document, and in others that have the same words. */
function answersOf({ document, answers }: Question): Place[] {
  return documents.flatMap((name) =>
    answers.flatMap((answer) => {
      const range = rangeOf(licenceText(name).text, answer);
      if (!range && name === document && answer === answers[0]) throw new Error(`${name} doesn’t have: ${answer}`);
      return range ? [{ document: name, ...range }] : [];
    }),
  );
}

function byRank(text: string, query: string): Promise<Place[]> {
  return sql<Place>(
    fork(),
    `select document_id as document, start_offset as start, end_offset as "end"
     from passage, (select ${query} as query) asked where words @@ query
     order by ts_rank(words, query) desc, version_id, ordinal limit 20`,
    [text],
  );
}

const fork = () => database.orm.em.fork() as Parameters<typeof searchCases>[0];

const line = ({ recall, ndcg }: RetrievalScore) => `${recall.toFixed(3)}, ${ndcg.toFixed(3)}`;

import pg from 'pg';
import { databaseOptions } from '../../src/app.ts';
import { insertPassages } from '../../src/documents/search/passage.sql.ts';
import { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { languageOf, PASSAGES_PER_DOCUMENT, passageText } from './corpus.ts';

/** Number of cases. The first has half of the documents. */
export const CASES = 20;
/** Number of connections that insert passages. */
const WRITERS = 2;

const padded = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`;
export const caseId = (number: number) => padded('cas', number);
export const documentId = (number: number) => padded('doc', number);
const versionId = (number: number) => padded('ver', number);
/** The case of a document: half of the documents are in the first. */
export const caseOfDocument = (document: number) => (document % 2 === 0 ? 0 : 1 + ((document >> 1) % (CASES - 1)));

const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('passage'::regclass, 'case_word'::regclass) and not indisprimary
`;

const FILL_CASES = `
  insert into document_case (id, customer_id, name, data_class, created_by)
  select id, 'cus_of_benchmark', 'Case ' || id, 'HOSTED', 'operator' from unnest($1::text[]) id
`;

const FILL_DOCUMENTS = `
  insert into document (id, case_id, name, current_version_id, created_by, created_at)
  select id, case_id, 'file ' || place || '.pdf', version_id, 'operator', timestamptz '2024-07-01' + place * (interval '730 days' / $4::int)
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as given(id, case_id, version_id, place)
`;

const FILL_VERSIONS = `
  insert into document_version (id, document_id, case_id, number, state, sha256, byte_size, media_type, text_sha256, text_length,
    language, created_by, ready_at)
  select id, document_id, case_id, 1, 'READY', encode(sha256(id::bytea), 'hex'), 100000, 'application/pdf',
    encode(sha256(document_id::bytea), 'hex'), 120000, language, 'operator', current_timestamp
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given(id, document_id, case_id, language)
`;

// The counts that the index writes for each version when it is read, for all versions at once.
const COUNT = [
  `insert into indexed_version (version_id, case_id, configuration, passages, characters)
   select version_id, case_id, configuration, count(*), sum(end_offset - start_offset) from passage
   group by version_id, case_id, configuration`,
  `insert into case_index (case_id, configuration, passages, characters)
   select case_id, configuration, sum(passages), sum(characters) from indexed_version group by case_id, configuration`,
  `insert into case_word (case_id, word, passages)
   select case_id, word, count(*) from passage cross join unnest(tsvector_to_array(words)) word
   where word not like '#%' group by case_id, word`,
];

/** Migrates the database, and fills it with documents of several languages in several cases, as the index stores them. */
export async function seedPassages(databaseUrl: string, passages: number): Promise<void> {
  const database = await Database.open(databaseOptions({ databaseUrl, poolSize: WRITERS + 1 }));
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await migrate({
      orm: database.orm,
      owner: { url: databaseUrl, setting: 'DATABASE_URL' },
      logger: createLogger('warn'),
    });
    await client.connect();
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '512MB'; set synchronous_commit = off`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const count = Math.ceil(passages / PASSAGES_PER_DOCUMENT);
    const documents = Array.from({ length: count }, (_, document) => document);
    const inCase = documents.map((document) => caseId(caseOfDocument(document)));
    await client.query(FILL_CASES, [Array.from({ length: CASES }, (_, number) => caseId(number))]);
    await client.query(FILL_DOCUMENTS, [documents.map(documentId), inCase, documents.map(versionId), count]);
    const languages = documents.map((document) => languageOf(document).tag);
    await client.query(FILL_VERSIONS, [documents.map(versionId), documents.map(documentId), inCase, languages]);
    let next = 0;
    const write = async () => {
      const em = database.orm.em.fork();
      for (let document = next++; document < count; document = next++) await insertDocument(em, document);
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    for (const statement of COUNT) await client.query(statement);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
    await database.close();
  }
}

async function insertDocument(em: Parameters<typeof insertPassages>[0], document: number): Promise<void> {
  let start = 0;
  const chunks = Array.from({ length: PASSAGES_PER_DOCUMENT }, (_, ordinal) => {
    const text = passageText(document, ordinal);
    const page = 1 + Math.floor(ordinal / 3);
    const chunk = { ordinal, start, end: start + text.length, firstPage: page, lastPage: page, headingPath: [], text };
    start = chunk.end + 1;
    return chunk;
  });
  await insertPassages(
    em,
    {
      caseId: caseId(caseOfDocument(document)),
      documentId: documentId(document),
      versionId: versionId(document),
      configuration: languageOf(document).configuration,
    },
    JSON.stringify(chunks),
  );
}

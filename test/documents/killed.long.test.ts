import { expect, test } from 'vitest';
import type { Json } from '../support/api.ts';
import { asSuperuser, cloneDatabase, type TestDatabase } from '../support/database.ts';
import { DataDir, type ServiceProcess, startService, until } from '../support/service-process.ts';
import { indexFaults } from './support.ts';

/** Key of the advisory lock at which a worker stops before it enters a state. */
const STOP = 7_000_001;

/** Triggers at which a worker stops: before a version enters a state, and once its passages are stored but not counted. */
const TRIGGERS = {
  INDEXING: `before update on document_version for each row when (new.state = 'INDEXING')`,
  COUNTING: 'before insert on indexed_version for each row',
  READY: `before update on document_version for each row when (new.state = 'READY')`,
};

/** Makes workers stop there, until the test releases them. */
async function stopBefore(database: TestDatabase, what: keyof typeof TRIGGERS): Promise<void> {
  await database.query(`create table stop (is_on boolean)`);
  await database.query(`insert into stop values (true)`);
  await database.query(`grant select on stop to public`);
  await database.query(
    `create function stop() returns trigger language plpgsql as $$ begin
       perform pg_advisory_lock_shared(${STOP});
       while (select is_on from stop) loop perform pg_sleep(0.05); end loop;
       return new;
     end $$`,
  );
  await database.query(`create trigger stop ${TRIGGERS[what]} execute function stop()`);
}

const release = (database: TestDatabase) => database.query('drop function stop cascade');

const HELD = `from pg_locks where locktype = 'advisory' and objid = ${STOP}
  and database = (select oid from pg_database where datname = current_database())`;

const isStopped = async (database: TestDatabase) => (await database.query(`select pid ${HELD}`)).length > 0;

/** Ends the statements of a killed worker, as PostgreSQL does when it notices that their client is gone. */
const endStatements = (database: TestDatabase) => asSuperuser(`select pg_terminate_backend(pid) ${HELD}`, database.url);

async function graphql(service: ServiceProcess, query: string, variables: Json): Promise<Json> {
  const { body } = await service.json('/graphql', { as: 'operator', body: { query, variables } });
  return body.data;
}

async function upload(service: ServiceProcess): Promise<string> {
  const { createCase } = await graphql(
    service,
    'mutation { createCase(input: { name: "Killed" }) { ... on CreatedCase { case { id } } } }',
    {},
  );
  const { uploadDocuments } = await graphql(
    service,
    `mutation ($input: UploadDocumentsInput!) { uploadDocuments(input: $input) {
       ... on UploadedDocuments { documents { document { id } } } } }`,
    {
      input: {
        caseId: createCase.case.id,
        files: [{ name: 'a.txt', base64: Buffer.from('a text').toString('base64') }],
      },
    },
  );
  return uploadDocuments.documents[0].document.id;
}

const DOCUMENT = `query ($id: ID!) { document(id: $id) {
  currentVersion { id } latestVersion { state refusal refusalMessage textLength text } } }`;

const SEARCH = '{ searchCases(query: "text") { isComplete hits { start end } } }';

const PHASES = [
  { before: 'INDEXING', state: 'READING' },
  { before: 'COUNTING', state: 'INDEXING' },
  { before: 'READY', state: 'INDEXING' },
] as const;

for (const { before, state } of PHASES) {
  test.concurrent(`a worker that is killed before ${before}, while a version is ${state}, leaves nothing half visible, and is replaced`, async () => {
    const database = await cloneDatabase();
    using dataDir = new DataDir();
    const env = { DATABASE_URL: database.url };
    await using service = await startService({ args: ['start', '--no-worker'], env, dataDir });
    await using first = await startService({ args: ['worker'], env, dataDir });
    await Promise.all([service.ready(), first.ready()]);
    await stopBefore(database, before);

    const id = await upload(service);
    await until(() => isStopped(database));
    first.kill('SIGKILL');
    await first.exited;
    await endStatements(database);

    expect((await graphql(service, DOCUMENT, { id })).document).toEqual({
      currentVersion: null,
      latestVersion: { state, refusal: null, refusalMessage: null, textLength: null, text: null },
    });
    expect((await graphql(service, SEARCH, {})).searchCases).toEqual({ isComplete: true, hits: [] });
    await database.query(`update stop set is_on = false`);
    await release(database);
    await using second = await startService({ args: ['worker'], env, dataDir });
    await second.ready();
    await until(async () => (await graphql(service, DOCUMENT, { id })).document.latestVersion.state === 'READY');
    expect((await graphql(service, DOCUMENT, { id })).document.latestVersion.text, second.stderr).toBe('a text');
    expect(await database.query('select attempts from document_version')).toEqual([{ attempts: 2 }]);
    expect((await graphql(service, SEARCH, {})).searchCases.hits).toEqual([{ start: 0, end: 6 }]);
    expect(await indexFaults(database)).toEqual([]);
    await database.drop();
  });
}

test('a version at which two workers die is FAILED, with a sentence', async () => {
  const database = await cloneDatabase();
  using dataDir = new DataDir();
  const env = { DATABASE_URL: database.url };
  await using service = await startService({ args: ['start', '--no-worker'], env, dataDir });
  await service.ready();
  await stopBefore(database, 'INDEXING');
  const id = await upload(service);

  for (let dead = 0; dead < 2; dead++) {
    await using worker = await startService({ args: ['worker'], env, dataDir });
    await worker.ready();
    await until(() => isStopped(database));
    worker.kill('SIGKILL');
    await worker.exited;
    await endStatements(database);
    await until(async () => !(await isStopped(database)));
  }
  await using last = await startService({ args: ['worker'], env, dataDir });
  await last.ready();
  await until(async () => (await graphql(service, DOCUMENT, { id })).document.latestVersion.state === 'FAILED');

  const { latestVersion, currentVersion } = (await graphql(service, DOCUMENT, { id })).document;
  expect(latestVersion.refusal).toBe('READER_FAILED');
  expect(latestVersion.refusalMessage).toMatch(/failed twice/);
  expect(currentVersion).toBeNull();
  expect(await indexFaults(database)).toEqual([]);
  await database.query(`update stop set is_on = false`);
  await database.drop();
});

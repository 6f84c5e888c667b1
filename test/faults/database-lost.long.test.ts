import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { DataDir, type JsonAnswer, type ServiceProcess, startService, until } from '../support/service-process.ts';
import { TcpGate } from '../support/tcp-gate.ts';

const LIST = '/api/admin/image-bank';
const QUERY = { query: '{ assets(first: 5) { edges { node { id title } } } }' };

/** Five texts sealed in one request. An operator, who has no limit. */
const SEALS = `mutation { ${[1, 2, 3, 4, 5]
  .map(
    (n) => `s${n}: sealText(input: { text: "${n}", disclaimerAcknowledged: true }) {
    __typename ... on SealedText { ownerToken seal { id } } ... on Problem { code } }`,
  )
  .join('\n')} }`;

let databaseDir: DataDir;
let postgres: EmbeddedPostgres;
let gate: TcpGate;
let service: ServiceProcess;

beforeAll(async () => {
  databaseDir = new DataDir();
  postgres = await openEmbeddedPostgres({ dataDir: databaseDir.path, settings: { fsync: 'off' } });
  gate = await TcpGate.before(postgres.serviceUrl);
  await gate.open();
  // The owner's connections needn't be lost: they are closed once the service serves.
  service = await startService({ env: { DATABASE_URL: gate.url, DATABASE_OWNER_URL: postgres.url } });
  await service.ready();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await gate[Symbol.asyncDispose]();
  await postgres.stop();
  databaseDir[Symbol.dispose]();
});

const requests = {
  list: () => service.json(LIST, { as: 'operator' }),
  graphql: () => service.json('/graphql', { as: 'operator', body: QUERY }),
  seal: () =>
    service.json('/api/legal/provenance-seal', { body: { artifact_text: 'the very words', disclaimer_ack: true } }),
  render: () => service.render({ seed: Math.floor(Math.random() * 2 ** 31) }),
};
type Kind = keyof typeof requests;

/** Everything at once, again and again, until it is told to stop; gives all answers. */
function load() {
  const answers: { kind: Kind; answer: JsonAnswer }[] = [];
  const mutations: JsonAnswer[] = [];
  let isOver = false;
  const loop = async (kind: Kind, pauseMs: number) => {
    while (!isOver) {
      answers.push({ kind, answer: await requests[kind]() });
      await sleep(pauseMs);
    }
  };
  const mutate = async () => {
    while (!isOver) {
      mutations.push(await service.json('/graphql', { as: 'operator', body: { query: SEALS } }));
      await sleep(100);
    }
  };
  const loops = [
    mutate(),
    loop('list', 10),
    loop('list', 10),
    loop('graphql', 10),
    loop('seal', 30),
    loop('render', 150),
  ];
  const ended = Promise.all(loops);
  // A request that gets no answer at all is thrown when the load is stopped, not in the middle of the test.
  ended.catch(() => {});
  return {
    answers,
    mutations,
    async stop() {
      isOver = true;
      await ended;
    },
  };
}

function expectUnavailable(kind: Kind, answer: JsonAnswer): void {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  if (kind === 'graphql') {
    expect(answer.body.errors[0].extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
  } else {
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ ok: false, code: 'SERVICE_UNAVAILABLE' });
  }
}

const idsOf = (answers: { kind: Kind; answer: JsonAnswer }[], kind: Kind): string[] =>
  answers.flatMap(({ kind: asked, answer: { status, body } }) =>
    asked === kind && status < 300 ? [body.render?.id ?? body.seal?.id] : [],
  );

test('a database that is killed under load costs 503s while it is away, and nothing that was acknowledged', async () => {
  const running = load();
  await sleep(500);

  const [postmaster] = databaseDir.processes().sort((a, b) => a - b);
  gate.shut();
  process.kill(postmaster!, 'SIGKILL');
  await until(async () => (await service.json('/api/health/architecture')).body.status === 'fail');
  expect(await service.statusOf('/readyz')).toBe(503);
  expect(await service.statusOf('/livez')).toBe(200);
  await sleep(300);
  // Brought back by whoever looks after it.
  await until(() => answers(postgres.url));
  await gate.open();
  await until(async () => (await service.json('/api/health/architecture')).body.status === 'pass');
  const firstAfterwards = await Promise.all([requests.list(), requests.graphql(), requests.seal(), requests.render()]);
  await running.stop();

  expect(firstAfterwards.map(({ status }) => status)).toEqual([200, 200, 201, 202]);
  for (const kind of Object.keys(requests) as Kind[]) {
    const refused = running.answers.filter((one) => one.kind === kind && one.answer.status >= 300);
    expect(refused.length, kind).toBeGreaterThan(0);
    for (const { answer } of refused) expectUnavailable(kind, answer);
  }
  expect(service.stderr).not.toMatch(/uncaughtException|unhandledRejection/);

  // Each of five was answered for itself, and what was done has its token.
  const mutated: JsonAnswer['body'][] = running.mutations.flatMap(({ body }) => Object.values(body.data));
  expect(running.mutations.filter(({ status, body }) => status !== 200 || body.errors)).toEqual([]);
  expect(mutated).toHaveLength(running.mutations.length * 5);
  const away = mutated.filter((answer) => answer.__typename !== 'SealedText');
  expect(new Set(away.map(({ __typename, code }) => `${__typename} ${code}`))).toEqual(
    new Set(['Unavailable SERVICE_UNAVAILABLE']),
  );
  const owned = mutated.filter((answer) => answer.__typename === 'SealedText');
  expect(owned.length).toBeGreaterThan(0);

  const renders = idsOf(running.answers, 'render');
  const seals = idsOf(running.answers, 'seal');
  expect(renders.length).toBeGreaterThan(0);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const counted = async (text: string, ids: string[]) => (await client.query(text, [ids])).rowCount;
  expect(await counted('select id from seal where id = any($1)', seals)).toBe(seals.length);
  expect(await counted('select id from render where id = any($1)', renders)).toBe(renders.length);
  const tokens = owned.map(({ ownerToken }) => createHash('sha256').update(ownerToken).digest('hex'));
  expect(await counted(`select id from seal where encode(owner_token_hash, 'hex') = any($1)`, tokens)).toBe(
    tokens.length,
  );
  // What was being drawn is taken up again.
  await until(
    async () =>
      (await counted("select id from render where id = any($1) and status = 'SUCCEEDED'", renders)) === renders.length,
  );
  await client.end();
});

test('a frozen database holds nobody for ever, and the service comes back with it', async () => {
  const frozen = databaseDir.processes();
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  const begin = performance.now();
  const elapsed = () => performance.now() - begin;

  const timed = (Object.keys(requests) as Kind[]).map(async (kind) => {
    const answer = await requests[kind]();
    return { kind, answer, tookMs: elapsed() };
  });
  expect(await service.statusOf('/livez')).toBe(200);
  await until(async () => (await service.statusOf('/readyz')) === 503, 20_000);
  expect(await service.statusOf('/livez')).toBe(200);
  const held = await Promise.all(timed);
  for (const pid of frozen) process.kill(pid, 'SIGCONT');

  for (const { kind, answer, tookMs } of held) {
    expectUnavailable(kind, answer);
    expect(tookMs).toBeLessThan(40_000);
  }
  await until(async () => (await service.statusOf('/readyz')) === 200);
  const afterwards = await Promise.all([requests.list(), requests.graphql(), requests.seal()]);
  expect(afterwards.map(({ status }) => status)).toEqual([200, 200, 201]);
  const { body } = await service.render({ seed: 5 }, { wait: 20 });
  expect(body.render.status).toBe('SUCCEEDED');
  expect(service.stderr).not.toMatch(/uncaughtException|unhandledRejection/);
});

test('a service whose database is gone can still be stopped', async () => {
  gate.cut();
  const begin = performance.now();
  service.kill('SIGTERM');

  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - begin).toBeLessThan(40_000);
});

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

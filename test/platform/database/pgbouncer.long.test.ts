import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { startGate } from '../../publishing/support.ts';
import { settled } from '../../rest/support.ts';
import { ADMIN_TOKEN, type Api, startApi } from '../../support/api.ts';
import { imprimatur } from '../../support/command.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { type Pgbouncer, startPgbouncer } from '../../support/pgbouncer.ts';
import { follow, queueRender } from '../../support/stream.ts';

let database: TestDatabase;
let pooler: Pgbouncer;
beforeAll(async () => {
  database = await cloneDatabase();
  // Fewer server connections than one process has clients, so that every transaction changes its connection.
  pooler = await startPgbouncer([database.serviceUrl, database.url], { settings: { default_pool_size: '3' } });
});
afterAll(async () => {
  await pooler?.[Symbol.asyncDispose]();
  await database?.drop();
  rmSync(fileURLToPath(STORAGE_URL), { recursive: true, force: true });
});

/** What all processes share. */
const STORAGE_URL = pathToFileURL(mkdtempSync(path.join(tmpdir(), 'imprimatur-shared-'))).toString();

const env = () => ({
  DATABASE_URL: pooler.through(database.serviceUrl),
  DATABASE_DIRECT_URL: database.serviceUrl,
  STORAGE_URL,
});

async function statementsThroughPooler(): Promise<number> {
  const rows = await pooler.show('stats');
  const row = rows.find((one) => one.database === new URL(database.url).pathname.slice(1));
  return Number(row?.total_query_count ?? 0);
}

/** Connections of the service to the server itself, by their purpose. */
async function directConnections(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and query ~* '^listen|pg_listening_channels|^select 1' order by 1`,
  );
  return rows.map(({ name }) => name);
}

test('callers are woken at once by another process, streams too, and everything else works through the pooler', async () => {
  const asked = await startApi({ database, env: env(), works: false });
  const drawing = await startApi({ database, env: env() });
  const before = await statementsThroughPooler();

  const id = await queueRender(asked);
  const stream = follow(asked, id);
  const states = await stream.rest();
  const began = performance.now();
  const waited = await asked.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers: { prefer: 'wait=25' },
    body: { prompt: 'calm sea at dawn', width: 256, height: 256, saveToBank: true },
  });
  const waitedMs = performance.now() - began;
  const sealed = await asked.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'A letter.', disclaimer_ack: true },
  });
  const listed = await drawing.json('/api/admin/image-bank', { as: 'operator' });

  expect(states.at(-1)?.status).toBe('SUCCEEDED');
  expect(waited.status).toBe(200);
  // By polling alone, a worker would find the job after 60 seconds, and its end be noticed after 2 more.
  expect(waitedMs).toBeLessThan(10_000);
  expect(sealed.status).toBe(201);
  expect(listed.body.items.map((asset: { id: string }) => asset.id)).toContain(waited.body.asset.id);
  expect((await asked.json('/readyz')).status).toBe(200);
  expect(await statementsThroughPooler()).toBeGreaterThan(before + 50);
  expect(await directConnections()).toEqual(expect.arrayContaining(['imprimatur-jobs', 'imprimatur-live']));
});

test('a scheduled backup has a session of its own', async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'imprimatur-backups-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  // Holds the backup at a table that nothing else reads here.
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table operator_invitation');
  await startApi({ database, env: { ...env(), BACKUP_TO: place } });
  const name = 'imprimatur-backup';
  await vi.waitUntil(
    async () =>
      (
        await database.query(
          `select from pg_stat_activity where application_name = '${name}' and wait_event_type = 'Lock'`,
        )
      ).length > 0,
    { timeout: PATIENCE_MS, interval: 100 },
  );
  const clients = await pooler.show('clients');
  await holder.query('rollback');
  const runs = () =>
    database.query<{ name: string | null; failure: string | null }>('select name, failure from backup_run');
  await vi.waitUntil(async () => (await runs()).length > 0, { timeout: PATIENCE_MS, interval: 200 });

  expect(clients.map((client) => client.application_name)).not.toContain(name);
  expect(await runs()).toEqual([{ name: expect.stringMatching(/^20/), failure: null }]);
});

test('approvals, permits, runs and the chain work through the pooler', async () => {
  const gate = await startGate({ database, env: env() });
  onTestFinished(() => gate.stop());
  const { as: customer } = await customerWithKey(gate);
  const machine = await gate.machine(customer);

  const request = await gate.approved(machine.as);
  const { permit } = await gate.fetchPermit(machine.as, request.id);
  await settled(gate);
  const exported = await gate.fetch('/exports/decisions.jsonl', { as: 'operator' });

  expect(permit).toMatchObject({ state: 'USED', usedBy: machine.actor });
  expect((await exported.text()).trim().split('\n').at(-1)).toContain('"type":"trailer"');
});

test('many requests share few server connections without mixing their statements', async () => {
  const api = await startApi({ database, env: { ...env(), DATABASE_POOL_SIZE: '20' } });

  const seals = Array.from({ length: 60 }, (_, at) => sealOf(api, `Text ${at}`));
  const lists = Array.from({ length: 60 }, (_, at) =>
    api.json(`/api/admin/image-bank?limit=${1 + (at % 50)}`, { as: 'operator' }),
  );
  const statuses = [...(await Promise.all(seals)), ...(await Promise.all(lists))].map(({ status }) => status);

  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  const servers = (await pooler.show('servers')).filter(({ database: name }) => name !== 'pgbouncer');
  expect(servers.length).toBeLessThanOrEqual(6);
});

const sealOf = (api: Api, text: string) =>
  api.json('/api/legal/provenance-seal', { body: { artifact_text: text, disclaimer_ack: true } });

test('commands work with the pooler, and doctor reports it', async () => {
  const settings = { ...env(), DATABASE_OWNER_URL: database.url, ADMIN_TOKEN };

  const migrated = await imprimatur(['migrate'], settings);
  const examined = await imprimatur(['doctor'], settings);
  const refused = await imprimatur(['doctor'], { ...settings, DATABASE_DIRECT_URL: undefined });

  expect(migrated).toMatchObject({ code: 0 });
  expect(examined.stdout).toMatch(/! connection pooler .*ALTER ROLE/);
  // The keys are others than those of the test's service.
  expect(examined.stdout).not.toMatch(/✖ (database|schema|encryption|connection)/);
  expect(examined.stdout).toMatch(/✔ schema/);
  expect(refused.stdout).toMatch(/✖ connection pooler .*DATABASE_DIRECT_URL/);
});

test('a start through the pooler without the direct URL ends with 78', async () => {
  const { code, stderr } = await imprimatur(['start'], { DATABASE_URL: pooler.through(database.serviceUrl) });

  expect(code).toBe(78);
  expect(stderr).toContain('DATABASE_URL: it leads to a connection pooler in transaction mode');
  expect(stderr).toContain('Set DATABASE_DIRECT_URL');
});

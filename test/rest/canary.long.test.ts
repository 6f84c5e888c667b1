import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { asSuperuser, cloneDatabase, type TestDatabase } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { buildProgram } from '../support/service-process.ts';

/** Each secret is a word that occurs nowhere else. */
const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;
const INBOUND = canary('inbound-of-the-environment');
const REPLACED = canary('inbound-of-the-back-office');
const ADMIN = canary('admin');
const INBOUND_NAME = 'MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET';
const PASSWORD = canary('database');

let database: TestDatabase;
let dataDir: string;
let service: ChildProcess;
let url: string;
let log = '';
let out = '';
const answers: string[] = [];

/** The service as a process of its own, logging all it can, so that everything it writes is seen. */
beforeAll(async () => {
  database = await cloneDatabase();
  const role = `canary_${randomBytes(6).toString('hex')}`;
  await asSuperuser(`create role ${role} login password '${PASSWORD}' in role imprimatur`);
  dataDir = mkdtempSync(join(tmpdir(), 'imprimatur-canary-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  service = spawn(process.execPath, [await buildProgram(), 'start'], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: Object.assign(new URL(database.url), { username: role, password: PASSWORD }).toString(),
      DATABASE_POOL_SIZE: '4',
      INTEGRATIONS_INBOUND_SECRET: INBOUND,
      ADMIN_TOKEN: ADMIN,
      LOG_LEVEL: 'trace',
    },
  });
  service.stderr!.on('data', (chunk) => {
    log += chunk;
  });
  service.stdout!.on('data', (chunk) => {
    out += chunk;
  });
  await vi.waitFor(
    async () => {
      if (service.exitCode !== null) throw new Error(`The service ended: ${log}`);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
});

afterAll(async () => {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGKILL');
  await ended;
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function send(path: string, init: RequestInit = {}, credential?: string): Promise<string> {
  const headers = new Headers(init.headers);
  if (credential) headers.set('authorization', `Bearer ${credential}`);
  if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
  const text = await response.text();
  answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`);
  return text;
}

const graphql = (query: string, variables: object, credential?: string) =>
  send('/graphql', { method: 'POST', body: JSON.stringify({ query, variables }) }, credential);

test('no secret occurs in a log, on the terminal or in any answer, whatever goes wrong', async () => {
  const issued = await graphql(
    'mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }',
    {},
    ADMIN,
  );
  const partner: string = JSON.parse(issued).data.issuePartnerLink.secret;
  answers.pop(); // the one answer that shows it
  const secrets = { INBOUND, REPLACED, ADMIN, PASSWORD, partner };
  await send('/log'); // whoever asks first has it opened, and its key made
  const keys = ['seal-private-key.pem', 'log-private-key.pem'].map(
    (name) => [name, readFileSync(join(dataDir, 'secrets', name), 'utf8').split('\n')[1]!] as const,
  );

  const round = async () => {
    for (const secret of Object.values(secrets)) {
      await send('/api/admin/image-bank', {}, secret);
      await send('/api/integrations/cinema/render', { method: 'POST', body: '{"prompt":"\\u0000"}' }, secret);
      await send('/api/integrations/cinema/render', { method: 'POST', body: `{"prompt":"" ${secret}` }, INBOUND);
      await send(`/api/media-desk/${secret}/bank`);
      await send(`/api/media-desk/${secret}/bank?limit=0`);
      await send(`/api/media-desk/${secret}/bank/`, { method: 'DELETE' });
      await send(`/api/media-desk/${secret.slice(0, -1)}/bank`);
      await send('/api/health/architecture', { headers: { cookie: `token=${secret}`, 'x-api-key': secret } });
      await send(`/${secret}`);
      await graphql('{ integrationsInboundSecret { origin } partnerTokens { id hint } }', {}, secret);
    }
    await graphql(
      'mutation ($s: String) { setIntegrationsInboundSecret(input: { secret: $s }) { __typename } }',
      { s: REPLACED },
      ADMIN,
    );
    await graphql(
      'mutation ($s: String) { setIntegrationsInboundSecret(input: { secret: $s }) { __typename ',
      { s: REPLACED },
      ADMIN,
    );
    for (const input of [
      { name: INBOUND_NAME, secret: REPLACED, overlapHours: 1 },
      { name: INBOUND_NAME, secret: REPLACED, overlapHours: 1_000 },
      { name: INBOUND_NAME, secret: `${REPLACED} ` },
      { name: INBOUND_NAME, secret: [REPLACED] },
      { name: INBOUND_NAME, secret: { of: REPLACED } },
      { name: 'NO_SUCH_SETTING', secret: REPLACED },
      { secret: REPLACED },
    ]) {
      await graphql(
        'mutation ($input: UpdateSettingInput!) { updateSetting(input: $input) { __typename ... on Problem { message } } }',
        { input },
        ADMIN,
      );
    }
    await graphql('{ settings { origin value { __typename } history { changedBy } } }', {}, ADMIN);
    await send('/api/integrations/cinema/render/rnd_00000000000000000000000000', {}, REPLACED);
    await send('/api/legal/provenance-seal', { method: 'POST', body: '{"artifact_text":"a","disclaimer_ack":true}' });
    for (const name of ['trust.json', 'trusted_root.json', 'tlog-policy', 'log.vkey', 'seal-public-key.pem']) {
      await send(`/.well-known/imprimatur/${name}`);
    }
    for (const path of ['', '/checkpoint', '/checkpoints', '/by-name/log9.localhost/checkpoint'])
      await send(`/log${path}`);
    await send('/openapi.json');
  };

  await round();
  // Now what nobody foresaw: tables that are gone, then a database that lets nobody in.
  await database.query('alter table setting rename to setting_away');
  await database.query('alter table partner_token rename to partner_token_away');
  await round();
  const role = (
    await database.query<{ name: string }>(
      `select usename as name from pg_stat_activity where datname = current_database() and usename like 'canary%' limit 1`,
    )
  )[0]!.name;
  await asSuperuser(`alter role ${role} nologin`);
  await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
  await send('/api/admin/image-bank', {}, ADMIN);
  await send(`/api/media-desk/${partner}/bank`);

  await vi.waitFor(
    async () => {
      await send('/api/health/architecture'); // a report may be a second old
      expect(log.includes('"a connection is down"')).toBe(true);
    },
    { timeout: PATIENCE_MS, interval: 200 },
  );
  expect(linesWith(log, '"route":"/api/media-desk/:token/bank"').length).toBeGreaterThan(0);
  expect(linesWith(log, '"a request failed"').length).toBeGreaterThan(0);
  expect(out).toContain('Imprimatur is ready');
  for (const [name, secret] of [...Object.entries(secrets), ...keys]) {
    for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, 24)]) {
      expect(linesWith(log, spelling), `${name} in the log`).toEqual([]);
      expect(linesWith(out, spelling), `${name} on the terminal`).toEqual([]);
      expect(
        answers.filter((answer) => answer.includes(spelling)),
        `${name} in an answer`,
      ).toEqual([]);
    }
  }
  for (const line of log.trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
  for (const answer of answers) expect(answer).not.toMatch(/<html|\n\s+at |node_modules|setting_away|relation/);
});

const linesWith = (text: string, word: string) => text.split('\n').filter((line) => line.includes(word));

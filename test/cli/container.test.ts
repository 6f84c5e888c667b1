import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { BASE_CONFIG, DEFAULT_PORT } from '../../src/platform/config/config.ts';
import { settingOfFile } from '../../src/platform/config/environment.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { inspectSettings } from '../../src/read-config.ts';
import { startApi } from '../support/api.ts';
import { asSuperuser, cloneDatabase } from '../support/database.ts';
import { freePort } from '../support/service-process.ts';

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
const SETTINGS = inspectSettings({}).known;
/** Not ours: Node's, glibc's. */
const OF_OTHERS = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX']);
/** What Compose needs beside the settings. */
const OF_COMPOSE = new Set(['COMMIT', 'POSTGRES_PASSWORD', 'POSTGRES_SERVICE_PASSWORD']);
/** The least that has to be set. */
const LEAST = { POSTGRES_PASSWORD: 'a-password' };

interface Container {
  environment: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  volumes: string[];
  secrets?: string[];
  command?: string[];
}
interface ComposeFile {
  services: { accounts: Container; imprimatur: Container; postgres: Container };
  secrets: Record<string, { file: string }>;
}

const compose: ComposeFile = parse(read('docker-compose.yml'));
const ours = compose.services.imprimatur;

/** Fills in variables as Compose does. Source: "Interpolation" of the Compose specification. */
function interpolated(text: string, env: Readonly<Record<string, string>>): string {
  let filled = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('$$', at)) {
      filled += '$';
      at += 2;
      continue;
    }
    if (!text.startsWith('${', at)) {
      filled += text[at++];
      continue;
    }
    const end = closingBrace(text, at);
    const [, name = '', form = '', rest = ''] = /^(\w+)(:?[-?+]|)(.*)$/s.exec(text.slice(at + 2, end))!;
    const isGiven = form.startsWith(':') ? Boolean(env[name]) : env[name] !== undefined;
    if (!isGiven && form.endsWith('?')) throw new Error(`${name}: ${rest}`);
    if (form.endsWith('+')) filled += isGiven ? interpolated(rest, env) : '';
    else filled += isGiven ? env[name] : interpolated(rest, env);
    at = end + 1;
  }
  return filled;
}

function closingBrace(text: string, from: number): number {
  let open = 0;
  for (let at = from; ; at++) {
    if (text[at] === '{') open++;
    if (text[at] === '}' && --open === 0) return at;
  }
}

/** What the container gets of what stands in `.env`: `environment` wins. */
function environmentWith(dotEnv: Record<string, string>, container = ours): Record<string, string> {
  const all = { ...LEAST, ...dotEnv };
  const own = Object.entries(container.environment).map(([name, text]) => [name, interpolated(text, all)] as const);
  return { ...(container.env_file && all), ...Object.fromEntries(own) };
}

test('the image sets nothing but settings, and exposes what they say by default', () => {
  const lines = read('Dockerfile').split('\n');
  const [set = ''] = lines.filter((line) => line.startsWith('ENV '));
  const env = Object.fromEntries(
    set
      .slice('ENV '.length)
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );

  expect(Object.keys(env).filter((name) => !SETTINGS.has(name) && !OF_OTHERS.has(name))).toEqual([]);
  expect(lines).toContain(`EXPOSE ${DEFAULT_PORT}`);
  expect(lines).toContain(`VOLUME ${env.DATA_DIR}`);
  expect(BASE_CONFIG.variables.safeParse(env).success).toBe(true);
  expect(interpolated(ours.volumes[0]!, {})).toBe(`data:${env.DATA_DIR}`);
});

test('the health check asks the port that the service listens on, wherever that is set', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-container-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const api = await startApi();
  const { port } = new URL(api.url);
  const file = path.join(folder, 'port');
  writeFileSync(file, `${port}\n`);
  const [, command = ''] = /^HEALTHCHECK .*? CMD (.+)$/m.exec(read('Dockerfile')) ?? [];
  const isHealthy = (env: Record<string, string>) =>
    promisify(execFile)('/bin/sh', ['-c', command], {
      env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, ...env },
    }).then(
      () => true,
      () => false,
    );

  expect(command).toContain(`\${PORT:-${DEFAULT_PORT}}/readyz`);
  expect(await isHealthy({ PORT: port })).toBe(true);
  expect(await isHealthy({ PORT_FILE: file })).toBe(true);
  expect(await isHealthy({ PORT: String(await freePort()) })).toBe(false);
  api.services.platform.availability.isAccepting = false;
  expect(await isHealthy({ PORT: port })).toBe(false);
});

test.each([...SETTINGS])('%s reaches the service from .env', (name) => {
  expect(environmentWith({ [name]: 'the value' })).toMatchObject({ [name]: 'the value' });
  expect(environmentWith({ [`${name}_FILE`]: '/run/secrets/it' })).toMatchObject({
    [`${name}_FILE`]: '/run/secrets/it',
  });
});

test('.env is optional for Compose, and nothing is filled in that is no setting', () => {
  const used = [...JSON.stringify(compose).matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name!);

  expect(ours.env_file).toEqual([{ path: '.env', required: false }]);
  expect(Object.keys(ours.environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
  expect(used.filter((name) => !SETTINGS.has(name) && !OF_COMPOSE.has(name))).toEqual([]);
});

test('the least that can be set is right, and a password is asked for', () => {
  const { mistakes, hints } = inspectSettings({ ...environmentWith({}), DATA_DIR: tmpdir() });

  expect([...mistakes, ...hints]).toEqual([]);
  expect(environmentWith({ POSTGRES_SERVICE_PASSWORD: 'another' })).toMatchObject({
    DATABASE_URL: 'postgres://imprimatur_service:another@postgres:5432/imprimatur',
    DATABASE_OWNER_URL: 'postgres://imprimatur:a-password@postgres:5432/imprimatur',
  });
  expect(() => interpolated(ours.environment.DATABASE_URL!, {})).toThrow('POSTGRES_PASSWORD: set it in .env');
});

test('a file `.env` from before there were two accounts still serves', () => {
  expect(environmentWith({}).DATABASE_URL).toBe('postgres://imprimatur_service:a-password@postgres:5432/imprimatur');
  expect(environmentWith({}, compose.services.accounts)).toMatchObject({
    PGPASSWORD: 'a-password',
    SERVICE_PASSWORD: 'a-password',
  });
  const elsewhere = environmentWith({ DATABASE_URL: 'postgres://db.example.org/imprimatur' });
  expect(inspectSettings({ ...elsewhere, DATA_DIR: tmpdir() }).config?.databaseOwnerUrl).toBeNull();
  // With secrets as files, none of the URLs can be made up.
  expect(environmentWith({ POSTGRES_PASSWORD: '' }).DATABASE_OWNER_URL).toBe('');
});

test('the account that serves is made where it is not, gets its password each time, and is not the owner', async () => {
  const [, , script = ''] = compose.services.accounts.command!;
  const [, statements = ''] = /<<'END'\n(.*)^END$/ms.exec(interpolated(script, LEAST))!;
  const role = `role_${randomBytes(8).toString('hex')}`;
  const owner = new URL(inject('templateUrl')).username;
  const database = await cloneDatabase();
  onTestFinished(async () => {
    await asSuperuser(`drop owned by ${role}; drop role ${role}`, database.url);
    await database.drop();
  });
  /** As `psql` does it: `\\gexec` runs what a statement selects, and `:'password'` is the variable as text. */
  const run = async (password: string) => {
    const ours = statements
      .replaceAll('imprimatur_service', role)
      .replaceAll(/\bimprimatur\b/g, owner)
      .replaceAll(":'password'", `'${password}'`);
    for (const statement of ours.trim().split(/;\n|(?<=\\gexec)\n/)) {
      const [, selected] = /^(.*) \\gexec$/s.exec(statement) ?? [];
      if (selected === undefined) await asSuperuser(statement);
      else
        await asSuperuser(`do $$ declare line text; begin for line in ${selected} loop execute line; end loop; end $$`);
    }
  };

  await run('first');
  await run('second');

  const url = (password: string) => Object.assign(new URL(database.url), { username: role, password }).toString();
  const client = new pg.Client({ connectionString: url('second') });
  await client.connect();
  await expect(client.query('select from run')).rejects.toThrow('permission denied');
  await client.end();
});

test('another port is published as the port it is', () => {
  expect(interpolated(ours.ports![0]!, {})).toBe(`127.0.0.1:${DEFAULT_PORT}:${DEFAULT_PORT}`);
  expect(interpolated(ours.ports![0]!, { PORT: '8080' })).toBe('127.0.0.1:8080:8080');
});

test('the documented secrets as files are mounted, and set once each', () => {
  const [, block = ''] = /```yaml\n(# docker-compose\.override\.yml\n.*?)```/s.exec(read('docs/operations.md')) ?? [];
  const override: ComposeFile = parse(block);
  const dotEnv = { POSTGRES_PASSWORD: '' };

  for (const name of ['accounts', 'imprimatur', 'postgres'] as const) {
    const { environment, secrets = [] } = override.services[name];
    const all = environmentWith(dotEnv, {
      ...compose.services[name],
      environment: { ...compose.services[name].environment, ...environment },
    });
    const files = Object.entries(all).filter(([variable, value]) => variable.endsWith('_FILE') && value);

    expect(files.map(([, file]) => file).sort()).toEqual(secrets.map((secret) => `/run/secrets/${secret}`).sort());
    for (const [variable] of files) {
      const setting = settingOfFile(variable)!;
      expect(all[setting] ?? '', variable).toBe('');
      if (name === 'imprimatur') expect(SETTINGS).toContain(setting);
    }
    for (const secret of secrets) expect(override.secrets).toHaveProperty(secret);
  }
});

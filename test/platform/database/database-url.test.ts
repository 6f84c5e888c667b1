import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { databaseSettings, leavesMachine, urlProblem } from '../../../src/platform/database/database-settings.ts';
import { readConfig } from '../../../src/read-config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-url-'));
const notPem = path.join(folder, 'not.pem');
writeFileSync(notPem, 'no certificate');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const BASE = 'postgres://ann:hunter2@db.example.org/bank';
const connectionOf = (url: string) => databaseSettings(url).connection;

describe('is honoured', () => {
  test.each<[string, string, object]>([
    [
      'all five parts',
      'postgres://ann:secret@db.example.org:6543/bank',
      { host: 'db.example.org', port: 6543, user: 'ann', password: 'secret', database: 'bank' },
    ],
    ['escapes', 'postgresql://a%40b:p%25%2F%3A%C3%A4@h/d%23b', { user: 'a@b', password: 'p%/:ä', database: 'd#b' }],
    ['a % that begins no escape, beside one that does', 'postgres://u:100%zz%2Fx%@h/d', { password: '100%zz/x%' }],
    ['an address of IPv6', 'postgres://u:p@[::1]:5433/d', { host: '::1', port: 5433 }],
    [
      'a socket',
      'postgres://u:p@/d?host=/run/postgresql&port=5433',
      { host: '/run/postgresql', port: 5433, user: 'u', database: 'd', ssl: false },
    ],
    ['a socket in place of a host', 'postgres://u:p@%2Frun%2Fpostgresql/d', { host: '/run/postgresql', database: 'd' }],
    ['no TLS', `${BASE}?sslmode=disable`, { ssl: false }],
    ['options', `${BASE}?options=-c%20search_path%3Dours`, { options: '-c search_path=ours' }],
    ['options with a plus for the blank', `${BASE}?options=-c+search_path=ours`, { options: '-c search_path=ours' }],
    [
      'a name and times',
      `${BASE}?application_name=bank&connect_timeout=7&statement_timeout=900`,
      { application_name: 'bank', connectionTimeoutMillis: 7_000, statement_timeout: 900 },
    ],
    ['channel binding', `${BASE}?sslmode=verify-full&channel_binding=prefer`, { enableChannelBinding: true }],
  ])('%s', (_, url, wanted) => {
    expect(connectionOf(url)).toMatchObject(wanted);
  });

  test.each([
    ['sslmode=verify-full', 'CHAIN_AND_NAME', undefined],
    ['sslmode=require', 'CHAIN_AND_NAME', undefined],
    ['sslmode=prefer', 'CHAIN_AND_NAME', undefined],
    ['ssl=true', 'CHAIN_AND_NAME', undefined],
    ['sslnegotiation=direct', 'CHAIN_AND_NAME', undefined],
    ['sslmode=no-verify', 'NONE', false],
    ['sslmode=require&uselibpqcompat=true', 'NONE', false],
    ['sslrootcert=system', 'CHAIN_AND_NAME', undefined],
    ['sslmode=require&uselibpqcompat=true&sslrootcert=system', 'CHAIN', undefined],
  ])('%s', (query, certificateCheck, rejectUnauthorized) => {
    const settings = databaseSettings(`${BASE}?${query}`);

    expect(settings.certificateCheck).toBe(certificateCheck);
    expect(settings.connection.ssl).toMatchObject({ host: 'db.example.org' });
    expect((settings.connection.ssl as { rejectUnauthorized?: boolean }).rejectUnauthorized).toBe(rejectUnauthorized);
  });

  test('PGSSLMODE, where the URL does not say', () => {
    vi.stubEnv('PGSSLMODE', 'verify-full');
    expect(databaseSettings(`${BASE}?application_name=asks`).certificateCheck).toBe('CHAIN_AND_NAME');
    vi.stubEnv('PGSSLMODE', 'allow');
    expect(urlProblem(`${BASE}?application_name=asks-again`)).toMatch(/sslmode="allow"/);
  });

  test.each([
    ['-c search_path=ours', 'ours', 'pgboss_ours'],
    ['-csearch_path=ours,extensions', 'ours', 'pgboss_ours'],
    ['--search_path="ours"', 'ours', 'pgboss_ours'],
    ['-c statement_timeout=1 -c search_path=ours,\\ public', 'ours', 'pgboss_ours'],
    ['-c search_path=public', 'public', 'pgboss'],
    ['-c work_mem=8MB', 'public', 'pgboss'],
  ])('the schema of %s', (options, schema, queueSchema) => {
    expect(databaseSettings(`${BASE}?options=${encodeURIComponent(options)}`)).toMatchObject({ schema, queueSchema });
  });

  test.each([
    ['localhost', false],
    ['127.0.0.7', false],
    ['[::1]', false],
    ['127.evil.example', true],
    ['db.example.org', true],
    ['%2Frun', false],
  ])('whether %s is on another machine: %j', (host, leaves) => {
    expect(leavesMachine(databaseSettings(`postgres://u:p@${host}/d`))).toBe(leaves);
  });
});

describe('ends the start', () => {
  test.each([
    ['mysql://root:hunter2@db/x', /expected postgres:\/\//],
    ['postgres://u:hunter2@a:1,b:2/d', /Several hosts/],
    ['postgres://u:hunter2@h/d?host=a,b', /Several hosts/],
    ['postgres://u:hunter2@h/d?port=1,2', /port/],
    ['postgres://u:hunter2@h:99x/d', /expected postgres:\/\/|port/],
    ['postgres://u:pass?hunter2@h/d', /Write @, \/, \? and # in a password/],
    ['postgres://u:pass?hunter2=x@h/d', /Write @/],
    ['postgres://u:p@ss?hunter2@h/d', /\(not shown\) isn't supported/],
    ['postgres://u:hunter2#x@h/d', /expected postgres/],
    ['postgres://u:hunter2/x@h/d', /expected postgres/],
    [`${BASE}?sslmode=allow`, /sslmode="allow"/],
    [`${BASE}?sslmode=Require`, /sslmode="Require"/],
    [`${BASE}?ssl=yes`, /ssl="yes"/],
    [`${BASE}?ssl=true&sslmode=disable`, /ssl and sslmode/],
    [`${BASE}?sslmode=disable&sslrootcert=system`, /sslrootcert has no effect/],
    [`${BASE}?sslrootcert=/none/such.pem`, /sslrootcert.*ENOENT/],
    [`${BASE}?sslrootcert=${notPem}`, /sslrootcert has no certificate/],
    [`${BASE}?sslcert=${notPem}`, /sslcert and sslkey/],
    [`${BASE}?sslcert=${notPem}&sslkey=${notPem}`, /sslcert, sslkey can't be used/],
    [`${BASE}?sslmode=verify-ca&uselibpqcompat=true`, /needs sslrootcert/],
    [`${BASE}?channel_binding=require`, /channel_binding="require"/],
    [`${BASE}?target_session_attrs=read-write`, /target_session_attrs="read-write"/],
    [`${BASE}?gssencmode=require`, /gssencmode/],
    [`${BASE}?client_encoding=LATIN1`, /client_encoding/],
    [`${BASE}?schema=ours`, /"schema" isn't supported.*search_path/],
    [`${BASE}?connection_limit=5`, /"connection_limit".*DATABASE_POOL_SIZE/],
    [`${BASE}?sslcrl=x`, /"sslcrl"/],
    [`${BASE}?sslmode=require&sslmode=disable`, /given twice/],
    [`${BASE}?connect_timeout=soon`, /connect_timeout/],
    [`${BASE}?connect_timeout=0`, /connect_timeout.*from 1 on/],
    [`${BASE}?options=-c%20search_path=%22Mixed%22`, /"Mixed" can't be the first schema/],
    [`${BASE}?options=-c%20search_path=%24user`, /can't be the first schema/],
    ['postgres://u:%ff@h/d', /expected postgres:\/\/|UTF-8/],
    [`${BASE}?application_name=a%00b`, /U\+0000/],
  ])('%s', (url, sentence) => {
    const message = urlProblem(url);

    expect(message).toMatch(sentence);
    expect(message).not.toContain('hunter2');
    expect(() => readConfig({ DATABASE_URL: url, DATA_DIR: folder })).toThrow(`DATABASE_URL: ${message}`);
  });
});

test('a client’s private key is there for each connection, and stands in no printed settings', () => {
  const first = connectionOf(`${BASE}?sslmode=verify-full`);
  // As the driver does with what it is given.
  Object.defineProperty(first.ssl, 'key', { value: 'x', enumerable: false });

  expect(Object.keys(connectionOf(`${BASE}?sslmode=verify-full`).ssl as object)).toEqual(['host']);
  expect(connectionOf(`${BASE}?sslmode=verify-full`).ssl).not.toBe(first.ssl);
});

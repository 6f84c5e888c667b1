import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logConfig } from '../../src/log/log.config.ts';
import { operatorsConfig } from '../../src/operators/index.ts';
import { ExitCode } from '../../src/platform/command-line/exit.ts';
import { ConfigError } from '../../src/platform/config/config.ts';
import { readEnvironment } from '../../src/platform/config/environment.ts';
import { telemetryConfig } from '../../src/platform/telemetry/telemetry.config.ts';
import { providerConfig } from '../../src/providers/provider.config.ts';
import { inspectSettings, readConfig } from '../../src/read-config.ts';
import { inboundSecret } from '../../src/settings/inbound-secret.ts';

/** The name of every setting there is. */
const NAMES = [...inspectSettings({}).known];
const TOKEN = 'a-token-from-a-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-environment-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Record<string, string>) => readConfig({ DATA_DIR: path.join(folder, 'data'), ...env });

function file(content: string | Buffer): string {
  const at = path.join(folder, `value-${readdirSync(folder).length}`);
  writeFileSync(at, content);
  return at;
}

function mistakesOf(env: Record<string, string>): string[] {
  try {
    load(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.exitCode).toBe(ExitCode.CONFIG);
    return error.mistakes;
  }
  return [];
}

describe('a setting in a file', () => {
  test.each(NAMES)('%s is read from the file that its variable with _FILE names', (name) => {
    const { values, mistakes } = readEnvironment({ [`${name}_FILE`]: file('the value\n') }, new Set(NAMES));

    expect(values[name]).toBe('the value');
    expect([...mistakes]).toEqual([]);
  });

  test('counts wherever it would count as a variable', () => {
    const PEM = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

    const config = load({
      DATABASE_URL_FILE: file('postgres://u:p@db.example.org/imprimatur\n'),
      PORT_FILE: file('8080'),
      LOG_PRIVATE_KEY_FILE: file(PEM),
      ADMIN_TOKEN_FILE: file(`${TOKEN}\n`),
      INTEGRATIONS_INBOUND_SECRET_FILE: file(`${TOKEN}\n`),
      OPENAI_API_KEY_FILE: file(`${TOKEN}\r\n`),
    });

    expect(config).toMatchObject({ databaseUrl: 'postgres://u:p@db.example.org/imprimatur', port: 8080, demo: false });
    expect(config.of(logConfig).logPrivateKeyPem?.trim()).toBe(PEM.trim());
    expect(config.of(operatorsConfig).adminToken).toBe(TOKEN);
    expect(config.of(inboundSecret.start).value).toBe(TOKEN);
    expect(config.of(providerConfig).providers.openai.apiKey).toBe(TOKEN);
  });

  test('can be the data folder, where secrets are made', () => {
    const { encryptionKeySource, ...config } = readConfig({ DATA_DIR_FILE: file(`${folder}/elsewhere\n`) });

    expect(config.dataDir).toBe(`${folder}/elsewhere`);
    expect(readdirSync(`${folder}/elsewhere/secrets`)).toContain('encryption-key');
  });

  test("reaches OpenTelemetry's exporters, which read variables themselves", () => {
    const config = load({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: file('authorization=Bearer%20abc\n'),
    });

    expect(config.of(telemetryConfig).exporterVariables).toEqual({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    });
  });

  test('that is one or many lines long loses one line break at its end and nothing else', () => {
    const valueIn = (content: string) =>
      readEnvironment({ OIDC_NAME_FILE: file(content) }, new Set(['OIDC_NAME'])).values.OIDC_NAME;

    expect(valueIn('one')).toBe('one');
    expect(valueIn('one\n')).toBe('one');
    expect(valueIn('one\r\n')).toBe('one');
    expect(valueIn(' one \n')).toBe(' one ');
    expect(valueIn('one\ntwo\n')).toBe('one\ntwo');
  });

  test('with an empty variable of either name is as if that one were not set', () => {
    expect(load({ ADMIN_TOKEN: '', ADMIN_TOKEN_FILE: file(TOKEN) }).of(operatorsConfig).adminToken).toBe(TOKEN);
    expect(load({ ADMIN_TOKEN: TOKEN, ADMIN_TOKEN_FILE: '' }).of(operatorsConfig).adminToken).toBe(TOKEN);
  });

  test('and in a variable at once is a mistake', () => {
    expect(mistakesOf({ DATABASE_URL: 'postgres://a/b', DATABASE_URL_FILE: file('postgres://a/b') })).toEqual([
      'DATABASE_URL: is set, and so is DATABASE_URL_FILE. Remove one of them.',
    ]);
  });

  test.each<[what: string, make: () => string, message: string]>([
    ['there is none', () => path.join(folder, 'hunter2'), "the file can't be read (ENOENT)."],
    ['it is a folder', () => folder, "the file can't be read (EISDIR)."],
    ['it is empty', () => file('\n'), 'the file is empty.'],
    ['it is UTF-16', () => file(Buffer.from('\uFEFFhunter2', 'utf16le')), "the file isn't UTF-8 text."],
    ['it has a byte order mark', () => file('\uFEFFhunter2-hunter2'), 'the file starts with a byte order mark.'],
    ['it has two line breaks', () => file('hunter2-hunter2\n\n'), 'the value ends with a line break'],
    ['it has quotation marks', () => file('"hunter2-hunter2"\n'), 'the value is in quotation marks'],
    ['it has another form', () => file('hunter2'), 'Too small'],
  ])('is a mistake by the name of its variable when %s', (_, make, message) => {
    const mistakes = mistakesOf({ ADMIN_TOKEN_FILE: make() });

    expect(mistakes).toEqual([expect.stringMatching(/^ADMIN_TOKEN_FILE: /)]);
    expect(mistakes[0]).toContain(message);
    expect(mistakes[0]).not.toContain('hunter2');
  });

  test('that cannot be read never starts an embedded database instead, and nothing is made', () => {
    expect(mistakesOf({ DATABASE_URL_FILE: path.join(folder, 'none') })).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('whose own name ends with _FILE is not taken for the file of another', () => {
    const names = new Set(['STATE', 'STATE_FILE']);

    expect(readEnvironment({ STATE: 'a', STATE_FILE: 'b' }, names)).toMatchObject({
      values: { STATE: 'a', STATE_FILE: 'b' },
      mistakes: new Map(),
    });
    expect(readEnvironment({ STATE_FILE_FILE: file('b') }, names).values).toMatchObject({ STATE_FILE: 'b' });
  });

  test('has a name that no other setting has', () => {
    expect(NAMES.filter((name) => NAMES.includes(`${name}_FILE`))).toEqual([]);
  });

  test.each([
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['IMPRIMATUR_ADMIN_TOKEN_FILE', 'ADMIN_TOKEN_FILE'],
    ['admin_token_file', 'ADMIN_TOKEN_FILE'],
  ])('that is written %s is hinted at as %s', (name, meant) => {
    expect(load({ [name]: 'x' }).hints).toEqual([
      `${name}: the service doesn't read this variable. Did you mean ${meant}?`,
    ]);
  });

  test('is not hinted at for variables of other programs', () => {
    const names = ['SSL_CERT_FILE', 'POSTGRES_PASSWORD_FILE', 'PID_FILE', 'LOG_FILE', 'ENV_FILE', 'COMPOSE_FILE'];

    expect(load(Object.fromEntries(names.map((name) => [name, 'x']))).hints).toEqual([]);
    expect(load({ ADMIN_TOKEN_FILE: file(TOKEN) }).hints).toEqual([]);
  });
});

describe('a value as a file or a shell left it', () => {
  test.each(NAMES)('%s in quotation marks or with a line break at its end is a mistake of its own name', (name) => {
    for (const value of [
      '"hunter2"',
      "'hunter2'",
      '""',
      ' "hunter2" ',
      'hunter2\n',
      'hunter2\r',
      'hunter2\r\n',
      'hunter2\\n',
    ]) {
      const mistakes = mistakesOf({ [name]: value }).filter((mistake) => mistake.startsWith(`${name}: `));

      expect(mistakes, JSON.stringify(value)).toEqual([
        expect.stringMatching(/^[A-Za-z0-9_]+: the value (is in quotation marks|ends with a line break)/),
      ]);
      expect(mistakes[0]).not.toContain('hunter2');
    }
  });

  test('stands beside the other mistakes', () => {
    const mistakes = mistakesOf({ PORT: "'4000'", DATABASE_URL: 'mysql://x', ADMIN_TOKEN: '"a-quoted-admin-token"' });

    expect(mistakes.map((mistake) => mistake.split(':')[0]).sort()).toEqual(['ADMIN_TOKEN', 'DATABASE_URL', 'PORT']);
  });

  test.each([
    ['OIDC_NAME', 'The "Imprimatur"'],
    ['OIDC_NAME', "O'Neill's"],
    ['OIDC_NAME', '"A" and B'],
    ['ADMIN_TOKEN', `a'token"with-quotes`],
    ['ADMIN_TOKEN', '"begins-with-one-only'],
  ])('%s=%j is none', (name, value) => {
    expect(mistakesOf({ [name]: value })).toEqual([]);
  });

  test('a key in PEM ends with a line break as it should', () => {
    const PEM = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

    expect(PEM).toMatch(/-----\n$/);
    expect(mistakesOf({ LOG_PRIVATE_KEY: PEM })).toEqual([]);
    expect(mistakesOf({ LOG_PRIVATE_KEY: JSON.stringify(PEM) })).toEqual([
      expect.stringMatching(/^LOG_PRIVATE_KEY: the value is in quotation marks/),
    ]);
  });
});

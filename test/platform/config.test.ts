import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { logConfig } from '../../src/log/log.config.ts';
import { operatorsConfig } from '../../src/operators/index.ts';
import { localUrl } from '../../src/platform/config/addresses.ts';
import { ConfigError, configFragment, optional } from '../../src/platform/config/config.ts';
import { inspectConfig } from '../../src/platform/config/load-config.ts';
import { digestOf, keptSecret } from '../../src/platform/encryption/secrets.ts';
import { formatVerifierKey } from '../../src/proof/note.ts';
import { inspectSettings, readConfig } from '../../src/read-config.ts';
import { inboundSecret } from '../../src/settings/inbound-secret.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });
const secret = (name: string) => path.join(dataDir, 'secrets', name);

function mistakesOf(env: Record<string, string>): string[] {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

test('without any setting everything has a value', () => {
  const config = load();

  expect(config).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:4000',
    dataDir,
    databaseUrl: null,
    storage: { folder: path.join(dataDir, 'blobs') },
    demo: true,
    introspection: true,
    corsOrigins: [],
  });
});

test('a variable that is empty counts as one that is not set', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATABASE_URL', 'STORAGE_URL', 'ADMIN_TOKEN', 'DEMO', 'LOG_LEVEL'];

  expect(load(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(load());
});

test.each([
  ['https://bank.example.org', 'https://bank.example.org'],
  ['https://bank.example.org/', 'https://bank.example.org'],
  ['HTTPS://Bank.Example.ORG:443', 'https://bank.example.org'],
  ['http://bank.example.org:80/', 'http://bank.example.org'],
  ['https://bücher.example:8443', 'https://xn--bcher-kva.example:8443'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
])('PUBLIC_URL=%s is the origin %s', (given, origin) => {
  expect(load({ PUBLIC_URL: given }).publicUrl).toBe(origin);
});

test('given values are taken', () => {
  const config = load({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://bank.example.org/',
    DATABASE_URL: 'postgresql://u:p@db.example.org/imprimatur',
    STORAGE_URL: 'file:///srv/pictures%20and%20more',
    INTEGRATIONS_INBOUND_SECRET: 'an-inbound-secret-from-outside',
    ADMIN_TOKEN: 'an-admin-token-from-outside',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    CORS_ORIGINS: 'https://a.example.org, https://b.example.org,',
    DEMO: 'true',
    INTROSPECTION: '0',
  });

  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'https://bank.example.org',
    databaseUrl: 'postgresql://u:p@db.example.org/imprimatur',
    storage: { folder: '/srv/pictures and more' },
    encryptionKey: Buffer.alloc(32, 7),
    corsOrigins: ['https://a.example.org', 'https://b.example.org'],
    demo: true,
    introspection: false,
  });
  expect(config.of(inboundSecret.start).value).toBe('an-inbound-secret-from-outside');
  expect(config.of(operatorsConfig).adminToken).toBe('an-admin-token-from-outside');
  // Nothing is made that is given.
  expect(readdirSync(dataDir)).toEqual([]);
});

test('demo content belongs to the embedded database unless it is asked for', () => {
  expect(load({ DATABASE_URL: 'postgres://u:p@127.0.0.1/x' }).demo).toBe(false);
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:4000'],
  ['::', 'http://127.0.0.1:4000'],
  ['::1', 'http://[::1]:4000'],
  ['bank.local', 'http://bank.local:4000'],
])('a service that listens on %s is reached at %s', (host, url) => {
  expect(localUrl(host, 4000)).toBe(url);
});

describe('mistakes', () => {
  test('are all named at once', () => {
    const mistakes = mistakesOf({ PORT: '70000', PUBLIC_URL: 'ftp://x', DATABASE_POOL_SIZE: '1', DEMO: 'maybe' });

    expect(mistakes.map((mistake) => mistake.split(':')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'DATABASE_POOL_SIZE',
      'DEMO',
    ]);
  });

  test.each([
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'bank.example.org'],
    ['PUBLIC_URL', 'https://bank.example.org/pictures'],
    ['PUBLIC_URL', 'https://bank.example.org/?a=b'],
    ['PUBLIC_URL', 'https://bank.example.org#there'],
    ['PUBLIC_URL', 'https://ada:hunter2@bank.example.org'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['STORAGE_URL', 'https://hunter2@store'],
    ['STORAGE_URL', 's3://id:hunter2@bucket/prefix'],
    ['STORAGE_URL', 's3://bucket?endpoint=https://id:hunter2@s3.example.org'],
    ['STORAGE_URL', 's3://bucket?secret=hunter2'],
    ['ADMIN_TOKEN', 'hunter2'],
    ['INTEGRATIONS_INBOUND_SECRET', 'hunter2'],
    ['SEAL_PRIVATE_KEY', 'hunter2'],
    ['SEAL_PRIVATE_KEY', '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----'],
    ['LOG_PRIVATE_KEY', 'hunter2'],
    ['LOG_ORIGIN', 'https://hunter2/log'],
    ['LOG_ORIGIN', 'Hunter2'],
    ['ENCRYPTION_KEY', 'hunter2'],
    ['SEALS_PER_MINUTE', '0'],
    ['TSA_URL', 'ldap://hunter2'],
    ['LOG_LEVEL', 'hunter2'],
  ])('%s=%j is one, and its value is not repeated', (name, value) => {
    const mistakes = mistakesOf({ [name]: value });

    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(new RegExp(`^${name}: `));
    expect(mistakes[0]).not.toContain('hunter2');
    expect(mistakes[0]).not.toContain(value);
  });

  test('a time stamping authority without its certificates is one', () => {
    expect(mistakesOf({ TSA_URL: 'https://tsa.example.org' })).toEqual([expect.stringMatching(/^TSA_CERTIFICATES: /)]);
    expect(mistakesOf({ TSA_URL: 'https://tsa.example.org', TSA_CERTIFICATES: '/nowhere/tsa.pem' })).toEqual([
      'TSA_CERTIFICATES: the file is unreadable (ENOENT)',
    ]);
  });

  test('a seal key on another curve is one; one on P-256 is not', () => {
    const pemOf = (namedCurve: string) =>
      generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

    expect(mistakesOf({ SEAL_PRIVATE_KEY: pemOf('P-384') })).toHaveLength(1);
    expect(mistakesOf({ SEAL_PRIVATE_KEY: pemOf('P-256') })).toEqual([]);
  });

  describe('in WITNESSES', () => {
    const WITNESS = formatVerifierKey(witnessSigner('witness.example').key);
    const OTHER = formatVerifierKey(witnessSigner('other.example').key);
    const LOG = formatVerifierKey(logSigner('log.example').key);
    const URL = 'https://log:hunter2@witness.example/w';

    test('there are none in pairs that are whole', () => {
      const { witnesses, witnessQuorum } = load({
        WITNESSES: `${WITNESS} ${URL},  ${OTHER}   http://127.0.0.1:4010`,
        WITNESS_QUORUM: '2',
      }).of(logConfig);

      expect(witnesses).toEqual([
        { vkey: WITNESS, url: URL },
        { vkey: OTHER, url: 'http://127.0.0.1:4010' },
      ]);
      expect(witnessQuorum).toBe(2);
    });

    test.each([
      ['without a number', {}, 2],
      ['with 0', { WITNESS_QUORUM: '0' }, 2],
      ['with a number', { WITNESS_QUORUM: '1' }, 1],
      ['with none', { WITNESS_QUORUM: 'none' }, 0],
    ])('the quorum is all of them unless it is given: %s', (_, env, expected) => {
      const config = load({ WITNESSES: `${WITNESS} ${URL},${OTHER} ${URL}`, ...env });

      expect(config.of(logConfig).witnessQuorum).toBe(expected);
    });

    test.each([
      ['a key without an address', WITNESS, 'pair 1 must be written as "vkey url"'],
      ['an address without a key', URL, 'pair 1 must be written as "vkey url"'],
      ['too much', `${WITNESS} ${URL} hunter2`, 'pair 1 must be written as "vkey url"'],
      ['garbage for a key', `hunter2 ${URL}`, 'pair 1 must begin with a verifier key'],
      ['another name to the key', `${WITNESS.replace('witness', 'w1tness')} ${URL}`, 'must begin with a verifier key'],
      ['half a key', `${WITNESS.slice(0, -8)} ${URL}`, 'must begin with a verifier key'],
      ['the key of a log', `${LOG} ${URL}`, 'pair 1 has a key that is not for cosigning'],
      ['another kind of address', `${WITNESS} ftp://hunter2@x`, 'pair 1 must end with an http(s) URL'],
      ['a password that cannot be read', `${WITNESS} https://log:hunter2%@x`, 'percent-encoded'],
      ['the second pair', `${WITNESS} ${URL},${OTHER}`, 'pair 2 must be written as "vkey url"'],
      ['one witness twice', `${WITNESS} ${URL},${WITNESS} https://elsewhere.example`, 'the same witness appears twice'],
    ])('%s is one, and no part of it is repeated', (_, value, message) => {
      const mistakes = mistakesOf({ WITNESSES: value });

      expect(mistakes).toEqual([expect.stringMatching(/^WITNESSES: /)]);
      expect(mistakes[0]).toContain(message);
      expect(mistakes[0]).not.toContain('hunter2');
    });

    test('all are listed, with those of the other settings', () => {
      const mistakes = mistakesOf({
        WITNESSES: `x y,${WITNESS} ${URL},${OTHER}`,
        WITNESS_QUORUM: 'most',
        WITNESS_TIMEOUT_MS: '1',
        PORT: 'x',
      });

      expect(mistakes.map((mistake) => mistake.split(':')[0]).sort()).toEqual([
        'PORT',
        'WITNESSES',
        'WITNESSES',
        'WITNESS_QUORUM',
        'WITNESS_TIMEOUT_MS',
      ]);
    });

    test('a quorum that there are not witnesses for is one, whatever else is wrong', () => {
      expect(mistakesOf({ WITNESS_QUORUM: '1' })).toEqual([expect.stringMatching(/^WITNESS_QUORUM: .*larger/)]);
      expect(mistakesOf({ WITNESSES: `${WITNESS} ${URL}`, WITNESS_QUORUM: '2', PORT: 'x' })).toHaveLength(2);
    });
  });

  test.each(['TRUSTED_HOSTS', 'WEBHOOK_ALLOWED_HOSTS', 'OWN_SERVER_HOSTS', 'TSA_ALLOWED_HOSTS'])(
    'a host with more than a port in %s is one; one without a port is not',
    (name) => {
      expect(mistakesOf({ [name]: 'bank.example:8080, files.example/pictures' })).toEqual([
        expect.stringMatching(`^${name}: .*host:port pairs`),
      ]);
      expect(mistakesOf({ [name]: 'bank.example:8080, files.example, [::1]:9000' })).toEqual([]);
    },
  );

  test('a data folder that cannot be made is one, though every secret is given', () => {
    writeFileSync(path.join(dataDir, 'file'), '');
    const given = {
      ADMIN_TOKEN: 'an-admin-token-from-outside',
      INTEGRATIONS_INBOUND_SECRET: 'an-inbound-secret-from-outside',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    };

    const mistakes = mistakesOf({ ...given, DATA_DIR: path.join(dataDir, 'file', 'below') });

    expect(mistakes).toEqual([expect.stringMatching(/^DATA_DIR: .*file isn't a folder \(ENOTDIR\)/)]);
  });

  test('a data folder is made at once, before anything needs it', () => {
    load({ DATA_DIR: path.join(dataDir, 'new', 'er') });

    expect(statSync(path.join(dataDir, 'new', 'er')).isDirectory()).toBe(true);
  });

  test('a storage folder that can never be there is one; one that may be a mount to come is not', () => {
    writeFileSync(path.join(dataDir, 'file'), '');

    expect(mistakesOf({ STORAGE_URL: `file://${dataDir}/file/pictures` })).toEqual([
      expect.stringMatching(/^STORAGE_URL: .*ENOTDIR/),
    ]);
    expect(mistakesOf({ STORAGE_URL: `file://${dataDir}/mount/pictures` })).toEqual([]);
  });

  test('of variables, of folders and of files in DATA_DIR are all named at once, and nothing is made', () => {
    mkdirSync(secret(''));
    writeFileSync(secret('encryption-key'), 'no key');
    writeFileSync(secret('seal-private-key.pem'), 'no key');
    writeFileSync(secret('log-private-key.pem'), 'no key');
    writeFileSync(path.join(dataDir, 'file'), '');

    const mistakes = mistakesOf({
      PORT: 'x',
      STORAGE_URL: `file://${dataDir}/file/pictures`,
      TSA_URL: 'https://tsa.example.org',
    });

    expect(mistakes.map((mistake) => mistake.split(': ')[0]).sort()).toEqual(
      [
        secret('encryption-key'),
        secret('log-private-key.pem'),
        secret('seal-private-key.pem'),
        'PORT',
        'STORAGE_URL',
        'TSA_CERTIFICATES',
      ].sort(),
    );
    expect(readdirSync(secret('')).sort()).toEqual(['encryption-key', 'log-private-key.pem', 'seal-private-key.pem']);
  });

  test.each([
    ['TRUST_PROXY', 'hunter2'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['CORS_ORIGINS', 'https://a.example.org/hunter2'],
    ['CORS_ORIGINS', '*'],
    ['WARM_UP_MS', '-1'],
    ['LOG_FORMAT', 'hunter2'],
  ])('%s=%j is one', (name, value) => {
    const mistakes = mistakesOf({ [name]: value });

    expect(mistakes).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
    expect(mistakes[0]).not.toContain('hunter2');
  });

  test.each(['1', 'loopback', '10.0.0.0/8, 192.168.1.7', 'fd00::/8'])('TRUST_PROXY=%j is none', (value) => {
    expect(mistakesOf({ TRUST_PROXY: value })).toEqual([]);
  });
});

describe('a variable that the service does not read', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['ENCRPYTION_KEY', 'ENCRYPTION_KEY'],
    ['public_url', 'PUBLIC_URL'],
    ['IMPRIMATUR_PORT', 'PORT'],
    ['IMPRIMATUR_DATABSE_URL', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['SEAL_PER_MINUTE', 'SEALS_PER_MINUTE'],
  ])('%s is hinted at as %s, without its value', (name, meant) => {
    const { hints } = load({ [name]: 'hunter2' });

    expect(hints).toEqual([`${name}: the service doesn't read this variable. Did you mean ${meant}?`]);
  });

  test('is none of ours when it is nothing like one', () => {
    const names = ['PATH', 'HOME', 'LANG', 'PWD', 'SHELL', 'USER', 'TERM', 'EDITOR', 'HOSTNAME', 'LOGNAME', 'NODE_ENV'];
    const others = [
      'NODE_OPTIONS',
      'PGHOST',
      'POSTGRES_PASSWORD',
      'HTTP_PROXY',
      'NO_PROXY',
      'TMPDIR',
      'NO_COLOR',
      'CI',
    ];
    const otel = [
      'OTEL_SERVICE_NAME',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_LOGS_EXPORTER',
      'OTEL_METRIC_EXPORT_TIMEOUT',
    ];

    expect(load(Object.fromEntries([...names, ...others, ...otel].map((name) => [name, 'x']))).hints).toEqual([]);
  });

  test('stands among the mistakes, where there are some', () => {
    expect(() => load({ PORT: 'x', DATABSE_URL: 'y' })).toThrow(/PORT: .*\n.*DATABSE_URL: the service doesn't read/);
  });
});

describe('secrets that are not given', () => {
  test('are made once, readable to nobody else, each of its own', () => {
    const first = load();
    const second = load();

    const { adminToken } = first.of(operatorsConfig);
    const { value: secretOfIntegrations } = first.of(inboundSecret.start);

    expect(second).toEqual(first);
    expect(second.of(operatorsConfig)).toMatchObject({ adminToken });
    expect(second.of(inboundSecret.start)).toMatchObject({ value: secretOfIntegrations });
    expect(adminToken).not.toBe(secretOfIntegrations);
    expect(adminToken.length).toBeGreaterThanOrEqual(43);
    expect(readFileSync(secret('admin-token'), 'utf8')).toBe(`${adminToken}\n`);
    expect(statSync(secret('admin-token')).mode & 0o777).toBe(0o600);
    expect(statSync(secret('')).mode & 0o777).toBe(0o700);
    expect(readdirSync(secret('')).sort()).toEqual(['admin-token', 'encryption-key', 'integrations-inbound-secret']);
  });

  test('may be put into the file, which is closed to others then', () => {
    mkdirSync(secret(''));
    writeFileSync(secret('admin-token'), 'a token of my own making\n', { mode: 0o644 });

    expect(load().of(operatorsConfig).adminToken).toBe('a token of my own making');
    expect(statSync(secret('admin-token')).mode & 0o777).toBe(0o600);
  });

  test('are never empty, even when their file is', () => {
    mkdirSync(secret(''));
    writeFileSync(secret('admin-token'), '\n');

    expect(mistakesOf({})).toEqual([expect.stringContaining('is empty')]);
  });

  test('are the same for whoever loses the race to make them', () => {
    const won = keptSecret(dataDir, 'raced', () => {
      // Somebody else is quicker, between our look and our write.
      keptSecret(dataDir, 'raced', () => 'the winner');
      return 'the loser';
    });

    expect(won).toBe('the winner');
    expect(readdirSync(secret(''))).toEqual(['raced']);
  });
});

test('a digest is SHA-256 of the UTF-8 bytes', () => {
  expect(digestOf('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test.each([
  ['STORAGE_URL', 'file:///srv/%E0%A4%A'],
  ['STORAGE_URL', 'file:///srv/100%'],
  ['DATABASE_URL', 'postgres://u:%E4hunter2@db.example.org/imprimatur'],
  ['DATABASE_URL', 'postgres://u:hunter2@db.example.org:70000/imprimatur'],
  ['DATABASE_URL', 'postgres://u:hunter2@db.example.org/%E4'],
  ['OPENAI_BASE_URL', 'https://u:%hunter2@models.example.org'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://%E4:hunter2@otel.example.org'],
])('%s=%s is a mistake that names the variable', (name, value) => {
  const mistakes = mistakesOf({ [name]: value });

  expect(mistakes).toEqual([expect.stringMatching(new RegExp(`^${name}: .*(escape|number|expected)`))]);
  expect(mistakes.join()).not.toContain('hunter2');
});

test('what a part does not foresee about its variables names those that are set, and no value', () => {
  const part = configFragment(
    z.object({ ODD_URL: optional(z.string()), ODD_NAME: optional(z.string()), ODD_SIZE: optional(z.string()) }),
    ({ ODD_URL = '' }) => decodeURIComponent(ODD_URL),
  );
  const mistakes = (env: NodeJS.ProcessEnv) => inspectConfig([part], { DATA_DIR: dataDir, ...env }).mistakes;

  expect(mistakes({ ODD_URL: 'hunter2%' })).toEqual(["ODD_URL: can't be used (URIError)"]);
  expect(mistakes({ ODD_URL: 'hunter2%', ODD_NAME: 'x' })).toEqual([
    "ODD_URL, ODD_NAME: one of them can't be used (URIError)",
  ]);
});

test('whatever a variable is set to, a mistake names it and repeats nothing of it', () => {
  const hidden = 'hunter2';
  const values = [
    '%',
    `%E0%A4%A${hidden}`,
    `http://u:%${hidden}@h`,
    `https://u:%E4${hidden}@h/%`,
    `file:///%E4${hidden}`,
    `file://${hidden}/%00`,
    `postgres://u:%ff${hidden}@h/d`,
    `postgres://u:${hidden}@h/d?options=%`,
    `postgres://u:${hidden}@[::1/d`,
    `http://[${hidden}`,
    `${hidden}\0`,
    `{"${hidden}`,
    `-----BEGIN ${hidden}-----`,
    `,${hidden}=%,`,
    '9'.repeat(400),
    hidden.repeat(10_000),
  ];
  const { known } = inspectSettings({ DATA_DIR: dataDir });

  for (const name of [...known].filter((one) => one !== 'DATA_DIR')) {
    for (const value of values) {
      for (const mistake of mistakesOf({ [name]: value })) {
        expect(mistake, `${name}=${value}`).toMatch(
          new RegExp(`^([A-Z_]+(, | and ))*${name}\\b|^[A-Z_]+: .*\\b${name}\\b`),
        );
        expect(mistake, `${name}=${value}`).not.toMatch(/URI malformed|: one of them/);
        // The path of a file is no secret.
        if (!['PERSISTED_DOCUMENTS', 'NODE_EXTRA_CA_CERTS'].includes(name))
          expect(mistake, `${name}=${value}`).not.toContain(hidden);
      }
    }
  }
});

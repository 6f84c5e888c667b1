import { createHash, createPrivateKey, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
/** An empty variable counts as one that is not set: that is what `FOO= npm start` and compose files mean by it. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), type.optional());
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** `vkey url` pairs. What is wrong is said of each pair by its number, since an address may hold a password. */
const witnesses = list.transform((pairs, context): WitnessSetting[] => {
  const settings = pairs.map((pair, at) => {
    const [vkey = '', url = '', ...rest] = pair.split(/\s+/);
    const mistake = rest.length > 0 || url === '' ? 'is written as "vkey url"' : mistakeInWitness(vkey, url);
    if (mistake) context.addIssue({ code: 'custom', message: `Invalid input: pair ${at + 1} ${mistake}` });
    return { vkey, url };
  });
  const publicKeys = settings.map(({ vkey }) => vkey.split('+').slice(2).join('+'));
  if (new Set(publicKeys).size < settings.length) {
    context.addIssue({ code: 'custom', message: 'Invalid input: one witness is named twice' });
  }
  return settings;
});

const Env = z
  .object({
    PORT: optional(z.coerce.number().int().min(0).max(65_535)).default(4000),
    HOST: optional(z.string()).default('127.0.0.1'),
    PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })).describe(
      'Where others reach this service; links are built from it',
    ),
    DATA_DIR: optional(z.string()).default('./.data'),
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
    DATABASE_POOL_SIZE: optional(z.coerce.number().int().min(2).max(500)).default(20),
    STORAGE_URL: optional(z.url({ protocol: /^file$/ })).describe(
      'file:///path of the pictures; default DATA_DIR/blobs',
    ),
    INTEGRATIONS_INBOUND_SECRET: optional(z.string().min(16)),
    ADMIN_TOKEN: optional(z.string().min(16)),
    SEAL_PRIVATE_KEY: optional(
      z.string().refine(isP256Key, 'Invalid input: expected an ECDSA P-256 key in PEM'),
    ).describe('PEM, ECDSA P-256; default: made in DATA_DIR'),
    LOG_PRIVATE_KEY: optional(
      z.string().refine(isEd25519Key, 'Invalid input: expected an Ed25519 private key in PEM'),
    ).describe('PEM, Ed25519, of the transparency log; default: made in DATA_DIR'),
    LOG_ORIGIN: optional(
      z.string().refine(isHostName, 'Invalid input: expected a bare host name in small letters'),
    ).describe('The name of a log that is opened anew; default: log1. and the host of PUBLIC_URL'),
    ENCRYPTION_KEY: optional(z.string().refine(isEncryptionKey, 'Invalid input: expected 32 bytes in base64')).describe(
      'Encrypts what is kept of texts; default: made in DATA_DIR',
    ),
    TSA_URL: optional(z.url({ protocol: /^https?$/ })).describe('An RFC 3161 time stamping authority'),
    TSA_CERTIFICATES: optional(z.string()).describe(
      'PEM file: the chain of that authority, its own certificate first; then those of earlier ones',
    ),
    WITNESSES: optional(witnesses).default([]).describe('Who cosigns the log: `vkey url` pairs, separated by commas'),
    WITNESS_QUORUM: optional(z.coerce.number().int().min(0))
      .default(0)
      .describe('How many of them readers of seals are told to ask for; 0: as many as there are'),
    WITNESS_TIMEOUT_MS: optional(z.coerce.number().int().min(100).max(60_000)).default(5_000),
    SEAL_RENDERS: optional(flag).default(true).describe('Whether every rendered picture is sealed'),
    SEALS_PER_MINUTE: optional(z.coerce.number().int().min(1).max(1_000_000))
      .default(600)
      .describe('How many texts an address without a credential may have sealed'),
    KEPT_BYTES_PER_HOUR: optional(z.coerce.number().int().min(0).max(1_000_000_000_000))
      .default(5_000_000)
      .describe('How much text an address without a credential may have kept'),
    DEMO: optional(flag).describe('Demo content at first start; default: only with the embedded database'),
    INTROSPECTION: optional(flag).default(true),
    TRUST_PROXY: optional(z.string()).describe('Express `trust proxy`: hops or addresses whose X-Forwarded-* count'),
    CORS_ORIGINS: optional(list).default([]),
    TRUSTED_HOSTS: optional(list)
      .default([])
      .describe('host:port pairs that pictures may be imported from though private'),
    LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  })
  .refine(({ WITNESSES, WITNESS_QUORUM }) => WITNESS_QUORUM <= WITNESSES.length, {
    path: ['WITNESS_QUORUM'],
    message: 'Invalid input: larger than the number of WITNESSES',
    // Also when something else is wrong: a start need not be tried once for each mistake.
    when: ({ value }) => {
      const { WITNESSES, WITNESS_QUORUM } = value as Partial<{ WITNESSES: unknown; WITNESS_QUORUM: unknown }>;
      return Array.isArray(WITNESSES) && Number.isInteger(WITNESS_QUORUM);
    },
  });

export interface WitnessSetting {
  /** C2SP verifier key. */
  vkey: string;
  /** May hold a user name and a password. */
  url: string;
}

export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash; null until the port is known when neither PUBLIC_URL nor a fixed PORT is set. */
  publicUrl: string | null;
  dataDir: string;
  /** Null: run the embedded server. */
  databaseUrl: string | null;
  databasePoolSize: number;
  blobDir: string;
  inboundSecret: string;
  adminToken: string;
  sealPrivateKeyPem: string | null;
  logPrivateKeyPem: string | null;
  /** Null: made from the public address. */
  logOrigin: string | null;
  encryptionKey: Buffer;
  /** Null: seals carry no time stamp. Without an address only those of earlier seals are vouched for. */
  timeStampAuthority: { url: string | null; certificatesPem: string } | null;
  witnesses: WitnessSetting[];
  witnessQuorum: number;
  witnessTimeoutMs: number;
  sealRenders: boolean;
  /** For one address without a credential. */
  sealsPerMinute: number;
  /** Of texts that are kept, for one address without a credential. */
  keptBytesPerHour: number;
  demo: boolean;
  introspection: boolean;
  trustProxy: string | null;
  corsOrigins: string[];
  trustedHosts: string[];
  logLevel: string;
}

/** Thrown with every mistake at once, so that a start does not have to be tried once for each. */
export class ConfigError extends Error {
  readonly mistakes: string[];

  constructor(mistakes: string[]) {
    super(`The settings are not right:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

/**
 * Reads the settings, once. Secrets that are not given are made at first start and kept in `DATA_DIR/secrets` with mode 600.
 * @throws ConfigError naming each variable that is wrong; never its value, which may be a secret.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Env.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const given = parsed.data;
  const dataDir = path.resolve(given.DATA_DIR);
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl: given.PUBLIC_URL?.replace(/\/+$/, '') ?? (given.PORT === 0 ? null : localUrl(given.HOST, given.PORT)),
    dataDir,
    databaseUrl: given.DATABASE_URL ?? null,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    blobDir: given.STORAGE_URL ? decodeURIComponent(new URL(given.STORAGE_URL).pathname) : path.join(dataDir, 'blobs'),
    inboundSecret: given.INTEGRATIONS_INBOUND_SECRET ?? ownSecret(dataDir, 'integrations-inbound-secret'),
    adminToken: given.ADMIN_TOKEN ?? ownSecret(dataDir, 'admin-token'),
    sealPrivateKeyPem: given.SEAL_PRIVATE_KEY ?? null,
    logPrivateKeyPem: given.LOG_PRIVATE_KEY ?? null,
    logOrigin: given.LOG_ORIGIN ?? null,
    encryptionKey: Buffer.from(
      given.ENCRYPTION_KEY ?? ownSecret(dataDir, 'encryption-key', newEncryptionKey),
      'base64',
    ),
    timeStampAuthority: timeStampAuthorityOf(given.TSA_URL, given.TSA_CERTIFICATES),
    witnesses: given.WITNESSES,
    witnessQuorum: given.WITNESS_QUORUM,
    witnessTimeoutMs: given.WITNESS_TIMEOUT_MS,
    sealRenders: given.SEAL_RENDERS,
    sealsPerMinute: given.SEALS_PER_MINUTE,
    keptBytesPerHour: given.KEPT_BYTES_PER_HOUR,
    demo: given.DEMO ?? given.DATABASE_URL === undefined,
    introspection: given.INTROSPECTION,
    trustProxy: given.TRUST_PROXY ?? null,
    corsOrigins: given.CORS_ORIGINS,
    trustedHosts: given.TRUSTED_HOSTS,
    // A person at a terminal reads what matters; a log that is collected wants every request.
    logLevel: given.LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'),
  };
}

/** A wildcard address is where we listen, not where anybody reaches us: links then name the loopback address. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

export function secretFile(dataDir: string, name: string): string {
  return path.join(dataDir, 'secrets', name);
}

/**
 * The secret kept under this name, made by `make` when there is none yet.
 * @throws ConfigError when its file is empty: an empty secret would let everybody in.
 */
export function keptSecret(dataDir: string, name: string, make = () => randomBytes(32).toString('base64url')): string {
  const file = secretFile(dataDir, name);
  if (!existsSync(file)) {
    // Only the folder of the secrets is closed: the embedded database's own account has to pass through DATA_DIR.
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeOnce(file, `${make()}\n`);
  }
  chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret === '') throw new ConfigError([`${file}: is empty. Remove it to have a new one made.`]);
  return secret;
}

/** Puts another secret in the place of a kept one, whole or not at all. */
export function replaceSecret(dataDir: string, name: string, secret: string): void {
  const file = secretFile(dataDir, name);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, file);
}

/** Written whole and then linked into place: of two processes starting at once, the second reads what the first wrote. */
function writeOnce(file: string, content: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function ownSecret(dataDir: string, name: string, make?: () => string): string {
  try {
    return keptSecret(dataDir, name, make);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigError([`DATA_DIR: the secrets cannot be kept there (${reason})`]);
  }
}

/** A vkey is checked here as far as it says itself whether it is whole; no feature may be asked from here. */
function mistakeInWitness(vkey: string, url: string): string | null {
  const [name = '', keyId = '', ...encoded] = vkey.split('+');
  const key = Buffer.from(encoded.join('+'), 'base64');
  const digest = createHash('sha256').update(`${name}\n`).update(key).digest('hex');
  const isWhole = name !== '' && key.toString('base64') === encoded.join('+') && digest.startsWith(keyId);
  if (!isWhole || keyId.length !== 8 || name.length > MAX_WITNESS_NAME) return 'does not begin with a verifier key';
  if (key.length !== 33 || key[0] !== COSIGNATURE_V1) return 'names a key that does not cosign';
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return 'does not end with an http(s) address';
  const isReadable = [target.username, target.password].every((part) => isPercentEncoded(part));
  return isReadable ? null : 'has a user name or password that is not percent-encoded';
}

/** Its byte in front of the public key in C2SP. */
const COSIGNATURE_V1 = 4;
/** What the database's column holds besides the key id. */
const MAX_WITNESS_NAME = 240;

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function timeStampAuthorityOf(url: string | undefined, file: string | undefined): Config['timeStampAuthority'] {
  if (url === undefined && file === undefined) return null;
  if (file === undefined) throw new ConfigError(['TSA_CERTIFICATES: needed where TSA_URL is set, to check its stamps']);
  try {
    return { url: url ?? null, certificatesPem: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new ConfigError([`TSA_CERTIFICATES: cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}

const newEncryptionKey = () => randomBytes(32).toString('base64');

function isEncryptionKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}

/** Bare, in small letters: without a port or a path, as verifiers take the name of a log's key from an address. */
export function isHostName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text) && text.length <= 253;
}

function isEd25519Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** For comparing and for storing secrets: high-entropy secrets need no slow hash. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}

import { createHash, createPrivateKey, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const Env = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65_535)).default(4000),
  HOST: optional(z.string()).default('127.0.0.1'),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'Where others reach this service; links are built from it',
  ),
  DATA_DIR: optional(z.string()).default('./.data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL_SIZE: optional(z.coerce.number().int().min(2).max(500)).default(20),
  STORAGE_URL: optional(z.url({ protocol: /^file$/ })).describe('file:///path of the pictures; default DATA_DIR/blobs'),
  INTEGRATIONS_INBOUND_SECRET: optional(z.string().min(16)),
  ADMIN_TOKEN: optional(z.string().min(16)),
  SEAL_PRIVATE_KEY: optional(
    z.string().refine(isP256Key, 'Invalid input: expected an ECDSA P-256 key in PEM'),
  ).describe('PEM, ECDSA P-256; default: made in DATA_DIR'),
  LOG_PRIVATE_KEY: optional(
    z.string().refine(isEd25519Key, 'Invalid input: expected an Ed25519 private key in PEM'),
  ).describe('PEM, Ed25519, of the transparency log; default: made in DATA_DIR'),
  LOG_ORIGIN: optional(
    z
      .string()
      .regex(
        /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
        'Invalid input: expected a bare host name in small letters',
      ),
  ).describe('The name of a log that is opened anew; default: log1. and the host of PUBLIC_URL'),
  ENCRYPTION_KEY: optional(z.string().refine(isEncryptionKey, 'Invalid input: expected 32 bytes in base64')).describe(
    'Encrypts what is kept of texts; default: made in DATA_DIR',
  ),
  TSA_URL: optional(z.url({ protocol: /^https?$/ })).describe('An RFC 3161 time stamping authority'),
  TSA_CERTIFICATES: optional(z.string()).describe(
    'PEM file: the chain of that authority, its own certificate first; then those of earlier ones',
  ),
  SEAL_RENDERS: optional(flag).default(true).describe('Whether every rendered picture is sealed'),
  SEALS_PER_MINUTE: optional(z.coerce.number().int().min(1).max(1_000_000))
    .default(600)
    .describe('How many texts an address without a credential may have sealed'),
  DEMO: optional(flag).describe('Demo content at first start; default: only with the embedded database'),
  INTROSPECTION: optional(flag).default(true),
  TRUST_PROXY: optional(z.string()).describe('Express `trust proxy`: hops or addresses whose X-Forwarded-* count'),
  CORS_ORIGINS: optional(list).default([]),
  TRUSTED_HOSTS: optional(list)
    .default([])
    .describe('host:port pairs that pictures may be imported from though private'),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
});

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
  /** Null: seals carry no time stamp. */
  timeStampAuthority: { url: string; certificatesPem: string } | null;
  sealRenders: boolean;
  /** For one address without a credential. */
  sealsPerMinute: number;
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
    sealRenders: given.SEAL_RENDERS,
    sealsPerMinute: given.SEALS_PER_MINUTE,
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

function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function timeStampAuthorityOf(url: string | undefined, file: string | undefined): Config['timeStampAuthority'] {
  if (url === undefined && file === undefined) return null;
  if (url === undefined) throw new ConfigError(['TSA_URL: needed where TSA_CERTIFICATES is set']);
  if (file === undefined) throw new ConfigError(['TSA_CERTIFICATES: needed where TSA_URL is set, to check its stamps']);
  try {
    return { url, certificatesPem: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new ConfigError([`TSA_CERTIFICATES: cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}

const newEncryptionKey = () => randomBytes(32).toString('base64');

function isEncryptionKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
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

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { CommandError, ExitCode } from '../command-line/exit.ts';
import { databaseSettings, urlProblem } from '../database/database-settings.ts';
import { secretFile } from '../encryption/secrets.ts';
import { type DocumentManifest, readDocumentManifest } from '../graphql/server/document-manifest.ts';
import { SIZES } from '../program/memory.ts';
import { storageLocationOf, storageUrlProblem } from '../storage/storage-location.ts';
import { httpOrigin, localUrl } from './addresses.ts';
import { folderProblem } from './folder-problem.ts';

/** Makes a variable's schema treat an empty value as missing, which is what `FOO= npm start` and compose files mean. */
export const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), type.optional());

export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** Schema of a list separated by commas. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** Schema of a list of hosts separated by commas, each as `host:port`. The port of a host without one is 80. */
export const hostList = list.refine(
  (hosts) => hosts.every(isHostAndPort),
  'Invalid input: expected host:port pairs, separated by commas',
);

function isHostAndPort(entry: string): boolean {
  const url = URL.parse(`http://${entry}`);
  return url?.pathname === '/' && !url.username && !url.search && !url.hash && entry === entry.replace(/\/$/, '');
}

export const DEFAULT_PORT = 4000;

/**
 * Default processor time, in milliseconds, for running frequent operations before the service accepts requests. A longer time
 * would delay deployments.
 */
const DEFAULT_WARM_UP_MS = 2_000;

/**
 * Default seconds that running requests may continue when the service stops. Supervisors kill a process after about half a
 * minute, and jobs and the database must also stop within that time.
 */
export const DEFAULT_STOP_GRACE_SECONDS = 9;

/** The environment variables of one part of the service, and the function that makes settings of their values. */
export interface ConfigFragment<Values> {
  readonly variables: z.ZodType;
  /** Makes the settings. @throws ConfigError for faults that the variables' schemas don't find */
  readonly read: (given: never, place: ConfigFiles) => Values;
  /** Checks that run even if another variable of the fragment is wrong, so that all faults are reported at once. */
  readonly checkFiles?: CheckFiles;
}

/** Checks files and folders that variables name. @throws ConfigError if they can't be used */
type CheckFiles = (env: NodeJS.ProcessEnv, place: ConfigFiles) => void;

/** Access to secrets in files, for settings that the environment doesn't set. */
export interface ConfigFiles {
  dataDir: string;
  /**
   * Returns the secret stored under this name in `dataDir`, created at the first start. @throws ConfigError if it isn't usable
   */
  kept(name: string, secret?: SecretFileOptions): string;
  /** Returns the secret stored under this name, or null if none was created yet. */
  found(name: string, secret?: Pick<SecretFileOptions, 'isRight' | 'expected'>): string | null;
}

export interface SecretFileOptions {
  make?: () => string;
  /** Returns false if the secret in the file isn't usable, e.g. one that an operator wrote there. */
  isRight?: (secret: string) => boolean;
  /** Description of a usable secret, for the error message. */
  expected?: string;
}

export function configFragment<Variables extends z.ZodType, Values>(
  variables: Variables,
  read: (given: z.output<Variables>, place: ConfigFiles) => Values,
  checkFiles?: CheckFiles,
): ConfigFragment<Values> {
  return { variables, read, ...(checkFiles && { checkFiles }) };
}

export const ENCRYPTION_KEY = {
  file: 'encryption-key',
  pattern: /^[A-Za-z0-9+/]{43}=$/,
  expected: 'Invalid input: expected 32 bytes in base64',
  make: () => randomBytes(32).toString('base64'),
  isRight: (secret: string) => ENCRYPTION_KEY.pattern.test(secret),
};

const databaseUrl = () =>
  z.string().superRefine((url, { addIssue }) => {
    const message = urlProblem(url);
    if (message !== null) addIssue({ code: 'custom', message });
  });

export const BASE_CONFIG = configFragment(
  z.object({
    PORT: optional(z.coerce.number().int().min(0).max(65_535))
      .default(DEFAULT_PORT)
      .describe('Port to listen on. 0: any free port.'),
    HOST: optional(z.string()).default('127.0.0.1').describe('Address to listen on. 0.0.0.0: all addresses.'),
    PUBLIC_URL: optional(httpOrigin()).describe(
      'Origin at which callers reach the service: scheme, host and port, no path. All links are built from it. Default: http://HOST:PORT.',
    ),
    DATA_DIR: optional(z.string())
      .default('./.data')
      .describe('Folder for secrets, pictures and the embedded database.'),
    DATABASE_URL: optional(databaseUrl()).describe(
      'PostgreSQL to use; tested with version 18. Default: the embedded one.',
    ),
    DATABASE_OWNER_URL: optional(databaseUrl()).describe(
      'The same database for the account that owns the tables. Used to migrate and to grant the account of DATABASE_URL what it needs; not while serving. Default: DATABASE_URL, whose account then owns the tables.',
    ),
    DATABASE_DIRECT_URL: optional(databaseUrl()).describe(
      'The same database and account without the connection pooler, if DATABASE_URL leads to one in transaction mode, such as pgbouncer. Used for notifications and migrations. Default: DATABASE_URL.',
    ),
    DATABASE_REPLICA_URL: optional(databaseUrl()).describe(
      'Read replica of the database. Lists, pages and exports are read from it while it is at most 2 seconds behind.',
    ),
    DATABASE_POOL_SIZE: optional(z.coerce.number().int().min(2).max(500))
      .default(SIZES.connections)
      .describe(
        'Connections for the requests of one process. Jobs use a quarter as many in addition (2 to 4), listening 2. Default with less than 1 GB of memory: 5.',
      ),
    STORAGE_URL: optional(
      z.string().superRefine((url, { addIssue }) => {
        const message = storageUrlProblem(url);
        if (message !== null) addIssue({ code: 'custom', message });
      }),
    ).describe(
      'Storage of pictures: a folder as file:///path, or s3://bucket/prefix?endpoint=…&region=… (docs/storage.md). Default: DATA_DIR/blobs.',
    ),
    ENCRYPTION_KEY: optional(z.string().regex(ENCRYPTION_KEY.pattern, ENCRYPTION_KEY.expected)).describe(
      'Key for stored texts and provider keys: 32 bytes in base64. Default: created in DATA_DIR.',
    ),
    PREVIOUS_ENCRYPTION_KEY: optional(z.string().regex(ENCRYPTION_KEY.pattern, ENCRYPTION_KEY.expected)).describe(
      'Only for the command replace-encryption-key: the current key of the stored data.',
    ),
    DEMO: optional(flag).describe('Create demo content at the first start. Default: true with the embedded database.'),
    INTROSPECTION: optional(flag).default(true).describe('Allow introspection and serve /schema.graphql.'),
    PERSISTED_DOCUMENTS: optional(z.string()).describe('File that lists persisted GraphQL documents by id.'),
    PERSISTED_DOCUMENTS_ONLY: optional(flag)
      .default(false)
      .describe('Let anonymous callers run only the documents in PERSISTED_DOCUMENTS.'),
    TRUST_PROXY: optional(
      z
        .string()
        .refine(isTrustProxy, 'Invalid input: expected a number of proxies, or their addresses separated by commas'),
    ).describe('Number of proxies, or their addresses, whose X-Forwarded-* headers are trusted.'),
    CORS_ORIGINS: optional(
      list.refine(
        (origins) => origins.every((origin) => URL.parse(origin)?.origin === origin),
        'Invalid input: expected origins without a path, e.g. https://example.org, separated by commas',
      ),
    )
      .default([])
      .describe('Origins whose pages may call the API, separated by commas.'),
    LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])).describe(
      'Least severe level in the server log. Default: warn at a terminal, else info.',
    ),
    LOG_FORMAT: optional(z.enum(['json', 'text'])).describe(
      'Format of the server log on standard error. Default: text at a terminal, else json.',
    ),
    WARM_UP_MS: optional(z.coerce.number().int().min(0).max(60_000))
      .default(DEFAULT_WARM_UP_MS)
      .describe('Processor time in milliseconds spent on warming up before the service reports ready. 0: none.'),
    DRAIN_SECONDS: optional(z.coerce.number().int().min(0).max(600))
      .default(0)
      .describe(
        'Seconds that requests are still accepted after SIGTERM, while `/readyz` returns 503, so that a load balancer stops sending requests.',
      ),
    LISTEN_ONLY_WHEN_READY: optional(flag)
      .default(false)
      .describe(
        'Open the port only while the process is ready. Before and after, connections are refused, so a proxy without health checks uses another process. By default, requests get 503.',
      ),
    STOP_GRACE_SECONDS: optional(z.coerce.number().int().min(DEFAULT_STOP_GRACE_SECONDS).max(3_600))
      .default(DEFAULT_STOP_GRACE_SECONDS)
      .describe('Seconds that requests may continue after SIGTERM. Jobs may continue 6 seconds longer.'),
  }),
  (given, { dataDir, kept }) => ({
    port: given.PORT,
    host: given.HOST,
    /** Origin of PUBLIC_URL. Null if it isn't set. */
    givenPublicUrl: given.PUBLIC_URL ?? null,
    /**
     * Origin of PUBLIC_URL, or of HOST and PORT. Null if PUBLIC_URL isn't set and PORT is 0, because the port isn't known yet.
     */
    publicUrl: given.PUBLIC_URL ?? (given.PORT === 0 ? null : localUrl(given.HOST, given.PORT)),
    dataDir,
    /** Null if the service runs the embedded database server. */
    databaseUrl: given.DATABASE_URL ?? null,
    /** Null if the account of DATABASE_URL owns the tables, or if this process doesn't migrate. */
    databaseOwnerUrl: given.DATABASE_OWNER_URL === given.DATABASE_URL ? null : (given.DATABASE_OWNER_URL ?? null),
    /** Null if DATABASE_URL leads to the database server itself. */
    databaseDirectUrl: given.DATABASE_DIRECT_URL === given.DATABASE_URL ? null : (given.DATABASE_DIRECT_URL ?? null),
    databaseReplicaUrl: given.DATABASE_REPLICA_URL ?? null,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    storage:
      given.STORAGE_URL === undefined ? { folder: path.join(dataDir, 'blobs') } : storageLocationOf(given.STORAGE_URL),
    encryptionKey: Buffer.from(given.ENCRYPTION_KEY ?? kept(ENCRYPTION_KEY.file, ENCRYPTION_KEY), 'base64'),
    /** Previous encryption key. Null if PREVIOUS_ENCRYPTION_KEY isn't set. */
    previousEncryptionKey:
      given.PREVIOUS_ENCRYPTION_KEY === undefined ? null : Buffer.from(given.PREVIOUS_ENCRYPTION_KEY, 'base64'),
    /** Describes where `encryptionKey` was read, for messages. */
    encryptionKeySource:
      given.ENCRYPTION_KEY === undefined ? secretFile(dataDir, ENCRYPTION_KEY.file) : 'ENCRYPTION_KEY',
    demo: given.DEMO ?? given.DATABASE_URL === undefined,
    introspection: given.INTROSPECTION,
    persistedDocuments: {
      known: knownDocuments(given.PERSISTED_DOCUMENTS),
      isClosed: given.PERSISTED_DOCUMENTS_ONLY,
    },
    trustProxy: given.TRUST_PROXY ?? null,
    corsOrigins: given.CORS_ORIGINS,
    // Default level: only important lines for a person at a terminal, a line for every request in collected logs.
    logLevel: given.LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'),
    logFormat: given.LOG_FORMAT ?? (process.stderr.isTTY ? ('text' as const) : ('json' as const)),
    warmUpMs: given.WARM_UP_MS,
    drainMs: given.DRAIN_SECONDS * 1_000,
    /** False for PORT=0, because links need the port before the service is ready. */
    listensOnlyWhenReady: given.LISTEN_ONLY_WHEN_READY && given.PORT !== 0,
    stopGraceMs: given.STOP_GRACE_SECONDS * 1_000,
  }),
  (env, { found }) =>
    together(
      () => knownDocuments(env.PERSISTED_DOCUMENTS || undefined),
      () => {
        if (!['1', 'true'].includes(env.PERSISTED_DOCUMENTS_ONLY ?? '') || env.PERSISTED_DOCUMENTS) return;
        throw new ConfigError(['PERSISTED_DOCUMENTS_ONLY: needs PERSISTED_DOCUMENTS, the file that lists them']);
      },
      () => assertSameSchema(env, 'DATABASE_OWNER_URL', 'with the account that the service works with'),
      () => assertSameSchema(env, 'DATABASE_DIRECT_URL', 'with the address of the connection pooler'),
      () => assertSameSchema(env, 'DATABASE_REPLICA_URL', 'with the address of the primary'),
      () => assertOtherServer(env),
      () => env.ENCRYPTION_KEY || found(ENCRYPTION_KEY.file, ENCRYPTION_KEY),
      () => {
        // A missing storage folder isn't an error, because it can be a mount that comes up late. A folder that can't be created
        // or written to is an error.
        const given = env.STORAGE_URL ?? '';
        if (storageUrlProblem(given) !== null) return;
        const location = storageLocationOf(given);
        const whyNot = 'folder' in location && folderProblem(location.folder);
        if (whyNot) throw new ConfigError([`STORAGE_URL: ${whyNot}`]);
      },
    ),
);

/**
 * Checks a second URL of the database.
 * @param needed what DATABASE_URL must then be
 * @throws ConfigError if the URL is given without DATABASE_URL, or names another schema
 */
function assertSameSchema(env: NodeJS.ProcessEnv, name: string, needed: string): void {
  const { DATABASE_URL: url, [name]: otherUrl } = env;
  if (!otherUrl) return;
  if (!url) throw new ConfigError([`${name}: needs DATABASE_URL, ${needed}`]);
  // A wrong URL has its own message.
  if (urlProblem(url) !== null || urlProblem(otherUrl) !== null) return;
  const [schema, otherSchema] = [databaseSettings(url).schema, databaseSettings(otherUrl).schema];
  if (schema === otherSchema) return;
  throw new ConfigError([
    `${name}: options: it names the schema ${otherSchema}, and DATABASE_URL names ${schema}. Name the same.`,
  ]);
}

/** @throws ConfigError if the replica is the primary */
function assertOtherServer({ DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl }: NodeJS.ProcessEnv): void {
  if (!replicaUrl || replicaUrl !== url) return;
  throw new ConfigError(['DATABASE_REPLICA_URL: it is DATABASE_URL. Name the replica, or remove it']);
}

function knownDocuments(file: string | undefined): DocumentManifest {
  if (file === undefined) return new Map();
  try {
    return readDocumentManifest(file);
  } catch (error) {
    throw new ConfigError([`PERSISTED_DOCUMENTS: ${(error as Error).message}`]);
  }
}

type BaseConfig = typeof BASE_CONFIG extends ConfigFragment<infer Values> ? Values : never;

/** Settings of the process: those of the platform, and through `of` those of each feature. */
export interface Config extends BaseConfig {
  /** Sentences about environment variables that the service doesn't read and that could be misspelt settings. */
  readonly hints: readonly string[];
  /** Settings of one fragment. @throws for a fragment that isn't loaded */
  of<Values>(fragment: ConfigFragment<Values>): Values;
}

/** Wrong settings. Contains all mistakes, so that an operator can fix them at once. */
export class ConfigError extends CommandError {
  readonly mistakes: string[];

  constructor(mistakes: string[], hints: readonly string[] = []) {
    const lines = [...mistakes, ...hints].map((mistake) => `  - ${mistake}`);
    super(ExitCode.CONFIG, `The settings are not right:\n${lines.join('\n')}`);
    this.mistakes = mistakes;
  }
}

/** Runs all checks. @throws ConfigError with the mistakes of all of them */
export function together(...checks: readonly (() => unknown)[]): void {
  const mistakes = mistakesOf(checks);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}

/** Runs all checks. Returns the mistakes of all of them. */
export function mistakesOf(checks: readonly (() => unknown)[]): string[] {
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.mistakes;
    }
  });
}

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isTrustProxy(setting: string): boolean {
  if (/^\d{1,3}$/.test(setting)) return true;
  return setting
    .split(',')
    .map((entry) => entry.trim())
    .every((entry) => NAMED_RANGES.includes(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry));
}

import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { CommandError, ExitCode } from '../command-line/exit.ts';
import { urlProblem } from '../database/database-settings.ts';
import { foundSecret, keptSecret, SecretUnusable, secretFile } from '../encryption/secrets.ts';
import { type DocumentManifest, readDocumentManifest } from '../graphql/server/document-manifest.ts';
import { SIZES } from '../program/memory.ts';
import { isPercentEncoded } from '../text/percent-encoded.ts';
import { httpOrigin, localUrl } from './addresses.ts';
import { hintsOf } from './config-hints.ts';
import { fileVariable, readEnvironment } from './environment.ts';

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
    DATABASE_URL: optional(
      z.string().superRefine((url, { addIssue }) => {
        const message = urlProblem(url);
        if (message !== null) addIssue({ code: 'custom', message });
      }),
    ).describe('PostgreSQL to use; tested with version 18. Default: the embedded one.'),
    DATABASE_POOL_SIZE: optional(z.coerce.number().int().min(2).max(500))
      .default(SIZES.connections)
      .describe(
        'Connections for the requests of one process. Jobs use a quarter as many in addition (2 to 4), listening 2. Default with less than 1 GB of memory: 5.',
      ),
    STORAGE_URL: optional(
      z
        .url({ protocol: /^file$/, error: 'Invalid input: expected file:///path/of/a/folder' })
        .refine(isPercentEncoded, 'Invalid input: it has an escape that is not UTF-8. Write a literal % as %25'),
    ).describe('Folder for pictures, as file:///path. Default: DATA_DIR/blobs.'),
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
    databasePoolSize: given.DATABASE_POOL_SIZE,
    blobDir: given.STORAGE_URL === undefined ? path.join(dataDir, 'blobs') : folderOf(given.STORAGE_URL),
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
    stopGraceMs: given.STOP_GRACE_SECONDS * 1_000,
  }),
  (env, { found }) =>
    together(
      () => knownDocuments(env.PERSISTED_DOCUMENTS || undefined),
      () => {
        if (!['1', 'true'].includes(env.PERSISTED_DOCUMENTS_ONLY ?? '') || env.PERSISTED_DOCUMENTS) return;
        throw new ConfigError(['PERSISTED_DOCUMENTS_ONLY: needs PERSISTED_DOCUMENTS, the file that lists them']);
      },
      () => env.ENCRYPTION_KEY || found(ENCRYPTION_KEY.file, ENCRYPTION_KEY),
      () => {
        // A missing storage folder isn't an error, because it can be a mount that comes up late. A folder that can't be created
        // or written to is an error.
        const given = env.STORAGE_URL ?? '';
        const folder = URL.parse(given)?.protocol === 'file:' && isPercentEncoded(given) && folderOf(given);
        const whyNot = folder && folderProblem(folder);
        if (whyNot) throw new ConfigError([`STORAGE_URL: ${whyNot}`]);
      },
    ),
);

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

/**
 * Runs `work`, which uses these variables. An unexpected error becomes a ConfigError that names the variables, without the
 * error's message, which can contain a value.
 * @throws ConfigError
 */
function withVariableNames<T>(names: readonly string[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigError || names.length === 0) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `${names.join(', ')}: ${names.length > 1 ? 'one of them ' : ''}can't be used (${code ?? name})`,
    ]);
  }
}

/** Runs all checks. @throws ConfigError with the mistakes of all of them */
export function together(...checks: readonly (() => unknown)[]): void {
  const mistakes = mistakesOf(checks);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}

function mistakesOf(checks: readonly (() => unknown)[]): string[] {
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

/**
 * Reads the settings from environment variables and from files that variables name. Missing secrets are created at the first
 * start and stored in `DATA_DIR/secrets` with mode 600.
 * @throws ConfigError that names each wrong variable but never its value
 */
export function loadConfig(
  fragments: readonly ConfigFragment<unknown>[],
  env: NodeJS.ProcessEnv = process.env,
): Config {
  // Checks all settings first, so that nothing is written to disk while one is wrong.
  const { given, dataDir, mistakes, hints } = parseEnvironment(fragments, env);
  if (mistakes.length > 0) throw new ConfigError(mistakes, hints);
  mkdirSync(dataDir, { recursive: true });
  return read(given, { dataDir, found: foundAt(dataDir), kept: keptAt(dataDir) }, hints);
}

export interface InspectedConfig {
  /** The settings. Null if any of them is wrong. */
  config: Config | null;
  mistakes: readonly string[];
  hints: readonly string[];
  /** Names of all settings. */
  known: ReadonlySet<string>;
  /** Values of all environment variables by name, and of the settings that come from files. */
  values: Readonly<NodeJS.ProcessEnv>;
}

/** Reads the settings without creating anything. Secrets that don't exist yet get a new random value at each call. */
export function inspectConfig(
  fragments: readonly ConfigFragment<unknown>[],
  env: NodeJS.ProcessEnv = process.env,
): InspectedConfig {
  const { given, dataDir, mistakes, hints, known, values } = parseEnvironment(fragments, env);
  const config = mistakes.length > 0 ? null : read(given, readOnlyFiles(dataDir), hints);
  return { config, mistakes, hints, known, values };
}

type FragmentValues = ReadonlyMap<ConfigFragment<unknown>, unknown>;

function read(given: FragmentValues, place: ConfigFiles, hints: readonly string[]): Config {
  const values = new Map<unknown, unknown>();
  for (const [fragment, variables] of given) values.set(fragment, fragment.read(variables as never, place));
  const of = <Values>(fragment: ConfigFragment<Values>): Values => {
    if (!values.has(fragment))
      throw new Error('These settings were not read, because their config fragment isn’t registered.');
    return values.get(fragment) as Values;
  };
  // These properties aren't enumerable, so that two configs read from the same values are equal.
  return Object.defineProperties(
    { ...(values.get(BASE_CONFIG) as BaseConfig) },
    { of: { value: of }, hints: { value: hints } },
  ) as Config;
}

function parseEnvironment(fragments: readonly ConfigFragment<unknown>[], env: NodeJS.ProcessEnv) {
  const all = [BASE_CONFIG, ...fragments];
  const known = namesIn(all);
  const { values, mistakes: ofForm, fromFiles } = readEnvironment(env, known);
  const mistakes = new Set<string>(ofForm.values());
  // Adds a mistake of a setting. If reading the setting's value already failed, no second message is added.
  const add = (name: string, message: string) => {
    if (!ofForm.has(name)) mistakes.add(`${fromFiles.has(name) ? fileVariable(name) : name}: ${message}`);
  };
  const given = new Map<ConfigFragment<unknown>, unknown>();
  const parse = (fragment: ConfigFragment<unknown>) => {
    const parsed = fragment.variables.safeParse(values);
    for (const { path: at, message } of parsed.error?.issues ?? []) add(at.join('.'), message);
    if (parsed.success) given.set(fragment, parsed.data);
  };
  const setBy = (fragment: ConfigFragment<unknown>) => variablesOf(fragment).filter((name) => values[name]);
  /** Adds a mistake, whose text can start with the name of a setting. */
  const addNamed = (mistake: string) => {
    const [, name = '', message = ''] = /^([A-Za-z][A-Za-z0-9_]*): (.*)$/s.exec(mistake) ?? [];
    if (known.has(name)) add(name, message);
    else mistakes.add(mistake);
  };
  for (const mistake of mistakesOf(all.map((one) => () => withVariableNames(setBy(one), () => parse(one)))))
    addNamed(mistake);
  const dataDir = path.resolve(values.DATA_DIR || './.data');
  const whyNot = folderProblem(dataDir);
  if (whyNot) add('DATA_DIR', whyNot);
  const place = readOnlyFiles(dataDir);
  const checks = all.flatMap((fragment) => [
    () => withVariableNames(setBy(fragment), () => fragment.checkFiles?.(values, place)),
    () =>
      withVariableNames(
        setBy(fragment),
        () => given.has(fragment) && fragment.read(given.get(fragment) as never, place),
      ),
  ]);
  // If DATA_DIR isn't usable, every secret in it would report the same fault again.
  for (const mistake of mistakesOf(checks)) if (!(whyNot && mistake.startsWith('DATA_DIR:'))) addNamed(mistake);
  return { given, dataDir, mistakes: [...mistakes], hints: hintsOf(env, known), known, values };
}

function namesIn(fragments: readonly ConfigFragment<unknown>[]): ReadonlySet<string> {
  return new Set(fragments.flatMap(variablesOf));
}

function variablesOf({ variables }: ConfigFragment<unknown>): string[] {
  return variables instanceof z.ZodObject ? Object.keys(variables.shape) : [];
}

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isTrustProxy(setting: string): boolean {
  if (/^\d{1,3}$/.test(setting)) return true;
  return setting
    .split(',')
    .map((entry) => entry.trim())
    .every((entry) => NAMED_RANGES.includes(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry));
}

function folderOf(storageUrl: string): string {
  return decodeURIComponent(new URL(storageUrl).pathname);
}

/** Reason why a folder can't be created or written to. Null if it can. Doesn't create the folder. */
function folderProblem(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      if (!statSync(at).isDirectory())
        return `${at} isn't a folder (ENOTDIR). Name a folder that exists or can be created.`;
      accessSync(at, constants.W_OK | constants.X_OK);
      return null;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
      if (isAbsent && at !== path.dirname(at)) continue;
      const what = at === folder ? "isn't writable" : `can't be created in ${at}`;
      return `${folder} ${what} (${code}). Grant this account the right, or name another folder.`;
    }
  }
}

function foundAt(dataDir: string): ConfigFiles['found'] {
  return (name, secret) => checked(dataDir, name, foundHere(dataDir, name), secret);
}

function keptAt(dataDir: string): ConfigFiles['kept'] {
  return (name, secret) => checked(dataDir, name, keptHere(dataDir, name, secret?.make), secret)!;
}

/** Access to existing secrets in files. Creates none. */
function readOnlyFiles(dataDir: string): ConfigFiles {
  const found = foundAt(dataDir);
  const made = (secret?: SecretFileOptions) => secret?.make?.() ?? randomBytes(32).toString('base64url');
  return { dataDir, found, kept: (name, secret) => found(name, secret) ?? made(secret) };
}

function checked(
  dataDir: string,
  name: string,
  found: string | null,
  { isRight, expected }: SecretFileOptions = {},
): string | null {
  if (found === null || !isRight || isRight(found)) return found;
  throw new ConfigError([`${secretFile(dataDir, name)}: ${expected}`]);
}

const foundHere = (dataDir: string, name: string) => asConfigError(() => foundSecret(dataDir, name));
const keptHere = (dataDir: string, name: string, make?: () => string) =>
  asConfigError(() => keptSecret(dataDir, name, make));

function asConfigError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SecretUnusable) throw new ConfigError([error.message]);
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigError([`DATA_DIR: secrets can't be stored there (${reason})`]);
  }
}

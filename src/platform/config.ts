import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { CommandError, ExitCode } from './command-line/exit.ts';
import { keptSecret, SecretUnusable } from './secrets.ts';

/** An empty variable counts as one that is not set: that is what `FOO= npm start` and compose files mean by it. */
export const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), type.optional());

export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** Separated by commas. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** The settings of one part of the service: the variables it reads, and what it makes of them. */
export interface ConfigFragment<Values> {
  readonly variables: z.ZodType;
  /** @throws ConfigError for what is wrong with them in a way that their types do not show. */
  readonly read: (given: never, place: ConfigPlace) => Values;
}

/** Where a part finds what is not given in the environment. */
export interface ConfigPlace {
  dataDir: string;
  /** The secret of this name in `dataDir`, made at first start. */
  kept(name: string, make?: () => string): string;
}

export function configFragment<Variables extends z.ZodType, Values>(
  variables: Variables,
  read: (given: z.output<Variables>, place: ConfigPlace) => Values,
): ConfigFragment<Values> {
  return { variables, read };
}

const BASE = configFragment(
  z.object({
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
    ENCRYPTION_KEY: optional(
      z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'Invalid input: expected 32 bytes in base64'),
    ).describe('Encrypts what is kept of texts; default: made in DATA_DIR'),
    DEMO: optional(flag).describe('Demo content at first start; default: only with the embedded database'),
    INTROSPECTION: optional(flag).default(true),
    TRUST_PROXY: optional(z.string()).describe('Express `trust proxy`: hops or addresses whose X-Forwarded-* count'),
    CORS_ORIGINS: optional(list).default([]),
    LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  }),
  (given, { dataDir, kept }) => ({
    port: given.PORT,
    host: given.HOST,
    /** Without a trailing slash; null until the port is known when neither PUBLIC_URL nor a fixed PORT is set. */
    publicUrl: given.PUBLIC_URL?.replace(/\/+$/, '') ?? (given.PORT === 0 ? null : localUrl(given.HOST, given.PORT)),
    dataDir,
    /** Null: run the embedded server. */
    databaseUrl: given.DATABASE_URL ?? null,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    blobDir: given.STORAGE_URL ? decodeURIComponent(new URL(given.STORAGE_URL).pathname) : path.join(dataDir, 'blobs'),
    encryptionKey: Buffer.from(
      given.ENCRYPTION_KEY ?? kept('encryption-key', () => randomBytes(32).toString('base64')),
      'base64',
    ),
    demo: given.DEMO ?? given.DATABASE_URL === undefined,
    introspection: given.INTROSPECTION,
    trustProxy: given.TRUST_PROXY ?? null,
    corsOrigins: given.CORS_ORIGINS,
    // A person at a terminal reads what matters; a log that is collected wants every request.
    logLevel: given.LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'),
  }),
);

type BaseConfig = typeof BASE extends ConfigFragment<infer Values> ? Values : never;

/** What the service was started with: the platform's settings, and by `of` those of each part. */
export interface Config extends BaseConfig {
  /** @throws for the fragment of a part that was not loaded. */
  of<Values>(fragment: ConfigFragment<Values>): Values;
}

/** Thrown with every mistake at once, so that a start does not have to be tried once for each. */
export class ConfigError extends CommandError {
  readonly mistakes: string[];

  constructor(mistakes: string[]) {
    super(ExitCode.CONFIG, `The settings are not right:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

/**
 * Reads the settings, once. Secrets that are not given are made at first start and kept in `DATA_DIR/secrets` with mode 600.
 * @throws ConfigError naming each variable that is wrong; never its value, which may be a secret.
 */
export function loadConfig(
  fragments: readonly ConfigFragment<unknown>[],
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const mistakes: string[] = [];
  const given = new Map(
    [BASE, ...fragments].map((fragment) => {
      const parsed = fragment.variables.safeParse(env);
      for (const { path: at, message } of parsed.error?.issues ?? []) mistakes.push(`${at.join('.')}: ${message}`);
      return [fragment, parsed.data] as const;
    }),
  );
  if (mistakes.length > 0) throw new ConfigError(mistakes);

  // Parsed already, so that nothing is made on the disk while anything is wrong.
  const dataDir = path.resolve(env.DATA_DIR || './.data');
  const place = { dataDir, kept: (name: string, make?: () => string) => keptAt(dataDir, name, make) };
  const values = new Map<unknown, unknown>();
  for (const [fragment, variables] of given) values.set(fragment, fragment.read(variables as never, place));
  const of = <Values>(fragment: ConfigFragment<Values>): Values => {
    if (!values.has(fragment)) throw new Error('The settings of this part were not read.');
    return values.get(fragment) as Values;
  };
  // Not enumerable: two that were read from the same are the same.
  return Object.defineProperty({ ...(values.get(BASE) as BaseConfig) }, 'of', { value: of }) as Config;
}

/** A wildcard address is where we listen, not where anybody reaches us: links then name the loopback address. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function keptAt(dataDir: string, name: string, make?: () => string): string {
  try {
    return keptSecret(dataDir, name, make);
  } catch (error) {
    if (error instanceof SecretUnusable) throw new ConfigError([error.message]);
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigError([`DATA_DIR: the secrets cannot be kept there (${reason})`]);
  }
}

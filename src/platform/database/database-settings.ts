import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { userInfo } from 'node:os';
import tls, { type ConnectionOptions } from 'node:tls';
import type { PoolConfig } from 'pg';
import { parse } from 'pg-connection-string';

/** Settings read from a database connection URL, in the form that all connections of the service use. */
export interface DatabaseSettings {
  /** Settings for the PostgreSQL driver. They contain the password and the client's private key, so they must never be logged. */
  readonly connection: PoolConfig;
  /** The schema that holds the service's tables. */
  readonly schema: string;
  /** Schema of the job queue's own tables. */
  readonly queueSchema: string;
  /** Check of the server's certificate: chain and host name, chain only, or none. Null for connections without TLS. */
  readonly certificateCheck: 'CHAIN_AND_NAME' | 'CHAIN' | 'NONE' | null;
}

/**
 * The database URL is malformed, or contains a parameter that the service can't support. The message can name the parameter, but
 * never a value that may be a secret.
 */
class UnusableDatabaseUrl extends Error {
  override readonly name = 'UnusableDatabaseUrl';
}

const parsed = new Map<string, DatabaseSettings>();

/**
 * Parses a database URL, once for each URL: certificate files are read at that time.
 * @throws UnusableDatabaseUrl for a malformed URL, or for the first parameter that the service can't support
 */
export function databaseSettings(url: string): DatabaseSettings {
  const known = parsed.get(url);
  if (known) return known;
  const settings = parseSettings(url);
  parsed.set(url, settings);
  return settings;
}

/** Reason why a database URL isn't usable. Null if it is usable. */
export function urlProblem(url: string): string | null {
  try {
    databaseSettings(url);
    return null;
  } catch (error) {
    if (error instanceof UnusableDatabaseUrl) return error.message;
    throw error;
  }
}

/** Parameters that the driver takes as numbers of milliseconds. */
const MILLISECONDS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'query_timeout',
] as const;
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat', 'ssl'];
const PARAMETERS: ReadonlySet<string> = new Set([
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'fallback_application_name',
  'options',
  'connect_timeout',
  'channel_binding',
  'target_session_attrs',
  'client_encoding',
  'gssencmode',
  ...MILLISECONDS,
  ...TLS_PARAMETERS,
]);
/** Advice for parameters that only other programs support. */
const INSTEAD: Readonly<Record<string, string>> = {
  hostaddr: 'Put the address in the place of the host.',
  dbname: 'Put the database name in the path.',
  schema: 'Use options=-c%20search_path=name.',
  search_path: 'Use options=-c%20search_path=name.',
  currentSchema: 'Use options=-c%20search_path=name.',
  pgbouncer: 'Remove it.',
  connection_limit: 'Use DATABASE_POOL_SIZE.',
};

const EXPECTED = 'Invalid input: expected postgres://user:password@host:port/database';

function parseSettings(raw: string): DatabaseSettings {
  // Encodes spaces, and each `%` that starts no escape. The parser would encode them too, but would damage other escapes next to
  // them.
  const url = raw.replace(/%(?![0-9a-f]{2})/gi, '%25').replaceAll(' ', '%20');
  const authority = /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?/.exec(url);
  if (!authority) throw new UnusableDatabaseUrl(EXPECTED);
  // An `@` after the host means that a password contains an unencoded `?` or `/`. Without this check, the rest of the password
  // would be parsed as parameters and appear in messages.
  if (!authority[1]!.includes('@') && url.slice(authority[0].length).split('@').length > 1) {
    throw new UnusableDatabaseUrl(
      `${EXPECTED}. Write @, /, ? and # in a password or a parameter as %40, %2F, %3F and %23.`,
    );
  }
  const parameters = parametersOf(url);
  const hosts = `${authority[1]!.slice(authority[1]!.lastIndexOf('@') + 1)}${parameters.get('host') ?? ''}`;
  if (hosts.includes(',')) {
    throw new UnusableDatabaseUrl(
      "Several hosts aren't supported. Name one: the primary, or a proxy that leads to it.",
    );
  }
  assertParameters(parameters);
  const given = parseWithoutTls(url, parameters);
  const host = String(given.host || process.env.PGHOST || 'localhost');
  const schema = schemaOf(parameters.get('options'));
  const user = String(given.user || process.env.PGUSER || process.env.USER || userInfo().username);
  const { ssl, certificateCheck } = tlsOf(parameters, host);
  const connection: PoolConfig = {
    host,
    port: portOf(given.port),
    user,
    // If the URL has no password, the driver reads PGPASSWORD and the password file.
    password: given.password || undefined,
    database: decoded(authority[2] ?? '') || process.env.PGDATABASE || user,
    ssl,
    ...(parameters.has('sslnegotiation') && { sslnegotiation: parameters.get('sslnegotiation') as 'direct' }),
    ...(parameters.get('channel_binding') === 'prefer' && { enableChannelBinding: true }),
    ...text('options', parameters),
    ...text('application_name', parameters),
    ...text('fallback_application_name', parameters),
    ...(parameters.has('connect_timeout') && {
      connectionTimeoutMillis: 1_000 * wholeNumber('connect_timeout', parameters),
    }),
    ...Object.fromEntries(
      MILLISECONDS.filter((name) => parameters.has(name)).map((name) => [name, wholeNumber(name, parameters)]),
    ),
  };
  return Object.freeze({
    // Returns a new copy each time, because the driver hides the private key in the object it gets.
    get connection() {
      return { ...connection, ssl: typeof ssl === 'object' ? { ...ssl } : ssl };
    },
    schema,
    queueSchema: schema === DEFAULT_SCHEMA ? 'pgboss' : `pgboss_${schema}`,
    certificateCheck,
  });
}

function parametersOf(url: string): Map<string, string> {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter(Boolean)) {
    const at = pair.indexOf('=');
    const name = decoded(at < 0 ? pair : pair.slice(0, at));
    if (parameters.has(name)) throw new UnusableDatabaseUrl(`${shown(name)} is given twice. Give it once.`);
    parameters.set(name, at < 0 ? '' : decoded(pair.slice(at + 1).replaceAll('+', ' ')));
  }
  return parameters;
}

/**
 * Parses host, port, user and password of a database URL. TLS parameters are handled elsewhere in this file, because the parser
 * supports fewer of them and reads files without reporting errors.
 */
function parseWithoutTls(url: string, parameters: ReadonlyMap<string, string>): ReturnType<typeof parse> {
  const query = [...parameters]
    .filter(([name]) => ['host', 'port', 'user', 'password'].includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const given = (() => {
    try {
      return parse(`${url.replace(/[?#].*$/, '')}${query && `?${query}`}`);
    } catch {
      // Thrown without the parser's message, which can contain the whole URL.
      throw new UnusableDatabaseUrl(EXPECTED);
    }
  })();
  return given;
}

/** Port in the URL, else in the variable PGPORT, else 5432. */
function portOf(given: string | null | undefined): number {
  const port = given || process.env.PGPORT || '5432';
  if (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536) return Number(port);
  throw new UnusableDatabaseUrl(`${given ? 'port' : 'The port of PGPORT'} must be a number from 1 to 65535.`);
}

function assertParameters(parameters: ReadonlyMap<string, string>): void {
  for (const [name, value] of parameters) {
    if (!PARAMETERS.has(name)) {
      throw new UnusableDatabaseUrl(
        `The parameter ${shown(name)} isn't supported. ${INSTEAD[name] ?? 'Remove it, or use one that docs/database.md lists.'}`,
      );
    }
    if (value.includes('\0'))
      throw new UnusableDatabaseUrl(`${name} contains U+0000, which PostgreSQL doesn't accept.`);
  }
  allow(parameters, 'channel_binding', ['disable', 'prefer'], "The driver can't enforce it. Use sslmode=verify-full.");
  allow(
    parameters,
    'target_session_attrs',
    ['any'],
    'The service connects to one host and needs the primary. Remove it.',
  );
  allow(parameters, 'client_encoding', ['UTF8', 'utf8', 'UTF-8', 'utf-8', 'auto'], 'The service uses UTF8. Remove it.');
  allow(parameters, 'gssencmode', ['disable', 'prefer'], "GSSAPI encryption isn't supported. Use sslmode=verify-full.");
  allow(parameters, 'sslnegotiation', ['postgres', 'direct'], 'Use postgres or direct.');
  allow(parameters, 'uselibpqcompat', ['true', 'false'], 'Use true or false.');
  allow(parameters, 'ssl', ['true', '1', 'false', '0', 'no-verify'], 'Use sslmode instead.');
}

function allow(
  parameters: ReadonlyMap<string, string>,
  name: string,
  values: readonly string[],
  instead: string,
): void {
  const value = parameters.get(name);
  if (value === undefined || values.includes(value)) return;
  throw new UnusableDatabaseUrl(`${name}=${shown(value)} can't be honoured. ${instead}`);
}

/**
 * Reads the TLS settings. Without `uselibpqcompat` the modes have the driver's meaning: `require` and `verify-ca` also check the
 * host name, which is stricter than in libpq.
 */
function tlsOf(
  parameters: ReadonlyMap<string, string>,
  host: string,
): { ssl: PoolConfig['ssl']; certificateCheck: DatabaseSettings['certificateCheck'] } {
  const mode = modeOf(parameters);
  const files = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => parameters.has(name));
  const isDirect = parameters.get('sslnegotiation') === 'direct';
  // As in libpq, a connection by a local socket doesn't use TLS.
  if (host.startsWith('/')) return { ssl: false, certificateCheck: null };
  if (mode === 'disable') {
    if (files.length > 0 || isDirect) {
      throw new UnusableDatabaseUrl(
        `${files[0] ?? 'sslnegotiation=direct'} has no effect with sslmode=disable. Remove one.`,
      );
    }
    return { ssl: false, certificateCheck: null };
  }
  if (mode === null && files.length === 0 && !isDirect) return { ssl: false, certificateCheck: null };
  if (parameters.has('sslcert') !== parameters.has('sslkey')) {
    throw new UnusableDatabaseUrl('sslcert and sslkey belong together. Give both.');
  }
  const options: ConnectionOptions = {
    // `host` is needed: otherwise the certificate of a server at an IP address would be checked against the name `localhost`.
    host,
    ...(parameters.has('sslrootcert') && { ca: authoritiesIn(parameters.get('sslrootcert')!) }),
    ...(parameters.has('sslcert') && { cert: fileOf('sslcert', parameters), key: fileOf('sslkey', parameters) }),
  };
  const certificateCheck = checkOf(mode ?? 'verify-full', parameters);
  if (certificateCheck === 'NONE') options.rejectUnauthorized = false;
  if (certificateCheck === 'CHAIN') options.checkServerIdentity = () => undefined;
  try {
    tls.createSecureContext(options);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UnusableDatabaseUrl(`${files.join(', ')} can't be used (${reason}). PEM files are expected.`);
  }
  return { ssl: options as PoolConfig['ssl'], certificateCheck };
}

const MODES: ReadonlySet<string> = new Set(['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']);

function modeOf(parameters: ReadonlyMap<string, string>): string | null {
  const ssl = parameters.get('ssl');
  if (ssl !== undefined && parameters.has('sslmode')) {
    throw new UnusableDatabaseUrl('ssl and sslmode are both given. Remove ssl.');
  }
  if (ssl !== undefined) return ssl === 'no-verify' ? ssl : ssl === 'true' || ssl === '1' ? 'verify-full' : 'disable';
  // Like the driver, uses PGSSLMODE if the URL has no `sslmode`.
  const mode = parameters.get('sslmode') ?? (process.env.PGSSLMODE || undefined);
  if (mode === undefined || MODES.has(mode)) return mode ?? null;
  throw new UnusableDatabaseUrl(`sslmode=${shown(mode)} can't be honoured. Use verify-full, require or disable.`);
}

function checkOf(mode: string, parameters: ReadonlyMap<string, string>): 'CHAIN_AND_NAME' | 'CHAIN' | 'NONE' {
  if (mode === 'no-verify') return 'NONE';
  if (mode === 'verify-full' || parameters.get('uselibpqcompat') !== 'true') return 'CHAIN_AND_NAME';
  if (mode === 'verify-ca' && !parameters.has('sslrootcert')) {
    throw new UnusableDatabaseUrl('sslmode=verify-ca needs sslrootcert. Give it, or use verify-full.');
  }
  return mode === 'verify-ca' || (mode === 'require' && parameters.has('sslrootcert')) ? 'CHAIN' : 'NONE';
}

function authoritiesIn(file: string): string | string[] {
  if (file === 'system') return tls.getCACertificates('system');
  const text = fileOf('sslrootcert', new Map([['sslrootcert', file]]));
  if (/-----BEGIN (TRUSTED )?CERTIFICATE-----/.test(text)) return text;
  throw new UnusableDatabaseUrl('sslrootcert has no certificate in it. A PEM file is expected.');
}

function fileOf(name: string, parameters: ReadonlyMap<string, string>): string {
  try {
    return readFileSync(parameters.get(name)!, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UnusableDatabaseUrl(`The file of ${name} can't be read (${reason}). Give the path of one that can.`);
  }
}

const DEFAULT_SCHEMA = 'public';
/** Names allowed for the schema: they need no quotes, and with `pgboss_` in front they fit pg-boss's limit for a name. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,39}$/;

/** First schema of the search path in the URL's `options`, as in `-c search_path=ours,extensions`. */
function schemaOf(options: string | undefined): string {
  const setting = /(?:^|\s)(?:-c\s*|--)search_path\s*=\s*((?:\\.|[^\s\\])*)/.exec(options ?? '')?.[1];
  if (setting === undefined) return DEFAULT_SCHEMA;
  const [first = ''] = setting.replace(/\\(.)/g, '$1').split(',');
  const schema = first.trim().replace(/^"(.*)"$/, '$1');
  if (SCHEMA.test(schema)) return schema;
  throw new UnusableDatabaseUrl(
    `options: ${shown(schema)} can't be the first schema of search_path. Use up to 40 of a-z, 0-9 and _, not beginning with a digit.`,
  );
}

function wholeNumber(name: string, parameters: ReadonlyMap<string, string>): number {
  const value = parameters.get(name)!;
  // Refuses 0, which would mean no limit: a frozen server would hold a request forever.
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new UnusableDatabaseUrl(`${name}=${shown(value)} can't be honoured. Use a whole number from 1 on.`);
}

function text(name: string, parameters: ReadonlyMap<string, string>): Record<string, string> {
  return parameters.has(name) ? { [name]: parameters.get(name)! } : {};
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UnusableDatabaseUrl("It has an escape that isn't UTF-8. Write a literal % as %25.");
  }
}

/** Quotes a short name or value for a message. Replaces all other text, which could be a secret. */
function shown(text: string): string {
  return /^[\w $,-]{0,40}$/.test(text) ? JSON.stringify(text) : '(not shown)';
}

/** False if the host is a local socket or a loopback address, so that connections to the database stay on the machine. */
export function leavesMachine({ connection: { host = '' } }: DatabaseSettings): boolean {
  if (host.startsWith('/') || host === 'localhost' || host === '::1') return false;
  return !(isIP(host) === 4 && host.startsWith('127.'));
}

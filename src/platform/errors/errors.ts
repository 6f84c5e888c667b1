import { isCanceled, sqlstateOf } from '../database/sqlstate.ts';
import { tlsFailureReason } from '../database/tls-failure.ts';
import { describeCode, type ErrorCode } from './error-codes.ts';

/** A rejected value of the request: where it is, and what to send instead. */
export interface ValueIssue {
  /** JSON pointer to the rejected value in the request body or the arguments, e.g. `/tags/0`. */
  pointer: string;
  detail: string;
}

/** Maximum number of rejected values in a response. */
export const MAX_ISSUES = 20;
/** Maximum characters of one message in a response. Messages can contain long names that callers have chosen. */
const MAX_DETAIL_LENGTH = 1_000;

/** Returns the first rejected values, at most `MAX_ISSUES`, each with a message of limited length. */
export function boundedIssues(issues: readonly ValueIssue[]): ValueIssue[] {
  return issues
    .slice(0, MAX_ISSUES)
    .map(({ pointer, detail }) => ({ pointer: shortened(pointer), detail: shortened(detail) }));
}

/** Shortens a long text by removing its middle: the beginning names the subject, the end the fault. */
export function shortened(text: string): string {
  if (text.length <= MAX_DETAIL_LENGTH) return text;
  const half = MAX_DETAIL_LENGTH / 2;
  return `${text.slice(0, half).toWellFormed()}…${text.slice(-half).toWellFormed()}`;
}

interface RefusalOptions {
  issues?: ValueIssue[];
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error whose message is meant for the caller. GraphQL and REST responses hide the messages of other errors. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly issues: ValueIssue[];
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: RefusalOptions = {},
  ) {
    super(shortened(message), { cause: options.cause });
    this.issues = boundedIssues(options.issues ?? []);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return describeCode(this.code).status;
  }
}

export const unauthenticated = (detail = 'Send `Authorization: Bearer <secret>`.') =>
  new Refusal('UNAUTHENTICATED', detail, { headers: { 'WWW-Authenticate': 'Bearer realm="imprimatur"' } });

export const badUserInput = (detail: string, issues: ValueIssue[] = []) =>
  new Refusal('BAD_USER_INPUT', detail, { issues });

export const serviceUnavailable = (what: string, cause: unknown) =>
  new Refusal('SERVICE_UNAVAILABLE', `${what} isn't available at the moment. Try again shortly.`, {
    retryAfterSeconds: 2,
    cause,
  });

/**
 * Makes the refusal of a request for which no database connection became free. The database is running, so a retry can succeed
 * shortly after.
 */
const overloaded = (cause: unknown) =>
  new Refusal('OVERLOADED', 'The service is overloaded. Nothing was done. Try again shortly.', {
    retryAfterSeconds: 2,
    cause,
  });

const tookTooLong = (cause: unknown) =>
  new Refusal('SERVICE_UNAVAILABLE', 'The database needed too long for this. Try again, and request less at once.', {
    retryAfterSeconds: 5,
    cause,
  });

/**
 * Translates an error for the caller. A lost database, a full disk and similar failures have refusals of their own. Unexpected
 * errors become `INTERNAL_SERVER_ERROR` without their message. The original error stays as `cause` for the server log.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const within = (error as { refusal?: unknown } | null | undefined)?.refusal;
  if (within instanceof Refusal) return within;
  if (isStorageFull(error)) {
    return new Refusal('STORAGE_FULL', 'The storage is full. Try again after the operator has freed space.', {
      cause: error,
    });
  }
  if (isDatabaseBusy(error)) return overloaded(error);
  if (isCanceled(error)) return tookTooLong(error);
  if (isDatabaseAway(error)) return serviceUnavailable('The database', error);
  if (isNamed(error, 'StorageUnavailable')) return serviceUnavailable('The storage', error);
  return new Refusal('INTERNAL_SERVER_ERROR', 'An unexpected error occurred. Give the operator the request id.', {
    cause: error,
  });
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

/** PostgreSQL's code `disk_full`. `FULL_CODES` are the operating system's codes for a full disk or an exhausted quota. */
const FULL_STATE = '53100';
const FULL_CODES = ['ENOSPC', 'EDQUOT'];

/** True if no space is left: for blobs, for the database, or for other files of the service. */
function isStorageFull(error: unknown): boolean {
  if (sqlstateOf(error) === FULL_STATE) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    if (isNamed(one, 'StorageFull') || FULL_CODES.includes((one as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/**
 * True if the error comes from the service's own infrastructure: no database, no storage or no space. The request isn't at fault
 * and can be repeated later.
 */
export function isOutage(error: unknown): boolean {
  return lacksDatabase(error) || isStorageFull(error) || isNamed(error, 'StorageUnavailable');
}

/** No database connection of the pool became free in time, although the database is running. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';

  constructor(options: ErrorOptions) {
    super('Every connection to the database is in use.', options);
  }
}

/** PostgreSQL's code `too_many_connections`: other clients use all connections. */
const FULL_SERVER_STATE = '53300';

/** True if the database is running but has no free connection. */
export function isDatabaseBusy(error: unknown): boolean {
  if (sqlstateOf(error) === FULL_SERVER_STATE) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    // The ORM wraps errors of its driver, but keeps their message.
    if (isNamed(one, 'NoFreeConnection') || one.message.includes(NO_FREE_CONNECTION)) return true;
  }
  return false;
}

const NO_FREE_CONNECTION = 'Every connection to the database is in use';

/** True if the error comes from the database: it isn't reachable or has no free connection. */
export function lacksDatabase(error: unknown): boolean {
  return isDatabaseBusy(error) || isDatabaseAway(error);
}

/**
 * SQLSTATEs of an unavailable database: classes 08 (connection) and 53 (resources), 57P (shutdown; 57014 is only a cancelled
 * statement), and 25006 (read-only).
 */
const AWAY_STATES = /^(08|53|57P|25006)/;
/** Node's error codes for connections that failed, were lost or timed out. */
const AWAY_CODES = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** Messages of pg, which reports a lost or refused connection as a plain Error without a code. */
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|connect ECONN|There was an error establishing an SSL connection/;

export function isDatabaseAway(error: unknown): boolean {
  if (isDatabaseBusy(error)) return false;
  // A TLS failure also makes the database unreachable, e.g. after its certificate was changed.
  if (tlsFailureReason(error) !== null) return true;
  if (AWAY_STATES.test(sqlstateOf(error) ?? '')) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = (one as { code?: unknown }).code;
    if (typeof code === 'string' && AWAY_CODES.test(code)) return true;
    if (AWAY_MESSAGES.test(one.message)) return true;
    if (one instanceof AggregateError && one.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^ECONNREFUSED/, 'no server listens at its address'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'its host name is unknown'],
  [/^(EHOSTUNREACH|ENETUNREACH)/, 'no route leads to its host'],
  [/^(ECONN|EPIPE|08)/, 'the connection was lost'],
  [/^25006/, 'it is read-only'],
  [/^53300/, 'other clients use all of its connections'],
  [/^57P/, 'it is starting or stopping'],
  [/^(53)/, 'it is out of memory or disk space'],
  [/timeout|timed out|ETIMEDOUT/i, "it didn't answer in time"],
  [/terminated|closed|error/i, 'the connection was lost'],
];

/** Reason why the database isn't reachable. Reveals nothing about its address. */
export function unreachableReason(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const inner = one instanceof AggregateError ? one.errors[0] : one;
    const { code, message } = inner as { code?: unknown; message: string };
    for (const clue of [sqlstateOf(inner), code, message]) {
      const reason = typeof clue === 'string' && REASONS.find(([pattern]) => pattern.test(clue));
      if (reason) return reason[1];
    }
  }
  return 'it cannot be reached';
}

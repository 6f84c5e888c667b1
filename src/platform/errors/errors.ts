import { isCanceled, sqlstateOf } from '../database/sqlstate.ts';
import { whyNoTls } from '../database/tls-failure.ts';
import { describeCode, type ErrorCode } from './error-codes.ts';

/** One value that is wrong: where it stands in the request, and what to do about it. */
export interface ValueIssue {
  /** JSON pointer into the request body or the arguments, e.g. `/tags/0`. */
  pointer: string;
  detail: string;
}

/** An answer lists so many wrong values and no more. */
export const MAX_ISSUES = 20;
/** Longer than anything that is written here: what is cut are names that the caller chose. */
const MAX_DETAIL_LENGTH = 1_000;

/** The first of them, none longer than a person reads. */
export function boundedIssues(issues: readonly ValueIssue[]): ValueIssue[] {
  return issues
    .slice(0, MAX_ISSUES)
    .map(({ pointer, detail }) => ({ pointer: shortened(pointer), detail: shortened(detail) }));
}

/** A text with its middle left out: what it is about stands at its beginning, what is wrong with it at its end. */
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

/** An error whose message is written for the caller. Anything else that is thrown is masked at the edge. */
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
  new Refusal('SERVICE_UNAVAILABLE', `${what} is away for the moment. Try again shortly.`, {
    retryAfterSeconds: 2,
    cause,
  });

/** More is asked than there are connections for: nothing is away, and whoever asks again soon is answered. */
const overloaded = (cause: unknown) =>
  new Refusal('OVERLOADED', 'More is asked than can be answered at once. Nothing was done. Try again shortly.', {
    retryAfterSeconds: 2,
    cause,
  });

const tookTooLong = (cause: unknown) =>
  new Refusal('SERVICE_UNAVAILABLE', 'The database took too long for this. Try again, and ask for less at once.', {
    retryAfterSeconds: 5,
    cause,
  });

/**
 * What an error is to a caller. A lost database, a full disk and the like become their own refusal; what nobody foresaw
 * becomes `INTERNAL_SERVER_ERROR` with nothing of its message. The original stays as `cause` for the log.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const within = (error as { refusal?: unknown } | null | undefined)?.refusal;
  if (within instanceof Refusal) return within;
  if (isStorageFull(error)) {
    return new Refusal(
      'STORAGE_FULL',
      'There is no room left to store this. Try again when the operator has made some.',
      {
        cause: error,
      },
    );
  }
  if (isDatabaseBusy(error)) return overloaded(error);
  if (isCanceled(error)) return tookTooLong(error);
  if (isDatabaseAway(error)) return serviceUnavailable('The database', error);
  if (isNamed(error, 'StorageUnavailable')) return serviceUnavailable('The storage', error);
  return new Refusal('INTERNAL_SERVER_ERROR', 'Something went wrong on our side. Tell the operator the request id.', {
    cause: error,
  });
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

/** PostgreSQL's `disk_full`, and what the system says of a full disk or of a quota that is used up. */
const FULL_STATE = '53100';
const FULL_CODES = ['ENOSPC', 'EDQUOT'];

/** Whether there is no room: for pictures, for the database, or for what is kept beside it. */
function isStorageFull(error: unknown): boolean {
  if (sqlstateOf(error) === FULL_STATE) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    if (isNamed(one, 'StorageFull') || FULL_CODES.includes((one as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/**
 * Whether something failed for want of what the whole service needs: database, storage, room in either. Whatever was being
 * done is not at fault, and can be done when that is back.
 */
export function isOutage(error: unknown): boolean {
  return lacksDatabase(error) || isStorageFull(error) || isNamed(error, 'StorageUnavailable');
}

/** A connection could not be had within its time, though the database is there: all of them are in use. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';

  constructor(options: ErrorOptions) {
    super('Every connection to the database is in use.', options);
  }
}

/** PostgreSQL's `too_many_connections`: in use by others. */
const FULL_SERVER_STATE = '53300';

/** Whether the database is there and has no connection to spare. */
export function isDatabaseBusy(error: unknown): boolean {
  if (sqlstateOf(error) === FULL_SERVER_STATE) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    // The ORM makes an error of its own of what is thrown beneath it, and keeps the message.
    if (isNamed(one, 'NoFreeConnection') || one.message.includes(NO_FREE_CONNECTION)) return true;
  }
  return false;
}

const NO_FREE_CONNECTION = 'Every connection to the database is in use';

/** Whether something failed for want of the database alone: it is away, or has no connection to spare. */
export function lacksDatabase(error: unknown): boolean {
  return isDatabaseBusy(error) || isDatabaseAway(error);
}

/** Classes 08 (connection), 53 (resources), 57P (shutdown; 57014 is a cancelled statement), and 25006 (read-only). */
const AWAY_STATES = /^(08|53|57P|25006)/;
/** Connection refused, reset, timed out. */
const AWAY_CODES = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** pg reports a lost or unobtainable connection as a plain Error without a code. */
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|connect ECONN|There was an error establishing an SSL connection/;

export function isDatabaseAway(error: unknown): boolean {
  if (isDatabaseBusy(error)) return false;
  // Its certificate was changed while the service runs, for example.
  if (whyNoTls(error) !== null) return true;
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
  [/^ECONNREFUSED/, 'nobody listens there'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'its host name is not known'],
  [/^(EHOSTUNREACH|ENETUNREACH)/, 'no way leads to its host'],
  [/^(ECONN|EPIPE|08)/, 'the connection was lost'],
  [/^25006/, 'it can only be read'],
  [/^53300/, 'others have all of its connections'],
  [/^57P/, 'it is starting or stopping'],
  [/^(53)/, 'it has run out of memory or room'],
  [/timeout|timed out|ETIMEDOUT/i, 'no answer in time'],
  [/terminated|closed|error/i, 'the connection was lost'],
];

/** Why the database cannot be reached, in words and without anything of its address. */
export function whyAway(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const inner = one instanceof AggregateError ? one.errors[0] : one;
    const { code, message } = inner as { code?: unknown; message: string };
    for (const said of [sqlstateOf(inner), code, message]) {
      const reason = typeof said === 'string' && REASONS.find(([pattern]) => pattern.test(said));
      if (reason) return reason[1];
    }
  }
  return 'it cannot be reached';
}

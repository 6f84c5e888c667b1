import type { Response } from 'express';
import { Refusal, toRefusal, type ValueIssue } from '../../platform/errors/errors.ts';
import type { ErrorShape } from '../../platform/http/mount.ts';
import type { FailureClass } from '../../providers/index.ts';
import { IdempotencyRefusal } from '../idempotency/idempotency.problems.ts';
import { RunFailed } from '../runs/run-task.ts';
import { HEADER } from './answer-headers.ts';

/** Error types of OpenAI's API. */
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'insufficient_quota'
  | 'rate_limit_error'
  | 'server_error';

/** Value of the member `error` in the body of an error, or in an error event. */
export interface ErrorBody {
  readonly message: string;
  readonly type: ErrorType;
  readonly param: string | null;
  readonly code: string | null;
  /** Approval that holds the answer. Omitted for other errors. */
  readonly approval?: HeldApproval;
}

/** An approval as clients see it. */
export interface HeldApproval {
  readonly id: string;
  readonly state: string;
  readonly expires_at: string;
}

/** The output of a run was held, and isn't returned: it waits for approval, wasn't approved, or is no longer available. */
export class HeldForApproval extends Refusal {
  readonly approval: HeldApproval;
  /** Facts about the run, for the last event of a stream. Null if the thrower doesn't know them. */
  readonly facts: object | null;

  constructor(
    { code, message, retryAfterSeconds, headers }: Refusal,
    approval: HeldApproval,
    facts: object | null = null,
  ) {
    super(code, message, { headers, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    this.approval = approval;
    this.facts = facts;
  }
}

interface ErrorWording {
  readonly status: number;
  readonly type: ErrorType;
  readonly code: string;
}

/** An invalid value in the body, with its path in OpenAI's format: `messages[0].content`. */
export class InvalidParameter extends Refusal {
  readonly param: string | null;
  readonly wording: ErrorWording;

  constructor(param: string | null, message: string, code = 'invalid_value', status = 400) {
    super('BAD_USER_INPUT', message);
    this.param = param;
    this.wording = { status, type: 'invalid_request_error', code };
  }

  override get status(): number {
    return this.wording.status;
  }
}

export const modelNotFound = (message: string) => new InvalidParameter('model', message, 'model_not_found', 404);

/** An error as it is sent, with status and headers. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;
  /**
   * True if a retry can succeed without a second charge. Otherwise the header `X-Should-Retry: false` stops clients from retrying
   * what this service has already retried.
   */
  readonly mayRetry: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const INVALID: ErrorType = 'invalid_request_error';

/** Refusals with another status or code in OpenAI's API. Refusals that aren't listed here keep their status. */
const REFUSALS: Readonly<Record<string, ErrorWording>> = {
  BAD_REQUEST: { status: 400, type: INVALID, code: 'invalid_request' },
  BAD_USER_INPUT: { status: 400, type: INVALID, code: 'invalid_value' },
  INPUT_INVALID: { status: 400, type: INVALID, code: 'invalid_value' },
  UNAUTHENTICATED: { status: 401, type: 'authentication_error', code: 'invalid_api_key' },
  NOT_FOUND: { status: 404, type: 'not_found_error', code: 'not_found' },
  TASK_NOT_FOUND: { status: 404, type: INVALID, code: 'model_not_found' },
  CONTEXT_LENGTH_EXCEEDED: { status: 400, type: INVALID, code: 'context_length_exceeded' },
  // Status 429, since clients of OpenAI's API don't handle 402.
  BUDGET_EXCEEDED: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  LIMIT_RESERVED: { status: 429, type: 'rate_limit_error', code: 'limit_reserved' },
  RATE_LIMITED: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
};

/** Errors for failed runs, by the failure of the run. */
const FAILURES: Readonly<Record<FailureClass, ErrorWording>> = {
  RATE_LIMITED: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  QUOTA: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  // Concerns the service's or the customer's key at the provider. The caller's key for this service was valid.
  KEY_REFUSED: { status: 502, type: 'server_error', code: 'provider_key_refused' },
  FORBIDDEN: { status: 502, type: 'server_error', code: 'provider_refused_access' },
  INVALID_REQUEST: { status: 400, type: INVALID, code: 'provider_refused_request' },
  CONTEXT_LENGTH: { status: 400, type: INVALID, code: 'context_length_exceeded' },
  CONTENT_FILTER: { status: 400, type: INVALID, code: 'content_filter' },
  MODEL_NOT_FOUND: { status: 502, type: 'server_error', code: 'provider_model_not_found' },
  PROVIDER_ERROR: { status: 502, type: 'server_error', code: 'provider_error' },
  UNREACHABLE: { status: 502, type: 'server_error', code: 'provider_unreachable' },
  CONNECT_TIMEOUT: { status: 504, type: 'server_error', code: 'provider_timeout' },
  FIRST_TOKEN_TIMEOUT: { status: 504, type: 'server_error', code: 'provider_timeout' },
  IDLE_TIMEOUT: { status: 504, type: 'server_error', code: 'provider_timeout' },
  TOTAL_TIMEOUT: { status: 504, type: 'server_error', code: 'provider_timeout' },
  TRUNCATED: { status: 502, type: 'server_error', code: 'answer_truncated' },
  GARBAGE: { status: 502, type: 'server_error', code: 'provider_answer_unreadable' },
  BREAKER_OPEN: { status: 503, type: 'server_error', code: 'no_provider_available' },
  BULKHEAD_FULL: { status: 503, type: 'server_error', code: 'no_provider_available' },
  NO_PROVIDER_AVAILABLE: { status: 503, type: 'server_error', code: 'no_provider_available' },
  // The caller has disconnected.
  CANCELED: { status: 499, type: INVALID, code: 'canceled' },
  ADDRESS_NOT_ALLOWED: { status: 400, type: INVALID, code: 'address_not_allowed' },
  OUTPUT_INVALID: { status: 502, type: 'server_error', code: 'output_invalid' },
  UNKNOWN: { status: 502, type: 'server_error', code: 'provider_error' },
};

/** Converts any error to OpenAI's format. */
export function errorAnswerOf(error: unknown): ErrorAnswer {
  return error instanceof RunFailed ? failureAnswer(error) : refusalAnswer(toRefusal(error));
}

/** Error for a failed run. The run was retried as often as useful, so clients shouldn't retry at once. */
function failureAnswer({ failure, message, runId, attempts, retryAfterSeconds, isReplay }: RunFailed): ErrorAnswer {
  const { status, type, code } = FAILURES[failure] ?? FAILURES.UNKNOWN;
  return {
    status,
    body: { message, type, param: null, code },
    retryAfterSeconds: retryAfterSeconds ?? undefined,
    // No provider was called, and the time to retry is known.
    mayRetry: failure === 'NO_PROVIDER_AVAILABLE' && retryAfterSeconds !== null,
    headers: {
      [HEADER.RUN_ID]: runId,
      [HEADER.ATTEMPTS]: String(attempts),
      ...(isReplay && { [HEADER.REPLAYED]: 'true' }),
    },
  };
}

function refusalAnswer(refusal: Refusal): ErrorAnswer {
  const { code: ours, issues, headers, retryAfterSeconds } = refusal;
  const known = refusal instanceof InvalidParameter ? refusal.wording : REFUSALS[ours];
  const status = known?.status ?? refusal.status;
  const type = known?.type ?? typeOf(status);
  const code = known?.code ?? ours.toLowerCase();
  const param = refusal instanceof InvalidParameter ? refusal.param : paramOf(issues);
  const isWaitWorthwhile =
    retryAfterSeconds !== undefined && (status === 503 || status === 429 || ours === 'IDEMPOTENCY_IN_PROGRESS');
  return {
    status,
    body: {
      message: messageOf(refusal),
      type,
      param,
      code,
      ...(refusal instanceof HeldForApproval && { approval: refusal.approval }),
    },
    retryAfterSeconds,
    mayRetry: isWaitWorthwhile && type !== 'insufficient_quota',
    headers: refusal instanceof IdempotencyRefusal ? { ...headers, [HEADER.RUN_ID]: refusal.runId } : headers,
  };
}

function typeOf(status: number): ErrorType {
  if (status === 403) return 'permission_error';
  return status >= 500 ? 'server_error' : INVALID;
}

/** Path of the first issue in OpenAI's format: `/messages/0/content` becomes `messages[0].content`. */
function paramOf([first]: readonly ValueIssue[]): string | null {
  if (!first) return null;
  const path = first.pointer.split('/').slice(1);
  return path.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : `${at > 0 ? '.' : ''}${part}`)).join('') || null;
}

function messageOf({ message, issues }: Refusal): string {
  const first = issues[0]?.detail;
  return first && !message.includes(first) ? `${message} ${first}` : message;
}

/** Error format of every path under `/v1`. */
export const openAiErrors: ErrorShape = (res, refusal) => sendError(res, refusalAnswer(refusal));

/** Sends an error. Must be called before any part of an answer is sent. */
export function sendError(res: Response, { status, body, retryAfterSeconds, mayRetry, headers }: ErrorAnswer): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(Math.ceil(retryAfterSeconds)));
  if (!mayRetry) res.setHeader('X-Should-Retry', 'false');
  // Some clients only retry a 409 with this header.
  else if (status === 409) res.setHeader('X-Should-Retry', 'true');
  res.setHeader('Cache-Control', 'no-store');
  const json = JSON.stringify({ error: body });
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(json));
  res.end(json);
}

import type { Dispatcher } from 'undici';
import type { Clock } from '../platform/clock.ts';
import { AddressNotAllowed, type GuardedAddresses } from '../platform/http/guarded-addresses.ts';
import { retryAfterMs } from '../platform/http/retry-after.ts';
import { signedHeaders } from './signature.ts';
import { WebhookOutcome } from './webhook-delivery.entity.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Timeout of one attempt, until the response headers have arrived. Standard Webhooks advises 15 to 30 seconds. */
const TIMEOUT_MS = 15_000;
/** Bytes of the response body to read. The body is discarded; reading it lets the connection be reused. */
const MAX_ANSWER_BYTES = 16_384;
const MAX_ANSWER_MS = 1_000;
const MAX_HEADER_BYTES = 16_384;

export interface WebhookPost {
  url: string;
  id: string;
  body: string;
  /** Signing keys. The request carries one signature per key. */
  keys: readonly Uint8Array[];
}

export interface PostResult {
  outcome: WebhookOutcome;
  statusCode: number | null;
  durationMs: number;
  /** Value of the receiver’s `Retry-After` header, in milliseconds. Null if the receiver sent none. */
  retryAfterMs: number | null;
}

export interface SenderOptions {
  addresses: GuardedAddresses;
  clock: Clock;
  /** Timeout of one attempt in milliseconds. Default `TIMEOUT_MS`. */
  timeoutMs?: number | undefined;
}

/** Posts signed messages. Checks the receiver’s address before each attempt and doesn’t follow redirects. */
export class Sender {
  readonly #addresses: GuardedAddresses;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #agent: Dispatcher;

  constructor({ addresses, clock, timeoutMs = TIMEOUT_MS }: SenderOptions) {
    this.#addresses = addresses;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#agent = addresses.agent({
      connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs) },
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  /**
   * Makes one attempt. Failures are returned as an outcome.
   * @throws the signal’s reason when the caller aborts
   */
  async post({ url, id, body, keys }: WebhookPost, signal: AbortSignal): Promise<PostResult> {
    const begin = performance.now();
    const attemptedAt = this.#clock.now();
    const deadline = AbortSignal.timeout(this.#timeoutMs);
    const posted = (outcome: WebhookOutcome, answer?: Dispatcher.ResponseData): PostResult => ({
      outcome,
      statusCode: answer?.statusCode ?? null,
      durationMs: Math.round(performance.now() - begin),
      retryAfterMs: answer ? retryAfterMs(plainHeaders(answer), attemptedAt.getTime()) : null,
    });
    try {
      const { origin, pathname, search } = this.#addresses.allowed(url);
      const answer = await this.#agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Imprimatur',
          ...signedHeaders({ id, body, attemptedAt }, keys),
        },
        body,
        signal: AbortSignal.any([deadline, signal]),
      });
      void takeIn(answer);
      return posted(outcomeOf(answer.statusCode), answer);
    } catch (error) {
      signal.throwIfAborted();
      if (isAddressNotAllowed(error)) return posted(WebhookOutcome.ADDRESS_NOT_ALLOWED);
      return posted(deadline.aborted || isTimeout(error) ? WebhookOutcome.TIMEOUT : WebhookOutcome.UNREACHABLE);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function outcomeOf(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return WebhookOutcome.DELIVERED;
  if (status >= 300 && status < 400) return WebhookOutcome.REDIRECTED;
  return status === 410 ? WebhookOutcome.GONE : WebhookOutcome.REFUSED;
}

/** Discards the response body. The status is known, so a large, slow or broken body doesn’t change the outcome. */
function takeIn({ body }: Dispatcher.ResponseData): Promise<unknown> {
  body.on('error', () => {});
  return body.dump({ limit: MAX_ANSWER_BYTES, signal: AbortSignal.timeout(MAX_ANSWER_MS) }).catch(() => body.destroy());
}

function plainHeaders({ headers }: Dispatcher.ResponseData): Record<string, string> {
  const retryAfter = headers['retry-after'];
  return typeof retryAfter === 'string' ? { 'retry-after': retryAfter } : {};
}

function isAddressNotAllowed(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof AddressNotAllowed) return true;
  return false;
}

function isTimeout(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT';
}

import { concatBytes } from '@noble/hashes/utils.js';
import { MalformedInput } from '../malformed-input.ts';

const TIMEOUT_MS = 30_000;

/** The log didn't respond, or responded with a status other than 200 and 404. That says nothing about its content. */
export class LogUnreachable extends Error {
  override readonly name: string = 'LogUnreachable';
}

/** The log asked to retry after a number of seconds. */
export class LogRateLimited extends LogUnreachable {
  override readonly name = 'LogRateLimited';
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

export interface LogResponse {
  bytes: Uint8Array;
  lastModified: string | null;
}

/**
 * Sends one request to a log. Null for 404. Sent without credentials, so that a browser's session isn't used.
 * @throws LogUnreachable
 * @throws MalformedInput for a response longer than `maxBytes`
 */
export async function askOnce(
  url: string,
  maxBytes: number,
  { headers, cache = 'default' }: { headers?: Record<string, string>; cache?: 'default' | 'no-store' },
): Promise<LogResponse | null> {
  let response: Response;
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  try {
    response = await fetch(url, {
      ...(headers && { headers }),
      cache,
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reader = response.body?.getReader();
    while (reader && byteLength <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      byteLength += value.length;
      chunks.push(value);
    }
    if (byteLength > maxBytes) await reader!.cancel();
  } catch (cause) {
    throw new LogUnreachable(`${url} is unreachable or closed the connection.`, { cause });
  }
  if (response.status === 404) return null;
  if (response.status !== 200) throw refusal(url, response);
  if (byteLength > maxBytes) throw new MalformedInput(`${url} responded with more than ${maxBytes} bytes`);
  const bytes = chunks.length === 1 ? chunks[0]! : concatBytes(...chunks);
  return { bytes, lastModified: response.headers.get('last-modified') };
}

function refusal(url: string, { status, headers }: Response): LogUnreachable {
  const message = `${url} responded with status ${status}.`;
  const seconds = status === 429 || status === 503 ? secondsOf(headers.get('retry-after')) : null;
  return seconds === null ? new LogUnreachable(message) : new LogRateLimited(message, seconds);
}

/** Seconds in a `Retry-After` header, which is a number of seconds or a date. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

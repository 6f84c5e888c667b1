import type { IncomingMessage } from 'node:http';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** True for a method that changes nothing, so that a page of another origin does no harm by making a browser send it. */
export function isSafeMethod(method: string | undefined): boolean {
  return method !== undefined && SAFE_METHODS.includes(method);
}

/**
 * True if the browser states that a page of the service sent the request. Browsers set `Sec-Fetch-Site` on secure connections and
 * otherwise only `Origin`; pages can set neither.
 * @param ownOrigin such as `https://example.org`
 */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && isSameOrigin(headers.origin, ownOrigin);
}

/** Names of the local machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True if both are the same origin. `localhost`, `127.0.0.1` and `[::1]` count as one host; scheme and port must be equal. */
export function isSameOrigin(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other);
}

function canonical(origin: string): string {
  const url = URL.parse(origin);
  // Returned unchanged, because an address with a path, or an origin without a host, is compared as text.
  if (!url || url.origin !== origin || !LOOPBACK.has(url.hostname)) return origin;
  url.hostname = 'localhost';
  return url.origin;
}

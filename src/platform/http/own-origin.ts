import type { IncomingMessage } from 'node:http';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a method changes nothing, so that whoever is made to send it by another's page is made to do nothing. */
export function isSafeMethod(method: string | undefined): boolean {
  return method !== undefined && SAFE_METHODS.includes(method);
}

/**
 * Whether a page of ours sends this, as far as the browser tells. Browsers say it in `Sec-Fetch-Site` wherever the connection
 * can be trusted, elsewhere in `Origin` alone; no page can set either.
 *
 * @param ownOrigin such as `https://example.org`
 */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && isSameOrigin(headers.origin, ownOrigin);
}

/** Names of this computer, for itself. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True if both are one origin. `localhost`, `127.0.0.1` and `[::1]` are, with the same scheme and port. */
export function isSameOrigin(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other);
}

function canonical(origin: string): string {
  const url = URL.parse(origin);
  // An address with a path, or an origin without a name, equals the same text only.
  if (!url || url.origin !== origin || !LOOPBACK.has(url.hostname)) return origin;
  url.hostname = 'localhost';
  return url.origin;
}

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
  return site === undefined ? headers.origin === ownOrigin : site === 'same-origin';
}

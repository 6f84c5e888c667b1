import { z } from 'zod';
import { isPercentEncoded } from '../text/percent-encoded.ts';

export function httpUrl() {
  return z
    .url({ protocol: /^https?$/, error: 'Invalid input: expected an address that begins with http(s)://' })
    .refine(hasReadableUser, UNREADABLE_USER);
}

/** True if the user name and password in a URL can be decoded, as Basic authentication requires. */
export function hasReadableUser(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {};
  return isPercentEncoded(username) && isPercentEncoded(password);
}

export const UNREADABLE_USER =
  'Invalid input: the user name or password has an escape that is not UTF-8. Write a literal % as %25';

/** Schema for a URL without path, query, fragment and user, normalised by `URL`. */
export function httpOrigin() {
  return httpUrl().transform((given, { addIssue }) => {
    const { username, password, pathname, search, hash, origin } = new URL(given);
    if (username || password || pathname !== '/' || search || hash || /[?#]$/.test(given)) {
      const message = `Invalid input: expected scheme, host and port only, such as ${origin}`;
      addIssue({ code: 'custom', message });
    }
    return origin;
  });
}

/** URL of a service that listens at `host`. For a wildcard host, uses the loopback address. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

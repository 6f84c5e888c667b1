const MAX_LENGTH = 2_000;
/** An invented origin, only used to find out whether a path stays on its host. */
const SOMEWHERE = 'http://somewhere.invalid';

/**
 * Path of this service to open after a sign-in, from the parameter `next`. Returns its path and query if it stays on this host,
 * else `otherwise`. Browsers read `//host`, `/\host` and texts with tabs as addresses of another host.
 */
export function nextPath(value: unknown, otherwise: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value))
    return otherwise;
  const url = URL.parse(value, SOMEWHERE);
  return url?.origin === SOMEWHERE && !url.pathname.startsWith('//') ? url.pathname + url.search : otherwise;
}

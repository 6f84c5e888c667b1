const MAX_LENGTH = 2_000;
/** Of no host, only to tell whether a path stays on one. */
const SOMEWHERE = 'http://somewhere.invalid';

/**
 * Where somebody goes on after a sign-in, as an address of this service says it in `?next=`: its path and query, if it is a path
 * of this host, else `otherwise`. Browsers read `//host`, `/\host` and tabs within as another host's address.
 */
export function nextPath(value: unknown, otherwise: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value))
    return otherwise;
  const url = URL.parse(value, SOMEWHERE);
  return url?.origin === SOMEWHERE && !url.pathname.startsWith('//') ? url.pathname + url.search : otherwise;
}

const MAX_LENGTH = 2_000;
/** A fake host, only used to tell whether a path stays on its host. */
const SOMEWHERE = 'http://somewhere.invalid';

/**
 * Address of this service to open after a sign-in, from `?next=`: its path and query if it is a path of this host, else
 * `otherwise`. Browsers read `//host`, `/\host` and tabs in it as an address of another host.
 */
export function nextPath(value: unknown, otherwise: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value))
    return otherwise;
  const url = URL.parse(value, SOMEWHERE);
  return url?.origin === SOMEWHERE && !url.pathname.startsWith('//') ? url.pathname + url.search : otherwise;
}

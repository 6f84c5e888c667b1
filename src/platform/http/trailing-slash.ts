import type { RequestHandler } from 'express';
import { nextPath } from './next-path.ts';
import { wantsPage } from './problem-json.ts';

/**
 * Redirects an unknown address with a final slash to the address without it. Programs are redirected only to served paths.
 * Browsers are always redirected, so that they show the page for unknown addresses.
 * @param paths Express patterns of served paths
 */
export function withoutTrailingSlash(paths: readonly string[]): RequestHandler {
  const served = paths.map((path) => path.split('/'));
  return (req, res, next) => {
    const to = req.path.endsWith('/') ? pathWithout(req.originalUrl) : null;
    if (to === null) return next();
    const segments = req.path.replace(/\/+$/, '').split('/');
    if (!wantsPage(res) && !served.some((pattern) => matches(pattern, segments))) return next();
    // The redirect must not be cached, because a later release could serve the address with the slash.
    res.set({ 'Cache-Control': 'no-store', Location: to }).vary('Accept').status(308).end();
  };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
  );
}

/**
 * Relative reference to an address without the final slashes of its path. Null if no path is left, or if the reference would lead
 * to another host. It is relative so that the token in a link's path isn't repeated.
 */
function pathWithout(address: string): string | null {
  const at = address.indexOf('?');
  const path = at < 0 ? address : address.slice(0, at);
  const kept = path.replace(/\/+$/, '');
  const to = nextPath(kept + address.slice(path.length), '');
  const [, last] = /([^/?]+(?:\?.*)?)$/.exec(to) ?? [];
  return last === undefined ? null : '../'.repeat(path.length - kept.length) + last;
}

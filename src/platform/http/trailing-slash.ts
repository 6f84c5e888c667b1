import type { RequestHandler } from 'express';
import { nextPath } from './next-path.ts';
import { wantsPage } from './problem-json.ts';

/**
 * Leads a browser from `/admin/` to `/admin`, once nothing has answered the address as it stands. A program is told what is
 * true: no two addresses are the same, and this one leads nowhere.
 */
export const withoutTrailingSlash: RequestHandler = (req, res, next) => {
  const to = req.path.endsWith('/') && wantsPage(res) ? pathWithout(req.originalUrl) : null;
  if (to === null) return next();
  // Kept by nobody: there may be something at the address one day.
  res.set({ 'Cache-Control': 'no-store', Location: to }).vary('Accept').status(308).end();
};

/** The same address without slashes at the end of its path. Null where none is left, or where it would lead to another host. */
function pathWithout(address: string): string | null {
  const at = address.indexOf('?');
  const path = at < 0 ? address : address.slice(0, at);
  const to = nextPath(path.replace(/\/+$/, '') + address.slice(path.length), '');
  return to === '' ? null : to;
}

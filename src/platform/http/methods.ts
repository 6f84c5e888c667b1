import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { Refusal } from '../errors/errors.ts';

/**
 * Handles all methods of a path without a handler of their own: `OPTIONS` lists the path's methods, any other method is refused
 * with that list. `failed` formats the refusal. Call this function after registering the path's own handlers.
 */
export function closeMethods(
  app: Express,
  path: string,
  methods: readonly string[],
  failed: ErrorRequestHandler,
): void {
  const hasHead = methods.includes('GET') || methods.includes('HEAD');
  const others = methods.filter((method) => method !== 'HEAD');
  const allow = [...others, ...(hasHead ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const close: RequestHandler = (req, res) => {
    if (req.method === 'OPTIONS') {
      res.status(204).set('Allow', allow).end();
      return;
    }
    throw new Refusal('METHOD_NOT_ALLOWED', `This path doesn't support this method. Use one of: ${allow}.`, {
      headers: { Allow: allow },
    });
  };
  // The handlers are registered on a route: on the app, Express would register both for each of about thirty methods.
  app.route(path).all(close, failed);
}

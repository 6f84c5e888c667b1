import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { Refusal } from '../errors/errors.ts';

/**
 * What every path does with the methods it does not have: `OPTIONS` lists those it has, any other is refused with the
 * same list, in the words of `failed`. Register it after the path's own handlers.
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
    throw new Refusal('METHOD_NOT_ALLOWED', `This path takes ${allow}.`, { headers: { Allow: allow } });
  };
  // Of a route, not of the app: that would register both again for each of some thirty methods.
  app.route(path).all(close, failed);
}

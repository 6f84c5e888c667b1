import type { RequestHandler } from 'express';
import type { Logger } from '../observability/logger.ts';

/** One line for each request, with the route's pattern instead of the path: a path may hold a token. */
export function accessLog(logger: Logger): RequestHandler {
  if (!logger.isLevelEnabled('info')) return (_req, _res, next) => next();
  return (req, res, next) => {
    const begin = performance.now();
    res.once('close', () => {
      logger.info(
        {
          requestId: res.locals.requestId,
          method: req.method,
          route: (req.route as { path?: string } | undefined)?.path ?? 'unrouted',
          status: res.statusCode,
          isComplete: res.writableFinished,
          durationMs: Math.round(performance.now() - begin),
        },
        'request',
      );
    });
    next();
  };
}

import { context } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import type { Logger } from '../observability/logger.ts';
import { isOwn } from './own-requests.ts';

/** One line for each request, with the route's pattern instead of the path: a path may hold a token. */
export function accessLog(logger: Logger): RequestHandler {
  if (!logger.isLevelEnabled('info')) return (_req, _res, next) => next();
  return (req, res, next) => {
    if (isOwn(req)) return next();
    const begin = performance.now();
    const log = () =>
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
    // The line belongs to the trace of the request, which whoever closes a connection knows nothing of.
    res.once('close', context.bind(context.active(), log));
    next();
  };
}

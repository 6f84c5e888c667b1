import { context } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import type { Logger } from '../observability/logger.ts';
import { isOwn } from './own-requests.ts';

/**
 * Logs one line per request, except the service's own, with the route's pattern instead of the path, because a path can contain
 * a token.
 */
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
    // Logs within the trace of the request, which isn't active in the code that closes a connection.
    res.once('close', context.bind(context.active(), log));
    next();
  };
}

import type { Response } from 'express';
import type { Principal } from '../auth/principal.ts';
import { Context, type ContextBase, type ContextOptions } from '../context.ts';

/** Creates the context of an HTTP request. By default, its signal aborts when the client disconnects before the response ends. */
export function requestContext(
  base: ContextBase,
  res: Response,
  principal: Principal,
  signal = goneSignal(res),
  besides: Pick<ContextOptions, 'idempotencyKeyHeader'> = {},
): Context {
  const { requestId } = res.locals;
  return new Context(base, {
    principal,
    requestId,
    signal,
    ...besides,
    addressOf: () => res.req.ip ?? '',
    setHeader: (header, value) => void (res.headersSent || res.set(header, value)),
  });
}

function goneSignal(res: Response): AbortSignal {
  const disconnected = new AbortController();
  // Aborts the context only if the client left before the response was sent. Aborting after each response would create an error
  // with a stack every time.
  res.once('close', () => res.writableFinished || disconnected.abort());
  return disconnected.signal;
}

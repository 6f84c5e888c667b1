import type { RequestHandler } from 'express';

/** For what was under way when the answer was written. */
const LINGER_MS = 5_000;

/**
 * Who is answered before the request was sent to its end, as with a body that is too large, is read on for a moment, so
 * that the answer arrives, and then cut off. Nothing is kept of what comes.
 */
export const cutOffUnfinished: RequestHandler = (req, res, next) => {
  res.once('finish', () => {
    if (req.complete) return;
    const timer = setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, LINGER_MS);
    req.once('close', () => clearTimeout(timer));
  });
  next();
};

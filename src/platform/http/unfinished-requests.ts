import type { RequestHandler } from 'express';

/** Milliseconds for receiving data that was in transit when the response was sent. */
const LINGER_MS = 5_000;

/**
 * Handles responses that are sent before the whole request was read, e.g. to a body that is too large. Reads and discards the
 * rest for a short time so that the response arrives, then closes the connection.
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

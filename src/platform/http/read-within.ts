import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Waits until the client has read what it was sent, and hangs up on one that does not. */
export async function readWithin(res: ServerResponse, signal: AbortSignal, unreadMs: number): Promise<void> {
  const patience = setTimeout(() => res.destroy(), unreadMs);
  await once(res, 'drain', { signal }).catch(() => {});
  clearTimeout(patience);
}

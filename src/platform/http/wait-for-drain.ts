import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/**
 * Waits until the client has read the data sent so far, or until the signal aborts. `ConnectionPace` closes connections of
 * clients that read too slowly.
 */
export async function waitForDrain(res: ServerResponse, signal: AbortSignal): Promise<void> {
  await once(res, 'drain', { signal }).catch(() => {});
}

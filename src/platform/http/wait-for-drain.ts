import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Waits until the client has read what it was sent. `ConnectionPace` closes the connection of one that reads too slowly. */
export async function waitForDrain(res: ServerResponse, signal: AbortSignal): Promise<void> {
  await once(res, 'drain', { signal }).catch(() => {});
}

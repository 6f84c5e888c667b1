import type { Context } from '../platform/context.ts';
import { publishExpiries } from './publish-request.sql.ts';

/** Maximum number of permits per statement. A longer statement would block callers who fetch permits. */
const BATCH = 500;

/**
 * Publishes events about permits that weren’t fetched in time. Permits expire even if this hasn’t run. Returns the number of
 * permits.
 */
export async function publishExpiredPermits({ em, signal }: Context): Promise<number> {
  for (let done = 0; ; ) {
    const published = await publishExpiries(em, BATCH);
    done += published;
    if (published < BATCH || signal.aborted) return done;
  }
}

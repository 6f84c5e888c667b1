import type { Context } from '../platform/context.ts';
import { publishExpiries } from './publish-request.sql.ts';

/** Permits per statement. More would block callers that fetch permits. */
const BATCH = 500;

/** Publishes the expiry of permits that weren’t fetched in time. Expiry itself doesn’t depend on this. Returns their number. */
export async function publishExpiredPermits({ em, signal }: Context): Promise<number> {
  for (let done = 0; ; ) {
    const published = await publishExpiries(em, BATCH);
    done += published;
    if (published < BATCH || signal.aborted) return done;
  }
}

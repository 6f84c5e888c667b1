import type { Context } from '../platform/context.ts';
import { publishExpiries } from './publish-request.sql.ts';

/** At once: more would hold up those that fetch. */
const BATCH = 500;

/** Tells of permits that nobody has fetched in time. They have expired by then, told or not. Gives how many there were. */
export async function tellOfExpiredPermits({ em, signal }: Context): Promise<number> {
  for (let done = 0; ; ) {
    const told = await publishExpiries(em, BATCH);
    done += told;
    if (told < BATCH || signal.aborted) return done;
  }
}

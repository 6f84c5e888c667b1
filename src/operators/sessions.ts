import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { publish } from '../platform/events/outbox.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { NotFound } from '../platform/graphql/schema/problem.ts';
import { isId } from '../platform/ids.ts';
import { OperatorSession } from './sign-in.entities.ts';

/** As many as are shown. Older ones end with the rest. */
export const MAX_SESSIONS = 100;

/** Those of who asks that have not ended, the one seen last first. */
export function sessionsOf({ em, principal, clock }: Context): Promise<OperatorSession[]> {
  return em.find(
    OperatorSession,
    { operator: principal.subjectId, expiresAt: { $gt: clock.now() } },
    { orderBy: { updatedAt: 'desc', id: 'desc' }, limit: MAX_SESSIONS },
  );
}

/** One of those; null where it has ended, or is another's. */
export const ownSession = entityFinder(OperatorSession, ({ principal, clock }) =>
  can(principal, 'own-account:manage') && principal.subjectId !== null
    ? { operator: principal.subjectId, expiresAt: { $gt: clock.now() } }
    : null,
);

/** Ends one of one's own sessions, or all of them; whoever holds its cookie is not let in any more. */
export class OwnSessions {
  readonly #changed: () => void;

  /** @param changed called when what is remembered of sessions is not so any more */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  async end(ctx: Context, sessionId: string): Promise<string | NotFound> {
    if (!isId('operatorSession', sessionId)) return new NotFound(sessionId);
    const count = await this.#end(ctx, 'id = $2', [sessionId]);
    return count > 0 ? sessionId : new NotFound(sessionId);
  }

  /** Gives how many have ended. */
  endAll(ctx: Context): Promise<number> {
    return this.#end(ctx, 'true', []);
  }

  async #end(ctx: Context, which: string, values: unknown[]): Promise<number> {
    const operatorId = ctx.principal.subjectId;
    if (operatorId === null) return 0;
    const count = await ctx.transactional(async (inner) => {
      const ended = await sql(
        inner.em,
        `delete from operator_session where operator_id = $1 and ${which} returning id`,
        [operatorId, ...values],
      );
      if (ended.length > 0) publish(inner, 'operators.sessions-ended', { operatorId });
      return ended.length;
    });
    this.#changed();
    return count;
  }
}

/** Lets go of what lets nobody in any more. */
export async function forgetEnded({ em }: Context): Promise<number> {
  let count = 0;
  for (const table of ['operator_session', 'operator_verification', 'operator_link']) {
    count += (await sql(em, `delete from ${table} where expires_at < now() returning id`)).length;
  }
  return count;
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { publish } from '../platform/events/outbox.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { NotFound } from '../platform/graphql/schema/problem.ts';
import { isId } from '../platform/ids.ts';
import { deleteExpiredLinks } from './operator-link.sql.ts';
import { OperatorSession } from './sign-in.entities.ts';
import { deleteExpiredSessions, deleteSession, deleteSessions } from './sign-in.sql.ts';

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
    const count = await this.#end(ctx, (em, operatorId) => deleteSession(em, operatorId, sessionId));
    return count > 0 ? sessionId : new NotFound(sessionId);
  }

  /** Gives how many have ended. */
  endAll(ctx: Context): Promise<number> {
    return this.#end(ctx, (em, operatorId) => deleteSessions(em, operatorId));
  }

  async #end(ctx: Context, deleteFrom: (em: EntityManager, operatorId: string) => Promise<number>): Promise<number> {
    const operatorId = ctx.principal.subjectId;
    if (operatorId === null) return 0;
    const count = await ctx.transactional(async (inner) => {
      const ended = await deleteFrom(inner.em, operatorId);
      if (ended > 0) publish(inner, 'operators.sessions-ended', { operatorId });
      return ended;
    });
    this.#changed();
    return count;
  }
}

/** Lets go of what lets nobody in any more. */
export async function forgetEnded({ em }: Context): Promise<number> {
  const sessions = await deleteExpiredSessions(em);
  return sessions + (await deleteExpiredLinks(em));
}

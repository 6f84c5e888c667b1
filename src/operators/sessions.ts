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

/** Maximum number of sessions listed for an operator. */
export const MAX_SESSIONS = 100;

/** Active sessions of the caller, most recently used first. */
export function sessionsOf({ em, principal, clock }: Context): Promise<OperatorSession[]> {
  return em.find(
    OperatorSession,
    { operator: principal.subjectId, expiresAt: { $gt: clock.now() } },
    { orderBy: { updatedAt: 'desc', id: 'desc' }, limit: MAX_SESSIONS },
  );
}

/** Active session of the caller by id. Null if it has ended or isn’t the caller’s. */
export const ownSession = entityFinder(OperatorSession, ({ principal, clock }) =>
  can(principal, 'own-account:manage') && principal.subjectId !== null
    ? { operator: principal.subjectId, expiresAt: { $gt: clock.now() } }
    : null,
);

/** Ends one or all sessions of the caller. */
export class OwnSessions {
  readonly #onChange: () => void;

  /** @param onChange called after a session ended, because cached sessions may be outdated */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  async end(ctx: Context, sessionId: string): Promise<string | NotFound> {
    if (!isId('operatorSession', sessionId)) return new NotFound(sessionId);
    const count = await this.#end(ctx, (em, operatorId) => deleteSession(em, operatorId, sessionId));
    return count > 0 ? sessionId : new NotFound(sessionId);
  }

  /** Ends all sessions of the caller. Returns their number. */
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
    this.#onChange();
    return count;
  }
}

/** Deletes expired sessions and links. Returns their number. */
export async function deleteExpired({ em }: Context): Promise<number> {
  const sessions = await deleteExpiredSessions(em);
  return sessions + (await deleteExpiredLinks(em));
}

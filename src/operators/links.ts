import { audit, DeedOutcome } from '../platform/audit/audit.ts';
import { tellChanges } from '../platform/audit/tell-changes.ts';
import { hasTokenForm, newToken } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { publish } from '../platform/events/outbox.ts';
import { newId } from '../platform/ids.ts';
import { Operator, OperatorRole } from './operator.entity.ts';
import { OperatorLinkKind } from './operator-link.entity.ts';
import { takeTurnAtPeople } from './people/operator.service.ts';
import { OperatorAccount } from './sign-in.entities.ts';

const RESET_HOURS = 24;

/** What a link is good for, to whoever has it. */
export interface OpenLink {
  /** To whom it is bound; null: to nobody. */
  email: string | null;
  makesAdmin: boolean;
}

const LIVE = `(expires_at is null or expires_at > now())`;

/** Whether anybody can sign in already. */
export async function hasOperators({ em }: Context): Promise<boolean> {
  const [row] = await sql<{ is: boolean }>(em, 'select exists (select from operator) as is');
  return row!.is;
}

/** What a link is good for; null for one that is unknown or over, which are told from each other nowhere. */
export async function openLink({ em }: Context, kind: OperatorLinkKind, token: string): Promise<OpenLink | null> {
  if (!hasTokenForm('imol_', token)) return null;
  const [found] = await sql<OpenLink>(
    em,
    `select coalesce(link.email, operator.email) as email, makes_admin as "makesAdmin"
     from operator_link link left join operator on operator.id = link.operator_id
     where link.token_digest = $1 and link.kind = $2 and ${LIVE}`,
    [digestOf(token), kind],
  );
  return found ?? null;
}

/**
 * A new link for the first operator, in the place of the one before; null where there is an operator. The token is given out
 * here and nowhere else.
 */
export async function newBeginToken(ctx: Context, email: string | null): Promise<string | null> {
  return ctx.transactional(async (inner) => {
    await takeTurnAtPeople(inner.em);
    if (await hasOperators(inner)) return null;
    const token = newToken('imol_');
    await sql(
      inner.em,
      `insert into operator_link (id, kind, token_digest, email) values ($1, $2, $3, $4)
       on conflict (kind) where kind = 'BEGIN'
       do update set id = excluded.id, token_digest = excluded.token_digest, email = excluded.email, created_at = now()`,
      [newId('operatorLink'), OperatorLinkKind.BEGIN, digestOf(token), email],
    );
    return token;
  });
}

/**
 * Makes the first operator, an ADMIN: of all who follow the link at once, one.
 * @param passwordHash made before, since that takes its time
 * @returns null for a link that is over, and where there is an operator
 */
export async function begin(
  ctx: Context,
  token: string,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<Operator | null> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await takeTurnAtPeople(em);
    const [used] = await sql<{ id: string; email: string | null }>(
      em,
      `delete from operator_link where token_digest = $1 and kind = 'BEGIN' and ${LIVE} returning id, email`,
      [digestOf(token)],
    );
    if (!used || (await hasOperators(inner))) return null;
    const operator = em.create(Operator, {
      name,
      email: used.email ?? email,
      roles: [OperatorRole.ADMIN],
      disabledAt: null,
      createdBy: `link:${used.id}`,
    });
    await em.persist(operator).flush();
    em.persist(em.create(OperatorAccount, accountOf(operator, passwordHash)));
    publish(inner, 'operators.changed', { operatorId: operator.id });
    await audit(inner, { action: 'beginOperators', subjectIds: [operator.id, used.id], outcome: DeedOutcome.DONE });
    return operator;
  });
}

/** How Better Auth looks for a password. */
export function accountOf(operator: Operator, passwordHash: string) {
  return { operator, providerId: 'credential', accountId: operator.id, password: passwordHash };
}

/** Why somebody gets no link. */
export type ResetFault = 'UNKNOWN' | 'DISABLED';

/**
 * A link by which somebody who is locked out sets a new password, in the place of those before. Ends all sessions of that person
 * at once. Where there is no ADMIN left who can sign in, it makes this person one when it is used.
 */
export async function newResetToken(
  ctx: Context,
  email: string,
): Promise<{ token: string; makesAdmin: boolean; hours: number } | ResetFault> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await takeTurnAtPeople(em);
    const [found] = await sql<{ id: string; isDisabled: boolean; hasAdmin: boolean }>(
      em,
      `select id, disabled_at is not null as "isDisabled",
         exists (select from operator where 'ADMIN' = any(roles) and disabled_at is null) as "hasAdmin"
       from operator where email = $1`,
      [email],
    );
    if (!found) return 'UNKNOWN';
    // Somebody has disabled this person and can undo it; if nobody can any more, this is the way.
    if (found.isDisabled && found.hasAdmin) return 'DISABLED';
    const token = newToken('imol_');
    const makesAdmin = !found.hasAdmin;
    await sql(em, `delete from operator_link where operator_id = $1`, [found.id]);
    await sql(
      em,
      `insert into operator_link (id, kind, token_digest, operator_id, makes_admin, expires_at)
       values ($1, 'RESET', $2, $3, $4, now() + make_interval(hours => $5))`,
      [newId('operatorLink'), digestOf(token), found.id, makesAdmin, RESET_HOURS],
    );
    await sql(em, 'delete from operator_session where operator_id = $1', [found.id]);
    publish(inner, 'operators.sessions-ended', { operatorId: found.id });
    tellChanges([found.id]);
    return { token, makesAdmin, hours: RESET_HOURS };
  });
}

/** Sets the password of whoever a link was made for; null for a link that is over. Ends all sessions of that person. */
export async function reset(ctx: Context, token: string, passwordHash: string): Promise<Operator | null> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await takeTurnAtPeople(em);
    const [used] = await sql<{ operatorId: string; makesAdmin: boolean }>(
      em,
      `delete from operator_link where token_digest = $1 and kind = 'RESET' and ${LIVE}
       returning operator_id as "operatorId", makes_admin as "makesAdmin"`,
      [digestOf(token)],
    );
    if (!used) return null;
    // Held against sessions that are being made with the password of before: see `SignIns`.
    await sql(em, 'select id from operator where id = $1 for update', [used.operatorId]);
    const operator = await em.findOneOrFail(Operator, used.operatorId);
    if (used.makesAdmin && !operator.roles.includes('ADMIN')) operator.roles = ['ADMIN', ...operator.roles];
    if (used.makesAdmin) operator.disabledAt = null;
    if (operator.disabledAt) return null;
    operator.version += 1;
    operator.updatedAt = inner.clock.now();
    await em.flush();
    await sql(
      em,
      `insert into operator_account (id, operator_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)
       on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = current_timestamp(3)`,
      [newId('operatorAccount'), operator.id, passwordHash],
    );
    await sql(em, 'delete from operator_session where operator_id = $1', [operator.id]);
    publish(inner, 'operators.changed', { operatorId: operator.id });
    await audit(inner, { action: 'useResetLink', subjectIds: [operator.id], outcome: DeedOutcome.DONE });
    return operator;
  });
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { behind, type Principal } from '../../platform/auth/principal.ts';
import { sql } from '../../platform/database/database.ts';
import { badUserInput } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { Approval, type ApprovalSubject } from '../approval.entity.ts';
import { type ApprovalInboxArgs, type ApprovalInboxFilter, ApprovalInboxOrder, MAX_CHOICES } from './inbox.inputs.ts';

/** As many are counted; who has more before them needs no number. */
const MOST_COUNTED = 10_000;
/** As many channels are told apart. */
export const MOST_CHANNELS = 20;

/** One place in the inbox. */
export interface InboxEdge {
  readonly cursor: string;
  readonly node: Approval;
}

/** What waits for somebody, in numbers. */
export interface InboxCounts {
  readonly total: number;
  readonly dueWithinADay: number;
  readonly bySubjectKind: { subjectKind: ApprovalSubject; count: number }[];
  readonly byChannel: { channel: string; count: number }[];
}

interface Wanted {
  conditions: string[];
  values: unknown[];
}

/** What waits for this person: what they have nothing to do with and have not decided yet. */
function waitingFor(principal: Principal, filter: ApprovalInboxFilter | null | undefined): Wanted {
  const values: unknown[] = [behind(principal), principal.actor];
  const conditions = [
    `state = 'PENDING' and expires_at > now() and not barred && $1::text[] and asked_by <> all($1::text[])`,
    'not exists (select from approval_decision where approval_id = approval.id and decided_by = $2)',
  ];
  const oneOf = (column: string, wanted: readonly string[] | null | undefined) => {
    if (!wanted) return;
    if (wanted.length > MAX_CHOICES) throw badUserInput(`At most ${MAX_CHOICES} of one list.`);
    conditions.push(`${column} = any($${values.push(wanted)}::text[])`);
  };
  const { subjectKind, channel, customerId, isDueWithinADay } = filter ?? {};
  oneOf('subject_kind', subjectKind);
  oneOf(`facts->>'channel'`, channel);
  oneOf('customer_id', customerId);
  if (isDueWithinADay) conditions.push(`expires_at <= now() + interval '1 day'`);
  return { conditions, values };
}

/** A page of it, and one more where there is more. */
export async function inboxPage(
  em: EntityManager,
  principal: Principal,
  { filter, orderBy, first, after }: ApprovalInboxArgs,
): Promise<InboxEdge[]> {
  const { conditions, values } = waitingFor(principal, filter);
  const isByDue = orderBy === ApprovalInboxOrder.DUE;
  if (after) {
    const { dueAt, id } = placeOf(after);
    if (isByDue) conditions.push(`(expires_at, id) > ($${values.push(dueAt)}::timestamptz, $${values.push(id)})`);
    else conditions.push(`id > $${values.push(id)}`);
  }
  const rows = await sql<{ id: string }>(
    em,
    `select id from approval where ${conditions.join(' and ')}
     order by ${isByDue ? 'expires_at, id' : 'id'} limit $${values.push(first + 1)}::int`,
    values,
  );
  const found = await em.find(Approval, { id: { $in: rows.map(({ id }) => id) } });
  const byId = new Map(found.map((one) => [one.id, one]));
  return rows.flatMap(({ id }) => {
    const node = byId.get(id);
    return node ? [{ cursor: `${node.expiresAt.toISOString()} ${id}`, node }] : [];
  });
}

/** How many there are, however they are filtered. */
export async function inboxTotal(
  em: EntityManager,
  principal: Principal,
  filter: ApprovalInboxFilter | null | undefined,
): Promise<number> {
  const { conditions, values } = waitingFor(principal, filter);
  const [row] = await sql<{ count: number }>(
    em,
    `select count(*)::int as count from approval where ${conditions.join(' and ')}`,
    values,
  );
  return row?.count ?? 0;
}

/** Of those that expire soonest, as many as are counted. */
export async function inboxCounts(em: EntityManager, principal: Principal): Promise<InboxCounts> {
  const { conditions, values } = waitingFor(principal, null);
  const rows = await sql<{ subjectKind: ApprovalSubject; channel: string | null; isDue: boolean; count: number }>(
    em,
    `select subject_kind as "subjectKind", left(facts->>'channel', 100) as channel,
       expires_at <= now() + interval '1 day' as "isDue", count(*)::int as count
     from (select * from approval where ${conditions.join(' and ')} order by expires_at, id limit ${MOST_COUNTED}) waiting
     group by 1, 2, 3`,
    values,
  );
  const sumOf = (some: typeof rows) => some.reduce((sum, { count }) => sum + count, 0);
  const byKind = Map.groupBy(rows, ({ subjectKind }) => subjectKind);
  const byChannel = Map.groupBy(rows, ({ channel }) => channel);
  return {
    total: sumOf(rows),
    dueWithinADay: sumOf(rows.filter(({ isDue }) => isDue)),
    bySubjectKind: [...byKind].map(([subjectKind, some]) => ({ subjectKind, count: sumOf(some) })).sort(fullestFirst),
    byChannel: [...byChannel]
      .flatMap(([channel, some]) => (channel === null ? [] : [{ channel, count: sumOf(some) }]))
      .sort(fullestFirst)
      .slice(0, MOST_CHANNELS),
  };
}

const fullestFirst = (one: { count: number }, other: { count: number }) => other.count - one.count;

function placeOf(after: string): { dueAt: string; id: string } {
  const [dueAt = '', id = ''] = after.split(' ');
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(dueAt) && !Number.isNaN(Date.parse(dueAt));
  if (isTime && isId('approval', id)) return { dueAt, id };
  const detail = '`after` is no `endCursor` of this list.';
  throw badUserInput(detail, [{ pointer: '/after', detail }]);
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { behind, type Principal } from '../../platform/auth/principal.ts';
import { badUserInput } from '../../platform/errors/errors.ts';
import { OrderDirection } from '../../platform/graphql/reads/page-order.ts';
import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import type { ApprovalSubject } from '../approval.entity.ts';
import { approvalProjection } from '../approval.reads.ts';
import { countByKindAndChannel } from '../approval.sql.ts';
import { type ApprovalInboxArgs, type ApprovalInboxFilter, MAX_CHOICES } from './inbox.inputs.ts';

/** As many are counted; who has more before them needs no number. */
const MOST_COUNTED = 10_000;
/** As many channels are told apart. */
export const MOST_CHANNELS = 20;

/** What waits for somebody, in numbers. */
export interface InboxCounts {
  readonly total: number;
  readonly dueWithinADay: number;
  readonly bySubjectKind: { subjectKind: ApprovalSubject; count: number }[];
  readonly byChannel: { channel: string; count: number }[];
}

interface InboxConditions {
  conditions: string[];
  values: unknown[];
}

/** What waits for this person: what they have nothing to do with and have not decided yet. */
function waitingFor(principal: Principal, filter: ApprovalInboxFilter | null | undefined): InboxConditions {
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

/** What waits for whoever asks. */
export const waitingPages = new PageProjection<ApprovalInboxArgs, { id: string }>({
  typeName: 'ApprovalInboxConnection',
  node: approvalProjection,
  ids: 'approval',
  orders: { EXPIRES_AT: { sql: 'approval.expires_at', type: 'time' }, CREATED_AT: 'id' },
  defaultOrder: { field: 'EXPIRES_AT', direction: OrderDirection.ASC },
  createdAt: 'approval.created_at',
  filter: ({ filter }, { principal }) => waitingFor(principal, filter),
});

/** Of those that expire soonest, as many as are counted. */
export async function inboxCounts(em: EntityManager, principal: Principal): Promise<InboxCounts> {
  const rows = await countByKindAndChannel(em, waitingFor(principal, null), MOST_COUNTED);
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

import type { EntityManager } from '@mikro-orm/postgresql';
import { actorsBehind, type Principal } from '../../platform/auth/principal.ts';
import { badUserInput } from '../../platform/errors/errors.ts';
import { OrderDirection } from '../../platform/graphql/reads/page-order.ts';
import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import type { ApprovalSubject } from '../approval.entity.ts';
import { approvalProjection } from '../approval.reads.ts';
import { countByKindAndChannel } from '../approval.sql.ts';
import { type ApprovalInboxArgs, type ApprovalInboxFilter, MAX_CHOICES } from './inbox.inputs.ts';

/** Maximum number of requests that are counted, so that counting stays fast. */
const MAX_COUNTED = 10_000;
/** Maximum number of channels for which requests are counted separately. */
export const MAX_CHANNELS = 20;

/** Numbers of requests that wait for a person's decision. */
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

/**
 * Conditions for requests that this person can decide on: those to which the person isn't party, and on which the person hasn't
 * decided.
 */
function waitingFor(principal: Principal, filter: ApprovalInboxFilter | null | undefined): InboxConditions {
  const values: unknown[] = [actorsBehind(principal), principal.actor];
  const conditions = [
    `state = 'PENDING' and expires_at > now() and not barred && $1::text[] and asked_by <> all($1::text[])`,
    // Those without a signature don’t count: see `countedDecisions`.
    'not exists (select from approval_decision where approval_id = approval.id and decided_by = $2 and signature is not null)',
  ];
  const oneOf = (column: string, wanted: readonly string[] | null | undefined) => {
    if (!wanted) return;
    if (wanted.length > MAX_CHOICES)
      throw badUserInput(`A list of the filter has at most ${MAX_CHOICES} values; ${wanted.length} were given.`);
    conditions.push(`${column} = any($${values.push(wanted)}::text[])`);
  };
  const { subjectKind, channel, customerId, isDueWithinADay } = filter ?? {};
  oneOf('subject_kind', subjectKind);
  oneOf(`facts->>'channel'`, channel);
  oneOf('customer_id', customerId);
  if (isDueWithinADay) conditions.push(`expires_at <= now() + interval '1 day'`);
  return { conditions, values };
}

/** Lists the requests that the caller can decide on. */
export const waitingPages = new PageProjection<ApprovalInboxArgs, { id: string }>({
  typeName: 'ApprovalInboxConnection',
  node: approvalProjection,
  ids: 'approval',
  orders: { EXPIRES_AT: { sql: 'approval.expires_at', type: 'time' }, CREATED_AT: 'id' },
  defaultOrder: { field: 'EXPIRES_AT', direction: OrderDirection.ASC },
  createdAt: 'approval.created_at',
  filter: ({ filter }, { principal }) => waitingFor(principal, filter),
});

/** Counts the requests that the caller can decide on: at most `MAX_COUNTED`, those with the earliest deadlines. */
export async function inboxCounts(em: EntityManager, principal: Principal): Promise<InboxCounts> {
  const rows = await countByKindAndChannel(em, waitingFor(principal, null), MAX_COUNTED);
  const sumOf = (some: typeof rows) => some.reduce((sum, { count }) => sum + count, 0);
  const byKind = Map.groupBy(rows, ({ subjectKind }) => subjectKind);
  const byChannel = Map.groupBy(rows, ({ channel }) => channel);
  return {
    total: sumOf(rows),
    dueWithinADay: sumOf(rows.filter(({ isDue }) => isDue)),
    bySubjectKind: [...byKind].map(([subjectKind, some]) => ({ subjectKind, count: sumOf(some) })).sort(largestFirst),
    byChannel: [...byChannel]
      .flatMap(([channel, some]) => (channel === null ? [] : [{ channel, count: sumOf(some) }]))
      .sort(largestFirst)
      .slice(0, MAX_CHANNELS),
  };
}

const largestFirst = (one: { count: number }, other: { count: number }) => other.count - one.count;

import { randomUUID } from 'node:crypto';
import type { CustomersApi, Reservation, Settlement } from '../../src/customers/index.ts';
import { internal, type Principal } from '../../src/platform/auth/principal.ts';
import { Context } from '../../src/platform/context.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Api } from '../support/api.ts';

export interface NewCustomer {
  plan?: 'BASE' | 'PRO' | 'ENTERPRISE';
  softCapMicros?: number | null;
  hardLimitMicros?: number | null;
}

/** A customer of its own, for what is asked of the feature's API and not through the graph. */
export async function madeCustomer(
  api: Api,
  { plan = 'BASE', softCapMicros = null, hardLimitMicros = null }: NewCustomer = {},
) {
  const id = newId('customer');
  await api.database.query(
    `insert into customer (id, name, plan, soft_cap_micros, hard_limit_micros, created_by) values ($1::text, $1::text, $2, $3, $4, 'test')`,
    [id, plan, softCapMicros, hardLimitMicros],
  );
  return id;
}

export const customersOf = (api: Api): CustomersApi => api.services.apis.customers;

export const newRunId = () => `run_${randomUUID()}`;

export function reservation(accountId: string, given: Partial<Reservation> = {}): Reservation {
  return {
    runId: newRunId(),
    accountId,
    keyId: null,
    micros: 1_000,
    lifetimeMs: 60_000,
    note: { task: 'fast-execution/filter-classify' },
    ...given,
  };
}

export function settlement({ runId, accountId, keyId }: Reservation, costMicros: number | null): Settlement {
  return {
    runId,
    accountId,
    keyId,
    costMicros,
    possibleMicros: costMicros === null ? null : 0,
    isEstimated: false,
    inputTokens: 10,
    outputTokens: 5,
    task: 'fast-execution/filter-classify',
    model: 'x',
  };
}

export async function settle(
  api: Api,
  ...settlements: readonly Settlement[]
): Promise<{ runId: string; isCounted: boolean }[]> {
  const [row] = await api.database.query('select settle_usage($1::jsonb) as settled', [JSON.stringify(settlements)]);
  return row!.settled as { runId: string; isCounted: boolean }[];
}

export async function periodOf(api: Api, subject: string): Promise<Record<string, number>> {
  const [row] = await api.database.query(`select to_jsonb(p) as period from usage_period p where subject = $1`, [
    subject,
  ]);
  return (row?.period ?? {}) as Record<string, number>;
}

export async function capEvents(api: Api, customerId: string) {
  const rows = await api.database.query(
    `select payload->>'cap' as cap, (payload->>'percent')::int as percent from outbox_event
     where type = 'customers.cap-reached' and payload->>'customerId' = $1 order by id`,
    [customerId],
  );
  return rows.map(({ cap, percent }) => `${cap} ${percent}`);
}

export function contextOf(api: Api, principal: Principal = internal('test')): Context {
  return new Context(api.services.platform, { principal, requestId: 'test', signal: new AbortController().signal });
}

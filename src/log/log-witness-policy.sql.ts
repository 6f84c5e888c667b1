import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';

/** Stored witness policy: the witnesses, how many of them had to cosign, and the start of the period. */
export interface PolicyRow {
  number: number;
  quorum: number;
  /** Verifier keys of the witnesses, sorted. */
  witnesses: string[];
  since: string;
}

/** Locks out other processes that write witness policies until the transaction ends. */
export async function takeTurnAtPolicies(em: EntityManager): Promise<void> {
  await sql(em, `select pg_advisory_xact_lock(hashtext('witness policies'))`);
}

/** Reads all witness policies, oldest first. */
export function readPolicies(em: EntityManager): Promise<PolicyRow[]> {
  return sql(em, 'select number, quorum, witnesses, since from log_witness_policy order by number');
}

/** Stores a witness policy. */
export async function insertPolicy(
  em: EntityManager,
  policy: Omit<PolicyRow, 'since'> & { since: string | Date },
): Promise<void> {
  await sql(em, 'insert into log_witness_policy (number, quorum, witnesses, since) values ($1, $2, $3, $4)', [
    policy.number,
    policy.quorum,
    policy.witnesses,
    policy.since,
  ]);
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { type Columns, insertLogged, type PlacedRow } from '../log/index.ts';
import { sql } from '../platform/database/database.ts';
import { publishAll } from '../platform/events/outbox.ts';
import type { SealStatusKind } from '../proof/statement.ts';

/** A change of a seal as the log's entry stands for it. One that erases the seal has no row: nothing may tell of the seal. */
export interface LoggedChange {
  sealId: string;
  status: SealStatusKind;
  /** Who changes it. */
  owner: string;
  row: Columns | null;
}

/** Writes what became of seals and takes away those that were erased. A seal is changed and erased in one batch at times. */
export async function writeChanges(em: EntityManager, changes: readonly PlacedRow<LoggedChange>[]): Promise<void> {
  const kept = changes.flatMap(({ row: { row, ...change }, ...place }) => (row ? [{ ...change, row, ...place }] : []));
  if (kept.length > 0) {
    await insertLogged(em, 'seal_status', kept);
    await publishAll(
      em,
      kept.map(({ sealId, status, owner }) => ({
        type: 'seal.status-changed' as const,
        payload: { sealId, status },
        owner,
      })),
    );
    await followChanges(
      em,
      kept.map(({ sealId }) => sealId),
    );
  }
  const erased = changes.flatMap(({ row: { sealId, row } }) => (row ? [] : [sealId]));
  if (erased.length > 0) await sql(em, 'delete from seal where id = any($1)', [erased]);
}

/**
 * Takes back what stands in a log that has ended, beyond the last tree that it published. Nobody was told that it was done:
 * whoever asked was refused, and may ask again in the log that follows.
 * @param size entries of the last tree
 */
export async function forgetUnpublished(em: EntityManager, log: number, size: number): Promise<void> {
  const changed = await sql<{ sealId: string }>(
    em,
    'delete from seal_status where log = $1 and log_index >= $2 returning seal_id as "sealId"',
    [log, size],
  );
  await followChanges(
    em,
    changed.map(({ sealId }) => sealId),
  );
  await sql(em, 'delete from seal where log = $1 and log_index >= $2', [log, size]);
}

/** Makes seals say what their changes say. Revoked counts for more than superseded, whichever came first. */
async function followChanges(em: EntityManager, sealIds: readonly string[]): Promise<void> {
  await sql(
    em,
    `update seal set
       status = coalesce((select status from seal_status where seal_id = seal.id order by status limit 1), 'SEALED'),
       superseded_by = (select superseded_by from seal_status where seal_id = seal.id and status = 'SUPERSEDED')
     where id = any($1)`,
    [sealIds],
  );
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { type ColumnValues, insertLogged, type PlacedRow } from '../log/index.ts';
import { publishAll } from '../platform/events/outbox.ts';
import type { SealStatusKind } from '../proof/statement.ts';
import { copyStatuses, deleteChangesFrom, deleteSeals, deleteSealsFrom } from './seal.sql.ts';

/** A change of a seal as the log's entry stands for it. One that erases the seal has no row: nothing may tell of the seal. */
export interface LoggedStatusChange {
  sealId: string;
  status: SealStatusKind;
  /** Who changes it. */
  owner: string;
  row: ColumnValues | null;
}

/** Writes what became of seals and takes away those that were erased. A seal is changed and erased in one batch at times. */
export async function writeChanges(
  em: EntityManager,
  changes: readonly PlacedRow<LoggedStatusChange>[],
): Promise<void> {
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
    await copyStatuses(
      em,
      kept.map(({ sealId }) => sealId),
    );
  }
  const erased = changes.flatMap(({ row: { sealId, row } }) => (row ? [] : [sealId]));
  if (erased.length > 0) await deleteSeals(em, erased);
}

/**
 * Takes back what stands in a log that has ended, beyond the last tree that it published. Nobody was told that it was done:
 * whoever asked was refused, and may ask again in the log that follows.
 * @param size entries of the last tree
 */
export async function forgetUnpublished(em: EntityManager, log: number, size: number): Promise<void> {
  await copyStatuses(em, await deleteChangesFrom(em, log, size));
  await deleteSealsFrom(em, log, size);
}

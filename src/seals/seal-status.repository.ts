import type { EntityManager } from '@mikro-orm/postgresql';
import { type ColumnValues, insertLogged, type PlacedRow } from '../log/index.ts';
import { publishAll } from '../platform/events/outbox.ts';
import type { SealStatusKind } from '../proof/statement.ts';
import { copyStatuses, deleteChangesFrom, deleteSeals, deleteSealsFrom } from './seal.sql.ts';

/** A status change together with its log entry. Erasing a seal writes no row, because nothing may refer to the seal any more. */
export interface LoggedStatusChange {
  sealId: string;
  status: SealStatusKind;
  /** Owner of the seal, who receives the event. */
  owner: string;
  row: ColumnValues | null;
}

/** Writes status changes and deletes erased seals. One batch can both change and erase the same seal. */
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
 * Deletes rows of a closed log beyond its last published tree. Their callers got an error and can retry in the succeeding log.
 * @param size number of entries in the last tree
 */
export async function forgetUnpublished(em: EntityManager, log: number, size: number): Promise<void> {
  await copyStatuses(em, await deleteChangesFrom(em, log, size));
  await deleteSealsFrom(em, log, size);
}

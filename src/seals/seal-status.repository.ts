import type { EntityManager } from '@mikro-orm/postgresql';
import { type ColumnValues, insertLogged, type PlacedRow } from '../log/index.ts';
import type { RunStatement } from '../platform/audit/action-recorder.ts';
import { sql } from '../platform/database/database.ts';
import { publishAll } from '../platform/events/outbox.ts';
import type { SealStatusKind } from '../proof/statement.ts';
import { copyStatuses, deleteChangesFrom, deleteSeals, deleteSealsFrom } from './seal.sql.ts';

/** A status change of a seal and its log entry. Erasing a seal has no row, because no row may refer to the erased seal. */
export interface LoggedStatusChange {
  sealId: string;
  status: SealStatusKind;
  /** Owner of the event: the caller who changes the status. */
  owner: string;
  row: ColumnValues | null;
  /** Writes an entry of the audit trail in the same transaction. Null if the change needs none here. */
  audit: ((run: RunStatement) => Promise<void>) | null;
}

/** Writes status changes and deletes erased seals. One batch can both change and erase the same seal. */
export async function writeChanges(
  em: EntityManager,
  changes: readonly PlacedRow<LoggedStatusChange>[],
): Promise<void> {
  for (const { row } of changes) await row.audit?.((text, values) => sql(em, text, values));
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
 * Deletes rows of a closed log after its last published entry. The callers got an error and can retry in the succeeding log.
 * @param size number of entries in the last published tree
 */
export async function forgetUnpublished(em: EntityManager, log: number, size: number): Promise<void> {
  await copyStatuses(em, await deleteChangesFrom(em, log, size));
  await deleteSealsFrom(em, log, size);
}

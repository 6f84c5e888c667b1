import type { Orphan, OrphanHandler } from '../../customers/index.ts';
import { insertRuns } from './run.sql.ts';
import type { RunNote } from './run-note.ts';
import type { RunLogRow } from './run-rows.ts';

/**
 * Records runs whose process ended unexpectedly as ABORTED, with unknown progress and cost. Called in the transaction that
 * settles their reservations.
 */
export const writeAborted: OrphanHandler = async ({ em }, orphans) => {
  await insertRuns(em, JSON.stringify(orphans.filter(isRun).map(abortedRow)));
};

interface OrphanedRun extends Orphan {
  readonly note: Readonly<RunNote>;
}

/** True if the reservation is of a run. Other features record reservations of their own. */
function isRun(orphan: Orphan): orphan is OrphanedRun {
  return orphan.runId.startsWith('run_') && typeof orphan.note.task === 'string';
}

function abortedRow({ runId, accountId, keyId, reservedMicros, note }: OrphanedRun): RunLogRow {
  const { decision } = note.decision;
  return {
    id: runId,
    // Reservations of older versions, which had no image runs, have no kind.
    kind: note.kind ?? 'TEXT',
    status: 'ABORTED',
    surface: note.surface,
    task: note.task,
    task_version: note.taskVersion,
    customer_id: accountId,
    customer_key_id: keyId,
    requested_by: note.requestedBy,
    // The end of the run is unknown, so the provider may bill up to the reserved maximum cost.
    possible_cost_micros: reservedMicros,
    is_estimated: false,
    started_at: note.startedAt,
    ended_at: new Date(),
    input_bytes: note.inputBytes,
    input_sha256: note.inputSha256,
    is_streamed: note.isStreamed,
    is_simulated: decision.isSimulated,
    is_not_final: decision.isNotFinal,
    is_past_soft_cap: decision.isPastSoftCap,
    policy_version: decision.policyVersion,
    catalogue_version: decision.catalogueVersion,
    decision: note.decision,
  };
}

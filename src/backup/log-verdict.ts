import { equalBytes } from '../proof/bytes.ts';
import { openCheckpoint } from '../proof/checkpoint.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { NoteRefused, parseVerifierKey } from '../proof/note.ts';
import { type LogMemory, restoredMemory } from './log-memory.ts';
import type { LogRoots } from './log-roots.ts';
import type { BackedUpEvidence, BackedUpLog } from './manifest.ts';

/** A checkpoint that was published, and who knows it. */
export interface WitnessedCheckpoint {
  log: number;
  note: string;
  /** Describes the place in which it was found. */
  source: string;
}

export interface LogEvidence {
  /** The memory in DATA_DIR. */
  memory: LogMemory;
  /** Checkpoints from other places. */
  others: readonly WitnessedCheckpoint[];
  /** Name of a log that another place knows and that was opened after the backup. Null if none is known. */
  successor: string | null;
  /** True if the operator states that nothing was published since the backup. */
  isNothingSince: boolean;
}

export interface LogVerdict {
  log: number;
  /** Name of the log. */
  origin: string;
  /** Number of entries that the backup has. */
  size: number;
  /** Largest published tree that is known, and the source of that knowledge. Null if nothing was published. */
  newest: { size: number; note: string; source: string } | null;
  /** Why the restored log accepts no entries. Null if it continues. */
  frozenReason: string | null;
  /** True if this machine's own memory doesn't tell what was published since the backup. */
  isUnknown: boolean;
  /** Name of a log that replaced this one after the backup. Null if none is known. */
  successor: string | null;
}

/** A checkpoint isn't one of the log in the backup. */
export class ForeignCheckpoint extends Error {
  override readonly name = 'ForeignCheckpoint';
}

const inBackup = 'the backup';
const inDataDir = 'DATA_DIR/log';

/** The log of a backup that accepts entries. Null if the backup has no log. */
export const currentLog = ({ logs }: BackedUpEvidence): BackedUpLog | null => logs.at(-1) ?? null;

/** Sizes of the trees whose roots `judgeLog` needs. @throws ForeignCheckpoint */
export function neededTrees(manifest: BackedUpEvidence, evidence: LogEvidence): { log: number; size: number }[] {
  const current = currentLog(manifest);
  return current ? checkpointsOf(current, evidence).map(({ size }) => ({ log: current.log, size })) : [];
}

/**
 * Decides whether the log of a restored backup may continue. It may only if nothing was published that the backup lacks: otherwise it
 * would publish a second history under its name. Unknown counts as published.
 * @throws ForeignCheckpoint
 */
export function judgeLog(manifest: BackedUpEvidence, evidence: LogEvidence, roots: LogRoots): LogVerdict | null {
  const current = currentLog(manifest);
  if (!current) return null;
  const { log, size } = current;
  const checkpoints = checkpointsOf(current, evidence);
  const newest = checkpoints.reduce<(typeof checkpoints)[number] | null>(
    (largest, one) => (largest && largest.size >= one.size ? largest : one),
    null,
  );
  const origin = parseVerifierKey(current.key).name;
  const differing = checkpoints.find((one) => {
    const root = one.size <= size ? roots.rootOf(log, one.size) : null;
    return root !== null && !equalBytes(root, one.root);
  });
  const unknown = `It was restored from a backup of ${manifest.takenAt}, and it isn’t known what was published since.`;
  const isKnown = isKnownHere(current, checkpoints, evidence.memory);
  const reason = frozenReason();
  return {
    log,
    origin,
    size,
    newest: newest && { size: newest.size, note: newest.note, source: newest.source },
    frozenReason: reason,
    isUnknown: !isKnown,
    successor: evidence.successor,
  };

  function frozenReason(): string | null {
    if (evidence.successor !== null) return `The log ${evidence.successor} replaced it after the backup was taken.`;
    if (newest && newest.size > size) {
      return `${newest.size} entries were published, but the restored backup has ${size}.`;
    }
    if (differing) return `The first ${differing.size} entries of the restored backup differ from the published ones.`;
    // It isn't known either what was published before that restore.
    if (current!.frozenReason !== null) return current!.frozenReason;
    return evidence.isNothingSince || isKnown ? null : unknown;
  }
}

/**
 * True if this machine's memory tells what was published since the backup: it is at least as new as the backup, it wasn't itself
 * restored from a backup, and no other machine signed checkpoints.
 */
function isKnownHere(
  { log, isSignedElsewhere }: BackedUpLog,
  checkpoints: readonly SizedCheckpoint[],
  memory: LogMemory,
): boolean {
  if (memory[restoredMemory(log)] !== undefined) return false;
  const here = checkpoints.find(({ source }) => source === inDataDir);
  const backedUp = checkpoints.find(({ source }) => source === inBackup);
  return here !== undefined && !isSignedElsewhere && here.size >= (backedUp?.size ?? 0);
}

interface SizedCheckpoint extends WitnessedCheckpoint {
  size: number;
  root: Uint8Array;
}

function checkpointsOf({ log, key, published }: BackedUpLog, { memory, others }: LogEvidence): SizedCheckpoint[] {
  const here = memory[`checkpoint-${log}`];
  const found: WitnessedCheckpoint[] = [
    ...(published === null ? [] : [{ log, note: published, source: inBackup }]),
    ...(here === undefined ? [] : [{ log, note: here, source: inDataDir }]),
    ...others.filter((one) => one.log === log),
  ];
  return found.map((one) => {
    try {
      const { size, root } = openCheckpoint(one.note, parseVerifierKey(key));
      return { ...one, size, root };
    } catch (error) {
      if (!(error instanceof NoteRefused || error instanceof MalformedInput)) throw error;
      throw new ForeignCheckpoint(
        `The checkpoint from ${one.source} isn’t one of the log in this backup: ${(error as Error).message}.`,
        { cause: error },
      );
    }
  });
}

import { parseCheckpoint } from '../proof/checkpoint.ts';
import { parseNote } from '../proof/note.ts';
import type { WitnessPolicy } from '../proof/trust.ts';
import type { PublishedCheckpoint } from './log-checkpoint.sql.ts';
import type { LogReads } from './log-reads.ts';
import type { KnownLog } from './log-register.ts';

/**
 * Of the checkpoints of at least this size, the one that is worth most to a verifier: the first that the witnesses of today
 * cosigned. Failing that, the one an earlier log ended with, which every trust file names; then one that the witnesses of its
 * time cosigned; at last the first there is. Null when none is so large.
 */
export async function provingCheckpoint(
  reads: LogReads,
  log: KnownLog,
  policies: readonly WitnessPolicy[],
  size: number,
): Promise<PublishedCheckpoint | null> {
  const [today, ...earlier] = policies.toReversed();
  const ways = [
    () => cosignedCheckpoint(reads, today, size),
    () => lastCheckpoint(reads, log, size),
    ...earlier.map((policy) => () => cosignedCheckpoint(reads, policy, size)),
    () => reads.checkpointCovering(size),
  ];
  for (const way of ways) {
    const found = await way();
    if (found) return found;
  }
  return null;
}

async function cosignedCheckpoint(
  reads: LogReads,
  policy: WitnessPolicy | undefined,
  size: number,
): Promise<PublishedCheckpoint | null> {
  const cosignedSize = policy ? await reads.firstCosigned(size, policy) : null;
  return cosignedSize === null ? null : reads.checkpointCovering(cosignedSize);
}

/** Null also when the database does not have the log as it ended: it was set back, which is why another log followed. */
async function lastCheckpoint(reads: LogReads, { last }: KnownLog, size: number): Promise<PublishedCheckpoint | null> {
  if (last === null) return null;
  const { size: lastSize } = parseCheckpoint(parseNote(last).text);
  if (lastSize < size) return null;
  const kept = await reads.checkpointCovering(lastSize);
  return kept?.note === last ? kept : null;
}

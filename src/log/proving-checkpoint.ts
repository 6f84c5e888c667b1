import { parseCheckpoint } from '../proof/checkpoint.ts';
import { parseNote } from '../proof/note.ts';
import type { WitnessPolicy } from '../proof/trust.ts';
import type { PublishedCheckpoint } from './log-checkpoint.sql.ts';
import type { LogReads } from './log-reads.ts';
import type { KnownLog } from './log-register.ts';

/**
 * The best checkpoint of at least this size for a verifier. The first choice is one cosigned by the current witnesses. The second
 * is the last one of a closed log, which is in every trust file. The third is one cosigned by earlier witnesses, and the last is
 * any. Null if no checkpoint is that large.
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

/**
 * The last checkpoint of a closed log. Null for the current log, if that checkpoint is smaller than `size`, and if the
 * database lacks it because the database was set back before the log was replaced.
 */
async function lastCheckpoint(reads: LogReads, { last }: KnownLog, size: number): Promise<PublishedCheckpoint | null> {
  if (last === null) return null;
  const { size: lastSize } = parseCheckpoint(parseNote(last).text);
  if (lastSize < size) return null;
  const kept = await reads.checkpointCovering(lastSize);
  return kept?.note === last ? kept : null;
}

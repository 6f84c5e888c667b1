import type { EntityManager } from '@mikro-orm/postgresql';
import { parseCheckpoint } from '../../proof/checkpoint.ts';
import { parseNote } from '../../proof/note.ts';
import type { WitnessPolicy } from '../../proof/trust.ts';
import { firstCosigned } from './cosignatures.ts';
import type { KnownLog } from './log-register.ts';
import { checkpointCovering, type PublishedCheckpoint } from './published-checkpoints.ts';

/**
 * Of the checkpoints of at least this size, the one that is worth most to a verifier: the first that the witnesses of today
 * cosigned. Failing that, the one an earlier log ended with, which every trust file names; then one that the witnesses of its
 * time cosigned; at last the first there is. Null when none is so large.
 */
export async function provingCheckpoint(
  em: EntityManager,
  log: KnownLog,
  policies: readonly WitnessPolicy[],
  size: number,
): Promise<PublishedCheckpoint | null> {
  const [today, ...earlier] = policies.toReversed();
  const ways = [
    () => cosignedCheckpoint(em, log, today, size),
    () => lastCheckpoint(em, log, size),
    ...earlier.map((policy) => () => cosignedCheckpoint(em, log, policy, size)),
    () => checkpointCovering(em, log.log, size),
  ];
  for (const way of ways) {
    const found = await way();
    if (found) return found;
  }
  return null;
}

async function cosignedCheckpoint(
  em: EntityManager,
  { log }: KnownLog,
  policy: WitnessPolicy | undefined,
  size: number,
): Promise<PublishedCheckpoint | null> {
  const cosignedSize = policy ? await firstCosigned(em, log, size, policy) : null;
  return cosignedSize === null ? null : checkpointCovering(em, log, cosignedSize);
}

/** Null also when the database does not have the log as it ended: it was set back, which is why another log followed. */
async function lastCheckpoint(
  em: EntityManager,
  { log, last }: KnownLog,
  size: number,
): Promise<PublishedCheckpoint | null> {
  if (last === null) return null;
  const { size: lastSize } = parseCheckpoint(parseNote(last).text);
  if (lastSize < size) return null;
  const kept = await checkpointCovering(em, log, lastSize);
  return kept?.note === last ? kept : null;
}

import { type OpenedCheckpoint, openCheckpoint } from '../checkpoint.ts';
import type { VerifierKey } from '../note.ts';
import type { WitnessPolicy } from '../trust.ts';
import type { LogClient, ServedCheckpoint } from './log-client.ts';
import { sleep } from './sleep.ts';

/** Interval between checks for cosignatures. */
const LOOK_EVERY_MS = 1_000;

export type NewestCheckpoint = OpenedCheckpoint & ServedCheckpoint;

/** Source of the age of a checkpoint. */
export const AgeWitness = {
  WITNESSES: 'WITNESSES',
  LOG: 'LOG',
  /** An earlier audit of this auditor read the tree. */
  AUDITOR: 'AUDITOR',
} as const;
export type AgeWitness = (typeof AgeWitness)[keyof typeof AgeWitness];

export interface CheckpointAge {
  seconds: number;
  by: AgeWitness;
}

/**
 * Returns the newest checkpoint with enough cosignatures. If the first served one lacks cosignatures, waits for one that has
 * enough of them and at least as many entries. Returns the first served one if none arrives in time.
 */
export async function newestCheckpoint(
  client: LogClient,
  first: ServedCheckpoint,
  key: VerifierKey,
  policy: WitnessPolicy | undefined,
  waitMs: number,
): Promise<NewestCheckpoint> {
  const open = (served: ServedCheckpoint) => ({ ...openCheckpoint(served.note, key, policy?.witnesses), ...served });
  const shown = open(first);
  if (hasQuorum(shown, policy)) return shown;
  for (const deadline = performance.now() + waitMs; ; await sleep(LOOK_EVERY_MS)) {
    // A log that doesn't serve cosigned checkpoints separately may add cosignatures to its newest checkpoint.
    const served = (await client.cosignedCheckpoint()) ?? (await client.checkpoint());
    const cosigned = open(served);
    if (cosigned.size >= shown.size && hasQuorum(cosigned, policy)) return cosigned;
    if (performance.now() >= deadline) return shown;
  }
}

export function hasQuorum({ cosignatures }: OpenedCheckpoint, policy: WitnessPolicy | undefined): boolean {
  return cosignatures.length >= (policy?.quorum ?? 0);
}

/**
 * Minimum age of a checkpoint. A checkpoint contains no time, but the cosignatures of a quorum do; without them, the log's own
 * claim is used. If an earlier audit read this tree, it is at least as old as that audit. Null if no source has a time.
 */
export function ageOf(
  { cosignatures, publishedAt }: NewestCheckpoint,
  policy: WitnessPolicy | undefined,
  seenAt: Date | null,
  now: Date,
): CheckpointAge | null {
  const times = cosignatures.map(({ timeSeconds }) => timeSeconds ?? 0).toSorted((one, other) => other - one);
  const cosignedAt = times[Math.max(1, policy?.quorum ?? 1) - 1];
  const stated: [at: number | undefined, by: AgeWitness] =
    cosignedAt === undefined ? [publishedAt?.getTime(), AgeWitness.LOG] : [cosignedAt * 1_000, AgeWitness.WITNESSES];
  const seen: [at: number | undefined, by: AgeWitness] = [seenAt?.getTime(), AgeWitness.AUDITOR];
  const known = [stated, seen].filter((each): each is [number, AgeWitness] => each[0] !== undefined);
  const oldest = known.toSorted(([one], [other]) => one - other)[0];
  return oldest ? { seconds: Math.max(0, Math.floor((now.getTime() - oldest[0]) / 1_000)), by: oldest[1] } : null;
}

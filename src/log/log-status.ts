import type { EntityManager } from '@mikro-orm/postgresql';
import { witnessId } from './cosignatures.ts';
import { type PublishedCheckpoint, readPublishedAt } from './log-checkpoint.sql.ts';
import { readLastCosigned } from './log-cosignature.sql.ts';
import { LogFrozen } from './log-frozen.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** A checkpoint and the time when it was published, by the database's clock. */
export interface DatedCheckpoint extends PublishedCheckpoint {
  publishedAt: Date | null;
}

/** Status of a configured witness: its last cosignature and its dispute. */
export interface WitnessStatus {
  name: string;
  /** Size of the tree that the witness last cosigned. Null if it never cosigned. */
  cosignedSize: number | null;
  cosignedAt: Date | null;
  /** Why the witness disputes the log, as a sentence. Null if it doesn't. */
  dispute: string | null;
}

export async function dated(
  em: EntityManager,
  log: number,
  checkpoint: PublishedCheckpoint | null,
): Promise<DatedCheckpoint | null> {
  return checkpoint && { ...checkpoint, publishedAt: await readPublishedAt(em, log, checkpoint.size) };
}

/** Status of each witness in the settings of this process, in the order of the settings. */
export async function witnessesOf(
  em: EntityManager,
  log: number,
  { witnessing }: TransparencyLog,
): Promise<WitnessStatus[]> {
  const rows = await readLastCosigned(em, log, witnessing.witnesses.map(witnessId));
  return rows.map(({ size, cosignedAt, dispute }, at) => ({
    name: witnessing.witnesses[at]!.name,
    cosignedSize: size,
    cosignedAt,
    dispute,
  }));
}

/** Why nothing can be logged or signed any more, as a sentence. Null if the log works. */
export async function frozenReason(log: TransparencyLog): Promise<string | null> {
  try {
    await log.probe();
    return null;
  } catch (error) {
    if (!(error instanceof LogFrozen)) throw error;
    return error.reason;
  }
}

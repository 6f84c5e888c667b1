import type { EntityManager } from '@mikro-orm/postgresql';
import { witnessId } from './cosignatures.ts';
import { type PublishedCheckpoint, readPublishedAt } from './log-checkpoint.sql.ts';
import { readLastCosigned } from './log-cosignature.sql.ts';
import { LogFrozen } from './log-frozen.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** A checkpoint, and when it was published by the clock of the database. */
export interface DatedCheckpoint extends PublishedCheckpoint {
  publishedAt: Date | null;
}

/** How one of the witnesses that are set stands. */
export interface WitnessStatus {
  name: string;
  /** What it cosigned last; null when it never did. */
  cosignedSize: number | null;
  cosignedAt: Date | null;
  /** What it holds against the log, in a sentence; null for nothing. */
  dispute: string | null;
}

export async function dated(
  em: EntityManager,
  log: number,
  checkpoint: PublishedCheckpoint | null,
): Promise<DatedCheckpoint | null> {
  return checkpoint && { ...checkpoint, publishedAt: await readPublishedAt(em, log, checkpoint.size) };
}

/** Those that this process asks, in the order in which they are set. */
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

/** Why nothing is written or signed any more, in a sentence; null while all is well. */
export async function whyFrozen(log: TransparencyLog): Promise<string | null> {
  try {
    await log.probe();
    return null;
  } catch (error) {
    if (!(error instanceof LogFrozen)) throw error;
    return error.reason;
  }
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { witnessId } from './cosignatures.ts';
import { LogFrozen } from './log-frozen.ts';
import { type PublishedCheckpoint, publishedAtOf } from './published-checkpoints.ts';
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

/** Entries that were written, whether a checkpoint covers them or not. */
export async function entriesOf(em: EntityManager, log: number): Promise<number> {
  const [state] = await sql<{ size: string }>(em, 'select size from log_state where log = $1', [log]);
  return Number(state?.size ?? 0);
}

export async function dated(
  em: EntityManager,
  log: number,
  checkpoint: PublishedCheckpoint | null,
): Promise<DatedCheckpoint | null> {
  return checkpoint && { ...checkpoint, publishedAt: await publishedAtOf(em, log, checkpoint.size) };
}

/** Those that this process asks, in the order in which they are set. */
export async function witnessesOf(
  em: EntityManager,
  log: number,
  { witnessing }: TransparencyLog,
): Promise<WitnessStatus[]> {
  const rows = await sql<{ size: string | null; cosignedAt: string | null; dispute: string | null }>(
    em,
    `select last.size, last.cosigned_at as "cosignedAt", state.disputes ->> asked.witness as dispute
     from unnest($2::text[]) with ordinality as asked (witness, at)
     join log_state state on state.log = $1
     left join lateral (
       select size, cosigned_at from log_cosignature
       where log = $1 and witness = asked.witness order by size desc limit 1
     ) last on true
     order by asked.at`,
    [log, witnessing.witnesses.map(witnessId)],
  );
  return rows.map(({ size, cosignedAt, dispute }, at) => ({
    name: witnessing.witnesses[at]!.name,
    cosignedSize: size === null ? null : Number(size),
    cosignedAt: cosignedAt === null ? null : new Date(cosignedAt),
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

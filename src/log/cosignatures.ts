import type { EntityManager } from '@mikro-orm/postgresql';
import type { VerifierKey } from '../proof/note.ts';
import { findNewestCosigned } from './log-cosignature.sql.ts';

/** Who cosigns the log's checkpoints, and how many of them a reader is told to ask for. */
export interface WitnessQuorum {
  witnesses: readonly VerifierKey[];
  /** 0: what cosignatures there are is given out, and none has to be there. */
  quorum: number;
}

/** Size of the newest checkpoint that has its quorum, at the least one cosignature; null when none ever had. */
export function newestCosigned(em: EntityManager, log: number, of: WitnessQuorum): Promise<number | null> {
  return newestOf(em, log, of);
}

/** Size of the newest checkpoint that this witness cosigned; 0 when it never did. */
export async function newestCosignedBy(em: EntityManager, log: number, witness: VerifierKey): Promise<number> {
  return (await newestOf(em, log, { witnesses: [witness], quorum: 1 })) ?? 0;
}

/** Name and key id: a witness that gets a new key is another one to every reader. */
export function witnessId({ name, keyId }: Pick<VerifierKey, 'name' | 'keyId'>): string {
  return `${name}+${keyId}`;
}

async function newestOf(em: EntityManager, log: number, { witnesses, quorum }: WitnessQuorum): Promise<number | null> {
  if (witnesses.length === 0) return null;
  return findNewestCosigned(em, log, { witnesses: witnesses.map(witnessId), quorum: Math.max(1, quorum) });
}

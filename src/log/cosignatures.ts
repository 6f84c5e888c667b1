import type { EntityManager } from '@mikro-orm/postgresql';
import type { VerifierKey } from '../proof/note.ts';
import { findNewestCosigned } from './log-cosignature.sql.ts';

/** Witnesses of the log, and the number of them whose cosignatures readers should require. */
export interface WitnessQuorum {
  witnesses: readonly VerifierKey[];
  /** Number of required cosignatures. 0: cosignatures are published, but none is required. */
  quorum: number;
}

/** Size of the newest checkpoint with a quorum of cosignatures, and at least one. Null if not found. */
export function newestCosigned(em: EntityManager, log: number, of: WitnessQuorum): Promise<number | null> {
  return newestOf(em, log, of);
}

/** Size of the newest checkpoint that this witness cosigned. 0 if it never cosigned. */
export async function newestCosignedBy(em: EntityManager, log: number, witness: VerifierKey): Promise<number> {
  return (await newestOf(em, log, { witnesses: [witness], quorum: 1 })) ?? 0;
}

/** Name and key id of a witness. To readers, a witness with a new key is another witness. */
export function witnessId({ name, keyId }: Pick<VerifierKey, 'name' | 'keyId'>): string {
  return `${name}+${keyId}`;
}

async function newestOf(em: EntityManager, log: number, { witnesses, quorum }: WitnessQuorum): Promise<number | null> {
  if (witnesses.length === 0) return null;
  return findNewestCosigned(em, log, { witnesses: witnesses.map(witnessId), quorum: Math.max(1, quorum) });
}

import { randomBytes } from 'node:crypto';
import { commitmentTo } from '../proof/chain.ts';
import type { Blinding } from './chain.sql.ts';
import type { ChainedKind, StoredRecord } from './chained-kind.ts';

/** A record of the chain in the form in which it is hashed and exported. */
export interface BlindedRecord {
  id: string;
  /** The hashed content: the record without erasable members, and with a commitment for each of them. */
  record: Record<string, unknown>;
  /** Erasable members of the record that still exist. The hashed content only has their commitments. */
  erasable: Record<string, unknown>;
  /** Salt of all commitments. Null if nothing is erasable, after erasure, or if each member has its own salt. */
  salt: string | null;
  /** Salts of the members that aren't erased. Null if one salt is used for all. */
  salts: Readonly<Record<string, string>> | null;
  /** Time of the last erasure, in ISO 8601. Null if nothing was erased. */
  erasedAt: string | null;
}

const newSalt = () => randomBytes(32).toString('hex');

/** Creates the salts for a record that is being added to the chain. */
export function newSalts({ erasable, erasedApart }: ChainedKind): Pick<Blinding, 'salt' | 'salts'> {
  if (erasable.length === 0) return { salt: null, salts: null };
  if (!erasedApart) return { salt: newSalt(), salts: null };
  return { salt: null, salts: Object.fromEntries(erasable.map((member) => [member, newSalt()])) };
}

/**
 * Splits a record into hashed and erasable members. A member that is null counts as absent, so that adding a member to a kind
 * later doesn't change the digest of older records.
 */
export function blinded({ erasable }: Pick<ChainedKind, 'erasable'>, kept: StoredRecord, known: Blinding | undefined) {
  const hidden: Record<string, unknown> = {};
  const shown: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(kept.record)) {
    if (value === null || value === undefined) continue;
    (erasable.includes(member) ? hidden : shown)[member] = value;
  }
  const { salt = null, salts = null, erasedAt = null } = known ?? {};
  const saltOf = (member: string) => salts?.[member] ?? salt;
  // A stored commitment counts only for a member without a salt. Otherwise a changed value could hide behind the stored
  // commitment to the original one.
  const stored = Object.entries(known?.commitments ?? {});
  const commitments = Object.fromEntries(stored.filter(([member]) => saltOf(member) === null));
  const there: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(hidden)) {
    const own = saltOf(member);
    if (own !== null) commitments[member] = commitmentTo(own, member, value);
    if (own !== null || erasedAt === null) there[member] = value;
  }
  const record = Object.keys(commitments).length > 0 ? { ...shown, commitments } : shown;
  return { id: kept.id, record, erasable: there, salt, salts, erasedAt } satisfies BlindedRecord;
}

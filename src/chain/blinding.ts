import { randomBytes } from 'node:crypto';
import { commitmentTo } from '../proof/chain.ts';
import type { Blinding } from './chain.sql.ts';
import type { ChainedKind, StoredRecord } from './chained-kind.ts';

/** A record in the form in which it is hashed and exported. */
export interface BlindedRecord {
  id: string;
  /** The hashed content: without erasable members, and with a commitment for each of them. */
  record: Record<string, unknown>;
  /** Values behind the commitments, if they still exist. */
  erasable: Record<string, unknown>;
  /** Salt of all commitments. Null if nothing is erasable, after erasure, and if each member has its own salt. */
  salt: string | null;
  /** Salts of the remaining members. Null if one salt is used for all. */
  salts: Readonly<Record<string, string>> | null;
  /** ISO 8601. Null if nothing was erased. */
  erasedAt: string | null;
}

const newSalt = () => randomBytes(32).toString('hex');

/** New salts for a record that is being linked. */
export function newSalts({ erasable, erasedApart }: ChainedKind): Pick<Blinding, 'salt' | 'salts'> {
  if (erasable.length === 0) return { salt: null, salts: null };
  if (!erasedApart) return { salt: newSalt(), salts: null };
  return { salt: null, salts: Object.fromEntries(erasable.map((member) => [member, newSalt()])) };
}

/**
 * Splits a record into hashed and erasable members. Null counts as absent, so a member that is added to a kind later doesn't
 * change the digest of older records.
 */
export function blinded({ erasable }: Pick<ChainedKind, 'erasable'>, kept: StoredRecord, known: Blinding | undefined) {
  const hidden: Record<string, unknown> = {};
  const shown: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(kept.record)) {
    if (value === null || value === undefined) continue;
    (erasable.includes(member) ? hidden : shown)[member] = value;
  }
  const { salt = null, salts = null, erasedAt = null } = known ?? {};
  const commitments: Record<string, string> = { ...known?.commitments };
  const there: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(hidden)) {
    const own = salts?.[member] ?? salt;
    if (own !== null) commitments[member] ??= commitmentTo(own, member, value);
    if (own !== null || erasedAt === null) there[member] = value;
  }
  const record = Object.keys(commitments).length > 0 ? { ...shown, commitments } : shown;
  return { id: kept.id, record, erasable: there, salt, salts, erasedAt } satisfies BlindedRecord;
}

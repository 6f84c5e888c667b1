import { randomBytes } from 'node:crypto';
import { commitmentTo } from '../proof/chain.ts';
import type { Blinding } from './chain.sql.ts';
import type { ChainedKind, StoredRecord } from './chained-kind.ts';

/** A record as it is hashed and exported. */
export interface BlindedRecord {
  id: string;
  /** What the entry's digest is of: without what is erasable, and with a commitment for each of those. */
  record: Record<string, unknown>;
  /** What the commitments are to, as far as it is still there. */
  erasable: Record<string, unknown>;
  /** Null when nothing is erasable, when it was erased, and where each member has one of its own. */
  salt: string | null;
  /** By member, of those that are still there; null where one is for all. */
  salts: Readonly<Record<string, string>> | null;
  /** ISO 8601; null when it was not. */
  erasedAt: string | null;
}

const newSalt = () => randomBytes(32).toString('hex');

/** The salts of a record that is linked now. */
export function newSalts({ erasable, erasedApart }: ChainedKind): Pick<Blinding, 'salt' | 'salts'> {
  if (erasable.length === 0) return { salt: null, salts: null };
  if (!erasedApart) return { salt: newSalt(), salts: null };
  return { salt: null, salts: Object.fromEntries(erasable.map((member) => [member, newSalt()])) };
}

/** Null and absent are the same, so that a member that is added to a kind later leaves older records as they are. */
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

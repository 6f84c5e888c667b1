/** Prefix of the keys of all log checks in `localStorage`, which other screens use as well. */
export const KEY_PREFIX = 'imprimatur.log-check.';
/** Key of the last clean check. */
export const STORED_CHECK_KEY = `${KEY_PREFIX}seen`;
/** Key for the state of an earlier log that was replaced, by that log’s verifier key. */
export const followedLogKey = (vkey: string) => `${STORED_CHECK_KEY}.${vkey}`;
const EVIDENCE_PREFIX = `${KEY_PREFIX}evidence.`;
export const evidenceKey = (digest: string) => EVIDENCE_PREFIX + digest;

/** State of the last clean check, as stored in JSON. */
export interface StoredCheck {
  vkey: string;
  /** The signed note. */
  checkpoint: string;
  size: number;
  /** Hashes at the right edge of the tree, as base64. */
  hashes: string[];
  /** Time at which this tree was first read. ISO 8601. */
  seenAt: string;
  /** Time of the last clean check. ISO 8601. */
  auditedAt: string;
  /** True if the user’s own trust file judged all entries. */
  isByOwnTrust: boolean;
}

export interface TextStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** Null if no check is stored, or if it can’t be read. */
export function storedCheckIn(storage: Pick<TextStorage, 'getItem'>): StoredCheck | null {
  try {
    const seen = JSON.parse(storage.getItem(STORED_CHECK_KEY) ?? 'null') as StoredCheck | null;
    if (!seen || !Number.isSafeInteger(seen.size) || !Array.isArray(seen.hashes)) return null;
    const { vkey, checkpoint, seenAt, auditedAt } = seen;
    return [vkey, checkpoint, seenAt, auditedAt].every((each) => typeof each === 'string') ? seen : null;
  } catch {
    return null;
  }
}

/** Pairs of contradicting signed notes, one text for each pair. */
export function evidenceIn(kept: Readonly<Record<string, string>>): string[] {
  return Object.entries(kept)
    .filter(([name]) => name.startsWith(EVIDENCE_PREFIX))
    .map(([, text]) => text);
}

/** Prefix of the keys under which log checks store data in `localStorage`, which other screens use as well. */
export const KEY_PREFIX = 'imprimatur.log-check.';
/** Key under which the state of the last clean log check is stored. */
export const STORED_CHECK_KEY = `${KEY_PREFIX}seen`;
/** Key under which the state of an earlier log that was replaced is stored, by that log’s verifier key. */
export const followedLogKey = (vkey: string) => `${STORED_CHECK_KEY}.${vkey}`;
const EVIDENCE_PREFIX = `${KEY_PREFIX}evidence.`;
export const evidenceKey = (digest: string) => EVIDENCE_PREFIX + digest;

/** State of the last clean log check, as stored in JSON. */
export interface StoredCheck {
  vkey: string;
  /** Signed note of the last checked tree. */
  checkpoint: string;
  size: number;
  /** Hashes at the right edge of the tree, as base64. */
  hashes: string[];
  /** Number of checkpoints that the log listed up to this one. Null or missing if unknown. */
  listedCount?: number | null;
  /** Time when a check first read this tree. ISO 8601. */
  seenAt: string;
  /** Time of the last log check without errors, in ISO 8601. */
  auditedAt: string;
  /** True if the seal keys of all entries were compared with the user’s own trust file. */
  isByOwnTrust: boolean;
}

export interface TextStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** Reads the stored state of the last clean log check. Null if it is missing or can’t be parsed. */
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

/** Stored pairs of contradicting signed notes, one text for each pair. */
export function evidenceIn(kept: Readonly<Record<string, string>>): string[] {
  return Object.entries(kept)
    .filter(([name]) => name.startsWith(EVIDENCE_PREFIX))
    .map(([, text]) => text);
}

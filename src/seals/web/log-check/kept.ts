/** What this browser remembers of logs has names that begin so; the storage holds other things as well. */
export const PREFIX = 'imprimatur.log-check.';
/** The log that was seen last. */
export const SEEN = `${PREFIX}seen`;
/** One that another has followed, by its key. */
export const seenBefore = (vkey: string) => `${SEEN}.${vkey}`;
const EVIDENCE = `${PREFIX}evidence.`;
export const evidenceOf = (digest: string) => EVIDENCE + digest;

/** What was found in order the last time, as it is stored. */
export interface Seen {
  vkey: string;
  /** The signed note. */
  checkpoint: string;
  size: number;
  /** Base64. */
  hashes: string[];
  /** When this tree was seen first, and when it was last found in order. */
  seenAt: string;
  auditedAt: string;
  /** Whether all of its entries were judged by a trust file of whoever checked. */
  isByOwnTrust: boolean;
}

export interface TextStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** Null for nothing and for what cannot be read. */
export function seenIn(storage: Pick<TextStorage, 'getItem'>): Seen | null {
  try {
    const seen = JSON.parse(storage.getItem(SEEN) ?? 'null') as Seen | null;
    if (!seen || !Number.isSafeInteger(seen.size) || !Array.isArray(seen.hashes)) return null;
    const { vkey, checkpoint, seenAt, auditedAt } = seen;
    return [vkey, checkpoint, seenAt, auditedAt].every((each) => typeof each === 'string') ? seen : null;
  } catch {
    return null;
  }
}

/** The notes that do not go together, each pair as a text to be saved. */
export function evidenceIn(kept: Readonly<Record<string, string>>): string[] {
  return Object.entries(kept)
    .filter(([name]) => name.startsWith(EVIDENCE))
    .map(([, text]) => text);
}

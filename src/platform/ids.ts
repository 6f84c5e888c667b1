import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type IdKind, REGISTRY } from './registry.ts';

export type { IdKind } from './registry.ts';

/** Crockford's base 32 in lower case. Digits sort before letters in every collation, so ids sort by age everywhere. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Creates an id: the prefix of the kind and a UUIDv7 in 26 characters of base 32, e.g. `ast_01jd…`. Ids sort by creation time.
 */
export function newId(kind: IdKind): string {
  return `${prefixOf(kind)}_${base32(nextUuid())}`;
}

/** True if `value` has the form of an id of this kind. The object need not exist. */
export function isId(kind: IdKind, value: string): boolean {
  const prefix = `${prefixOf(kind)}_`;
  return value.startsWith(prefix) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value.slice(prefix.length));
}

/** Kind of object that an id names. Null for anything that isn't an id of the service. */
export function kindOfId(value: string): IdKind | null {
  return [...REGISTRY.ids.keys()].find((kind) => isId(kind, value)) ?? null;
}

/**
 * Lower bound of the ids of this kind that are created at a given time or later. Returns the same as the database function
 * `first_id_at`.
 */
export function firstIdAt(kind: IdKind, at: Date): string {
  let milliseconds = BigInt(Math.max(0, at.getTime()));
  let text = '';
  for (let digit = 0; digit < 10; digit++) {
    text = ALPHABET[Number(milliseconds & 31n)]! + text;
    milliseconds >>= 5n;
  }
  return `${prefixOf(kind)}_${text}${'0'.repeat(16)}`;
}

/** Prefix of the ids of this kind. @throws for a kind whose feature isn't loaded */
function prefixOf(kind: IdKind): string {
  return REGISTRY.ids.get(kind)!.prefix;
}

const UUID_BYTES = 16;
/**
 * Block of random bytes for ids. Requesting random bytes separately for each id would take longer than everything else about
 * creating it.
 */
const pool = new Uint8Array(256 * UUID_BYTES);
let used = pool.length;
let lastMs = 0;
let sequence = 0;
/**
 * Maximum milliseconds by which ids run ahead of the clock. If the clock goes back by more, it was set, and ids follow it,
 * because their time must match that of their rows.
 */
const MOST_AHEAD_MS = 1_000;

/**
 * Returns a UUIDv7. Within one millisecond, or while the clock is slightly behind, its sequence number is the previous one plus
 * 1.
 */
function nextUuid(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + UUID_BYTES);
  used += UUID_BYTES;
  const now = Date.now();
  if (now > lastMs || now < lastMs - MOST_AHEAD_MS) {
    lastMs = now;
    // Starts in the lower half of the 32 bits, so that at least 2^31 ids fit into one millisecond.
    sequence = ((random[6]! & 0x7f) << 24) | (random[7]! << 16) | (random[8]! << 8) | random[9]!;
  } else {
    sequence = (sequence + 1) | 0;
    if (sequence === 0) lastMs++;
  }
  return uuidv7({ random, msecs: lastMs, seq: sequence }, new Uint8Array(UUID_BYTES));
}

function base32(bytes: Uint8Array): string {
  // 26 digits of 5 bits hold 130 bits: two bits of the first digit are unused.
  let text = '';
  let held = 0;
  let bits = 2;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[held >> bits];
      held &= (1 << bits) - 1;
    }
  }
  return text;
}

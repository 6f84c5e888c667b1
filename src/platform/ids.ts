import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type IdKind, REGISTRY } from './registry.ts';

export type { IdKind } from './registry.ts';

/** Crockford's base 32 in lower case: digits sort before letters in every collation, so ids sort by age everywhere. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A UUIDv7 in 26 characters of base 32 after the kind's prefix, e.g. `ast_01jd…`. Sorts by the time it was made. */
export function newId(kind: IdKind): string {
  return `${prefixOf(kind)}_${base32(nextUuid())}`;
}

/** Whether `value` has the shape of an id of this kind. Says nothing about whether it exists. */
export function isId(kind: IdKind, value: string): boolean {
  const prefix = `${prefixOf(kind)}_`;
  return value.startsWith(prefix) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value.slice(prefix.length));
}

/** Which kind of thing an id names; null for a string that is no id of ours. */
export function kindOfId(value: string): IdKind | null {
  return [...REGISTRY.ids.keys()].find((kind) => isId(kind, value)) ?? null;
}

/** The first id that a thing of this kind could have been given then: as `first_id_at` of the database. */
export function firstIdAt(kind: IdKind, at: Date): string {
  let milliseconds = BigInt(Math.max(0, at.getTime()));
  let text = '';
  for (let digit = 0; digit < 10; digit++) {
    text = ALPHABET[Number(milliseconds & 31n)]! + text;
    milliseconds >>= 5n;
  }
  return `${prefixOf(kind)}_${text}${'0'.repeat(16)}`;
}

/** @throws for a kind whose part was not loaded. */
function prefixOf(kind: IdKind): string {
  return REGISTRY.ids.get(kind)!.prefix;
}

const UUID_BYTES = 16;
/** Asked for together: each way to the source of randomness costs more than the rest of an id. */
const pool = new Uint8Array(256 * UUID_BYTES);
let used = pool.length;
let lastMs = 0;
let sequence = 0;
/** A clock that goes back by more was set, and ids follow it: their time must be that of the rows they name. */
const MOST_AHEAD_MS = 1_000;

/** Within a millisecond, and while the clock goes back by a little, each id is one more than the one before. */
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
    // Half of the numbers that there are lie above each first one.
    sequence = ((random[6]! & 0x7f) << 24) | (random[7]! << 16) | (random[8]! << 8) | random[9]!;
  } else {
    sequence = (sequence + 1) | 0;
    if (sequence === 0) lastMs++;
  }
  return uuidv7({ random, msecs: lastMs, seq: sequence }, new Uint8Array(UUID_BYTES));
}

function base32(bytes: Uint8Array): string {
  // 128 bits in 26 digits of 5: two bits of the first digit are none of the number's.
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

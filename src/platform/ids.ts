import { v7 as uuidv7 } from 'uuid';

/** Kinds of thing that have an id, with the prefix a reader recognises them by. */
const PREFIXES = {
  asset: 'ast',
  tag: 'tag',
  render: 'rnd',
  seal: 'seal',
  sealStatus: 'sst',
  disclaimer: 'dsc',
  partner: 'prt',
  partnerToken: 'ptk',
} as const;

export type IdKind = keyof typeof PREFIXES;

/** Crockford's base 32 in lower case: digits sort before letters in every collation, so ids sort by age everywhere. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A UUIDv7 in 26 characters of base 32 after the kind's prefix, e.g. `ast_01jd…`. Sorts by the time it was made. */
export function newId(kind: IdKind): string {
  return `${PREFIXES[kind]}_${base32(uuidv7(undefined, new Uint8Array(16)))}`;
}

/** Whether `value` has the shape of an id of this kind. Says nothing about whether it exists. */
export function isId(kind: IdKind, value: string): boolean {
  return (
    value.startsWith(`${PREFIXES[kind]}_`) &&
    /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value.slice(PREFIXES[kind].length + 1))
  );
}

/** Which kind of thing an id names; null for a string that is no id of ours. */
export function kindOfId(value: string): IdKind | null {
  return (Object.keys(PREFIXES) as IdKind[]).find((kind) => isId(kind, value)) ?? null;
}

function base32(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let text = '';
  for (let digit = 0; digit < 26; digit++) {
    text = ALPHABET[Number(number & 31n)] + text;
    number >>= 5n;
  }
  return text;
}

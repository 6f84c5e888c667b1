/** A value that nobody in good faith sends, as JSON text: some of them JavaScript could not hold. */
export interface HostileValue {
  name: string;
  json: string;
}

const text = (name: string, value: string): HostileValue => ({ name, json: JSON.stringify(value) });
const raw = (name: string, json: string): HostileValue => ({ name, json });

/** Texts whose length or whose characters are meant to cost. */
export const TEXTS: readonly HostileValue[] = [
  text('marks in alternating order, 240 kB', `a${'\u0301\u0323'.repeat(60_000)}`),
  text('marks in alternating order, a megabyte', `a${'\u0301\u0323'.repeat(240_000)}`),
  text('thirty-one marks', `a${'\u0301\u0323'.repeat(15)}\u0301`),
  text('voiced sound marks of half width', `ﾊ${'ﾞﾟ'.repeat(150_000)}`),
  text('joiners', '\u200d'.repeat(300_000)),
  text('joiners between letters', 'a\u200d'.repeat(200_000)),
  text('ligatures that fold to eighteen letters', 'ﷺ'.repeat(200_000)),
  text('sigmas and points', 'Σ.\u0307'.repeat(150_000)),
  text('a megabyte of one letter', 'a'.repeat(1_000_000)),
  text('nearly three megabytes of one letter', 'a'.repeat(2_900_000)),
  text('a megabyte of spaces', ' '.repeat(1_000_000)),
  text('a megabyte of line ends', '\r'.repeat(1_000_000)),
  text('half a megabyte of quotation marks', '"'.repeat(500_000)),
  text('half a megabyte of backslashes', '\\'.repeat(500_000)),
  text('bait for nested quantifiers', `${'a'.repeat(50_000)}!`),
  text('bait with spaces', `a${' '.repeat(50_000)}!`),
  text('bait with dots', `${'.a'.repeat(50_000)}!`),
  text('bait for base64', `data:${'a'.repeat(50_000)};base64,${'A'.repeat(50_000)}=!`),
  text('bait for addresses', `http://${'a.'.repeat(30_000)}/${'%2e%2e/'.repeat(5_000)}`),
  text('wild cards', '%_\\'.repeat(60)),
  text('commas', ','.repeat(200_000)),
  text('emoji of several', '👩‍👩‍👧‍👦'.repeat(20_000)),
];

/** Texts that are short, and still none. */
export const ODD_TEXTS: readonly HostileValue[] = [
  text('an empty text', ''),
  text('NUL', 'a\u0000b'),
  text('half a character', 'a\ud800'),
  text('the other half', '\udc00a'),
  text('turned reading direction', 'a\u202eb'),
  text('NaN', 'NaN'),
  text('a prototype', '__proto__'),
  text('a constructor', 'constructor'),
  text('SQL', `' or 1=1; drop table asset; --`),
  text('a path', '../../../../etc/passwd'),
  text('an id that nothing has', 'seal_00000000000000000000000000'),
  text('an address inside', 'http://169.254.169.254/latest/meta-data'),
];

export const NUMBERS: readonly HostileValue[] = [
  ...['1e400', '-1e400', '-0', '0', '-1', '9007199254740992', '-9007199254740993', '2147483648', '1e-400', '0.1'].map(
    (number) => raw(`the number ${number}`, number),
  ),
  raw('a number of a hundred thousand digits', '9'.repeat(100_000)),
];

const members = (many: number) => Array.from({ length: many }, (_, n) => `"member${n}":0`).join(',');

export const SHAPES: readonly HostileValue[] = [
  ...['null', 'true', '{}', '[]', '[null]', '[[]]', '{"a":1}', '{"__proto__":{"a":1}}', '[1,"a",null,{}]'].map((json) =>
    raw(json, json),
  ),
  raw('a hundred thousand members', `{${members(100_000)}}`),
  raw('nine thousand members', `{${members(9_000)}}`),
  raw('a hundred thousand numbers', `[${'0,'.repeat(99_999)}0]`),
  raw('nine thousand numbers', `[${'0,'.repeat(8_999)}0]`),
  raw('nine thousand texts', `[${'"a",'.repeat(8_999)}"a"]`),
  raw('a hundred texts with marks', `[${`"a${'\u0301\u0323'.repeat(2_000)}",`.repeat(99)}"a"]`),
  raw('a list of a long text', `["${'a'.repeat(1_000_000)}"]`),
  raw('a member with a long name', `{"${'a'.repeat(1_000_000)}":1}`),
  raw('lists in lists', '['.repeat(20_000) + ']'.repeat(20_000)),
  raw('lists in lists, not very deep', '['.repeat(60) + ']'.repeat(60)),
  raw('objects in objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
];

export const HOSTILE: readonly HostileValue[] = [...TEXTS, ...ODD_TEXTS, ...NUMBERS, ...SHAPES];

/** Numbers from 0 to 1 that are the same for the same seed. Source: mulberry32, which is in the public domain. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same each time, so that no change has to answer for the luck of a draw; `HOSTILE_SEED` draws others. */
export const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_122);

export function someOf<T>(values: readonly T[], many: number, random: () => number): T[] {
  const left = [...values];
  return Array.from({ length: Math.min(many, left.length) }, () => {
    return left.splice(Math.floor(random() * left.length), 1)[0]!;
  });
}

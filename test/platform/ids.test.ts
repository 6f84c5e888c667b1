// The names of the kinds come with the parts whose they are.
import '../../src/features.ts';
import { expect, test } from 'vitest';
import { firstIdAt, type IdKind, isId, kindOfId, newId } from '../../src/platform/ids.ts';
import { moveProcessClock } from '../support/process-clock.ts';

const KINDS: [IdKind, string][] = [
  ['asset', 'ast_'],
  ['tag', 'tag_'],
  ['render', 'rnd_'],
  ['seal', 'seal_'],
  ['partner', 'prt_'],
  ['partnerLink', 'ptk_'],
];

test('a hundred thousand ids are all different and sort in the order in which they were made', () => {
  const ids = Array.from({ length: 100_000 }, () => newId('asset'));

  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  // What collates by language, as a spreadsheet or another database might, agrees.
  expect([...ids.slice(0, 2_000)].sort(new Intl.Collator('en').compare)).toEqual(ids.slice(0, 2_000));
});

test('an id that is made later sorts later, also across milliseconds', async () => {
  const before = newId('render');
  const made = Date.now();
  while (Date.now() <= made + 1) await new Promise(setImmediate);

  expect(newId('render') > before).toBe(true);
});

test('the time is in the first ten digits', () => {
  const before = Date.now();
  const id = newId('seal').slice('seal_'.length);
  const after = Date.now();

  // 128 bits in 26 digits of 5 bits leave the first two bits empty; the first 48 bits are milliseconds.
  const bits = [...id].map((digit) => '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit).toString(2).padStart(5, '0'));
  const madeAt = Number.parseInt(bits.join('').slice(2, 50), 2);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(after);
});

test('ids follow a clock that is set back, and stay in their order while it goes back by a little', () => {
  const now = Date.now();
  const setRight = moveProcessClock(400 * 86_400_000);
  const ahead = newId('run');
  setRight();
  const after = newId('run');

  expect(ahead > firstIdAt('run', new Date(now + 399 * 86_400_000))).toBe(true);
  expect(after < firstIdAt('run', new Date(now + 86_400_000))).toBe(true);

  moveProcessClock(-500);
  expect(newId('run') > after).toBe(true);
});

test.each(KINDS)('an id of a %s begins with %s and is known by it', (kind, prefix) => {
  const id = newId(kind);

  expect(id).toMatch(new RegExp(`^${prefix}[0-7][0-9a-hjkmnp-tv-z]{25}$`));
  expect(isId(kind, id)).toBe(true);
  expect(kindOfId(id)).toBe(kind);
  for (const [other] of KINDS) if (other !== kind) expect(isId(other, id)).toBe(false);
});

test.each([
  '',
  'ast_',
  'ast_01jd',
  newId('asset').toUpperCase(),
  `${newId('asset')}0`,
  newId('asset').slice(0, -1),
  newId('asset').replace(/.$/, 'u'),
  newId('asset').replace(/.$/, 'i'),
  ` ${newId('asset')}`,
  `${newId('asset')}\n`,
  newId('asset').replace('ast_', 'ast-'),
  newId('asset').replace('ast_', 'xyz_'),
  `ast_${'z'.repeat(26)}`,
])('%j is no id', (value) => {
  expect(kindOfId(value)).toBeNull();
});

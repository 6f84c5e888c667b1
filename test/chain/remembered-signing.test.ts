import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RememberedSigning } from '../../src/chain/remembered-signing.ts';

const BEGUN = new Date('2026-11-20T12:00:00Z');
const place = (seq: number, recordedAt: string) => ({ seq, recordedAt });

let folder: string;
let remembered: RememberedSigning;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-signing-'));
  remembered = new RememberedSigning(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('in a new installation every act is signed', async () => {
  await remembered.begin(0, BEGUN);

  const mayBeUnsigned = remembered.rule(BEGUN);

  expect(mayBeUnsigned(place(1, '2026-11-20T12:00:01.000Z'))).toBe(false);
  expect(mayBeUnsigned(null)).toBe(false);
});

test('in an installation of an earlier release, acts from before the upgrade and of the day of the upgrade may be unsigned', async () => {
  await remembered.begin(40, BEGUN);
  await remembered.begin(90, new Date('2026-11-25T00:00:00Z'));

  const mayBeUnsigned = remembered.rule(new Date('2026-11-25T00:00:00Z'));

  expect(mayBeUnsigned(place(40, '2026-11-20T11:00:00.000Z'))).toBe(true);
  expect(mayBeUnsigned(place(41, '2026-11-21T11:00:00.000Z'))).toBe(true);
  expect(mayBeUnsigned(place(41, '2026-11-21T13:00:00.000Z'))).toBe(false);
  expect(mayBeUnsigned(null)).toBe(false);
});

test('a machine that remembers nothing can’t tell', () => {
  expect(remembered.rule(BEGUN)(place(1, '2026-11-20T12:00:01.000Z'))).toBe(true);
});

import { expect, test } from 'vitest';
import { ReadCache } from '../../src/platform/database/read-cache.ts';

/** Reads that are answered one by one. */
function gated({ maxAgeMs = 60_000, most = 10 } = {}) {
  const reads: { key: string; answer(value: string | null): void; fail(error: Error): void }[] = [];
  const remembered = new ReadCache<string>({
    read: (key) => new Promise((answer, fail) => reads.push({ key, answer, fail })),
    maxAgeMs,
    most,
  });
  return { remembered, reads };
}

test('those who ask at the same time share a read, and those who come later what it gave', async () => {
  const { remembered, reads } = gated();

  const both = [remembered.get('a'), remembered.get('a')];
  reads[0]!.answer('A');

  expect(await Promise.all(both)).toEqual(['A', 'A']);
  expect(await remembered.get('a')).toBe('A');
  expect(reads).toHaveLength(1);
});

test('what is not there is asked for each time', async () => {
  const { remembered, reads } = gated();

  const first = remembered.get('a');
  reads[0]!.answer(null);
  expect(await first).toBeNull();
  const second = remembered.get('a');
  reads[1]!.answer('A');

  expect(await second).toBe('A');
});

test('a read that began before something was forgotten is not kept, nor given to who asks after it', async () => {
  const { remembered, reads } = gated();
  const early = remembered.get('a');

  remembered.forgetAll();
  const late = remembered.get('a');
  reads[0]!.answer('as it was');
  reads[1]!.answer('as it is');

  expect([await early, await late]).toEqual(['as it was', 'as it is']);
  expect(remembered.fresh('a')).toBe('as it is');
});

test('what is too old is read anew', async () => {
  const { remembered, reads } = gated({ maxAgeMs: 0 });

  const first = remembered.get('a');
  reads[0]!.answer('A');
  await first;
  const second = remembered.get('a');
  reads[1]!.answer('B');

  expect(await second).toBe('B');
});

test('a read that fails is tried again by the next', async () => {
  const { remembered, reads } = gated();

  const first = remembered.get('a');
  reads[0]!.fail(new Error('The database is away.'));
  await expect(first).rejects.toThrow('The database is away.');
  const second = remembered.get('a');
  reads[1]!.answer('A');

  expect(await second).toBe('A');
});

test('no more are kept than may be', () => {
  const { remembered } = gated({ most: 2 });

  for (const key of ['a', 'b', 'a', 'c']) remembered.put(key, key);

  expect(['a', 'b', 'c'].map((key) => remembered.fresh(key))).toEqual(['a', undefined, 'c']);
});

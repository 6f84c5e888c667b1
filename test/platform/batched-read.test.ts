import { expect, test } from 'vitest';
import { BatchedRead } from '../../src/platform/database/batched-read.ts';

/** A read that answers when it is told to, and what it was asked for. */
function heldReads() {
  const asked: {
    keys: readonly string[];
    answer: (values: readonly string[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const read = new BatchedRead<string, string>(
    (keys) => new Promise((answer, fail) => asked.push({ keys: [...keys], answer, fail })),
  );
  return { read, asked };
}
/** Until all that can go on has gone on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a statement reads each key once, and is not used for a key that is requested after it began', async () => {
  const { read, asked } = heldReads();
  const first = read.get('a');
  await settled();
  const others = ['b', 'a', 'b'].map((key) => read.get(key));
  asked[0]!.answer(['old a']);
  expect(await first).toBe('old a');
  await settled();
  asked[1]!.answer(['new b', 'new a']);

  expect(await Promise.all(others)).toEqual(['new b', 'new a', 'new b']);
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'a']]);
});

test('a statement reads at most 200 keys, however often each was requested', async () => {
  const { read, asked } = heldReads();
  const values = Array.from({ length: 402 }, (_, n) => read.get(`key ${n >> 1}`));
  await settled();
  asked[0]!.answer(asked[0]!.keys);
  await settled();
  asked[1]!.answer(asked[1]!.keys);

  expect(await Promise.all(values)).toEqual(values.map((_, n) => `key ${n >> 1}`));
  expect(asked.map(({ keys }) => keys.length)).toEqual([200, 1]);
});

test('a read that fails is the error of those who waited for it, and of nobody who comes later', async () => {
  const { read, asked } = heldReads();
  const first = read.get('a');
  await settled();
  const second = read.get('a');

  asked[0]!.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settled();
  asked[1]!.answer(['here']);

  expect(await second).toBe('here');
});

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

test('what is asked for while one read is under way is read by the next, each key once and never from the one before', async () => {
  const { read, asked } = heldReads();
  const first = read.get('a');
  await settled();
  const others = ['b', 'a', 'b'].map((key) => read.get(key));
  await settled();
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);

  asked[0]!.answer(['old a']);
  expect(await first).toBe('old a');
  await settled();
  expect(asked[1]!.keys).toEqual(['b', 'a']);
  asked[1]!.answer(['new b', 'new a']);

  expect(await Promise.all(others)).toEqual(['new b', 'new a', 'new b']);
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

import { expect, test } from 'vitest';
import { SharedReads } from '../../src/platform/database/shared-read.ts';

/** A read that is answered by hand, and how often it was begun. */
function readByHand() {
  const begun: PromiseWithResolvers<number>[] = [];
  const read = () => {
    begun.push(Promise.withResolvers<number>());
    return begun.at(-1)!.promise;
  };
  return { begun, read };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('who asks while a read is under way shares the next one, which began after they asked', async () => {
  const reads = new SharedReads<number>();
  const { begun, read } = readByHand();

  const first = reads.get('all', read);
  await settled();
  const later = [reads.get('all', read), reads.get('all', read), reads.get('all', read)];
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]!.resolve(1);
  await settled();
  expect(begun).toHaveLength(2);
  begun[1]!.resolve(2);

  expect(await Promise.all([first, ...later])).toEqual([1, 2, 2, 2]);
});

test('reads of other names are not waited for, and one that fails fails only for who shared it', async () => {
  const reads = new SharedReads<number>();
  const { begun, read } = readByHand();

  const one = reads.get('one', read);
  const other = reads.get('other', read);
  await settled();
  expect(begun).toHaveLength(2);
  begun[0]!.reject(new Error('lost'));
  begun[1]!.resolve(2);
  await expect(one).rejects.toThrow('lost');
  expect(await other).toBe(2);

  const again = reads.get('one', read);
  await settled();
  begun[2]!.resolve(3);
  expect(await again).toBe(3);
});

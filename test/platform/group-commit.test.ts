import { expect, test } from 'vitest';
import { GroupCommit } from '../../src/platform/database/group-commit.ts';

const sqlError = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code });

/** Writes batches that are let go on one by one. */
function gated() {
  const batches: { items: readonly number[]; go(): void; fail(error: unknown): void }[] = [];
  const group = new GroupCommit<number, string>({
    most: 3,
    mostWaiting: 5,
    write: (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, go: () => resolve(items.map((item) => `wrote ${item}`)), fail: reject });
      }),
  });
  return { group, batches };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('more than can wait is refused, and says when to come again', async () => {
  const { group, batches } = gated();
  void group.add(0);
  await turn();
  const waiting = [1, 2, 3, 4, 5].map((item) => group.add(item));

  await expect(group.add(6)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 1 });

  batches[0]!.go();
  await turn();
  batches[1]!.go();
  await turn();
  batches[2]!.go();
  expect(await Promise.all(waiting)).toHaveLength(5);
});

test('a batch that fails fails for each of its items, and for no other', async () => {
  const { group, batches } = gated();
  const first = [group.add(1), group.add(2)].map((one) => one.catch((error) => error.message));
  await turn();
  const next = group.add(3);

  batches[0]!.fail(new Error('The connection is gone.'));
  expect(await Promise.all(first)).toEqual(['The connection is gone.', 'The connection is gone.']);
  await turn();
  batches[1]!.go();

  expect(await next).toBe('wrote 3');
});

test('an item that cannot be written does not take the others with it', async () => {
  const written: number[] = [];
  const group = new GroupCommit<number, number>({
    async write(items) {
      if (items.includes(13)) throw sqlError('22003');
      written.push(...items);
      return items;
    },
  });

  const results = await Promise.allSettled([1, 13, 2].map((item) => group.add(item)));

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written).toEqual([1, 2]);
});

test('those who stood in another’s way are written again, and not for ever', async () => {
  let tries = 0;
  const group = new GroupCommit<string, string>({
    async write(items) {
      tries += 1;
      if (items[0] === 'never' || tries === 1) throw sqlError('40P01');
      return items;
    },
  });

  expect(await group.add('once')).toBe('once');
  expect(tries).toBe(2);
  await expect(group.add('never')).rejects.toThrow('40P01');
  expect(tries).toBe(7);
});

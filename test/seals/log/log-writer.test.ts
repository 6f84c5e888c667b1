import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { LogTree } from '../../../src/seals/log/log-tree.ts';
import { type LogLeaf, LogWriter } from '../../../src/seals/log/log-writer.ts';
import { startApi } from '../../support/api.ts';
import { download } from '../../support/seals.ts';

/** In the statement its bytes are written in hex: a million characters. */
const leaf = (length = 500_000): LogLeaf => ({ key: randomUUID(), body: randomBytes(length) });

async function writer() {
  const api = await startApi({ works: false });
  await download(api, '/log/checkpoint'); // opens the log
  const batches: number[] = [];
  const onAppended = async (_: unknown, leaves: readonly LogLeaf[]) => void batches.push(leaves.length);
  return { batches, log: new LogWriter(api.services.database, new LogTree(1), { onAppended }) };
}

test('large entries share a transaction only as far as it stays small', async () => {
  const { log, batches } = await writer();

  const places = await Promise.all(Array.from({ length: 10 }, () => log.append(leaf())));

  expect(batches).toEqual([4, 4, 2]);
  expect(places.flat().map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('of large entries fewer may wait, and one too many is told when to come again', async () => {
  const { log } = await writer();
  const waiting = Array.from({ length: 64 }, () => log.append(leaf()));

  expect(() => log.append(leaf())).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 }),
  );

  expect((await Promise.all(waiting)).flat().every(({ isNew }) => isNew)).toBe(true);
});

test.each([0, 1, 2, 3, 4, 5])(
  'who comes %i steps after all was written does not wait for somebody else',
  async (steps) => {
    const { log } = await writer();
    await log.append(leaf(10));
    for (let step = 0; step < steps; step++) await Promise.resolve();

    expect(await log.append(leaf(10))).toMatchObject([{ index: 2 }]);
  },
);

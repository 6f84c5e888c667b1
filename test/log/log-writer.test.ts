import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { LogTree } from '../../src/log/log-tree.ts';
import { type AccompanyingRow, type LogLeaf, LogWriter, type PlacedRow } from '../../src/log/log-writer.ts';
import { sql } from '../../src/platform/database/database.ts';
import { startApi } from '../support/api.ts';
import { download } from '../support/seals.ts';

/** Something that is written alongside entries, and what of it was written together. */
function kind() {
  const batches: PlacedRow<string>[][] = [];
  const write = async (_: unknown, rows: readonly PlacedRow<string>[]) => void batches.push([...rows]);
  return { batches, with: (row: string): AccompanyingRow<string> => ({ row, byteSize: row.length, write }) };
}

/** In the statement its bytes are written in hex: a million characters. */
const leaf = (length = 500_000, alongside?: AccompanyingRow<string>): LogLeaf => ({
  key: randomUUID(),
  body: randomBytes(length),
  ...(alongside && { alongside }),
});

async function writer() {
  const api = await startApi({ works: false });
  await download(api, '/log/checkpoint'); // opens the log
  return { api, log: new LogWriter(api.services.platform.database, new LogTree(1)) };
}

test('large entries share a transaction only as far as it stays small', async () => {
  const { log } = await writer();
  const { batches, with: row } = kind();

  const places = await Promise.all(Array.from({ length: 10 }, () => log.append(leaf(500_000, row('')))));

  expect(batches.map(({ length }) => length)).toEqual([4, 4, 2]);
  expect(places.flat().map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('what is written alongside counts for the size of a transaction, too', async () => {
  const { log } = await writer();
  const { batches, with: row } = kind();

  await Promise.all(Array.from({ length: 3 }, () => log.append(leaf(10, row('x'.repeat(2_500_000))))));

  expect(batches.map(({ length }) => length)).toEqual([1, 1, 1]);
});

test('what comes alongside many entries is written once for each kind, with the places of its entries', async () => {
  const { log } = await writer();
  const [a, b] = [kind(), kind()];
  const known = leaf(10, a.with('known'));
  await log.append(known);
  a.batches.length = 0;

  await Promise.all([
    log.append(leaf(10, a.with('one'))),
    log.append(leaf(10), leaf(10, b.with('two'))),
    log.append(known),
    log.append(leaf(10, a.with('three')), leaf(10, b.with('four'))),
    log.append({ ...known, mustBeNew: true }, leaf(10, b.with('not at all'))).catch(() => {}),
  ]);

  const places = (batches: PlacedRow<string>[][]) => batches.map((rows) => rows.map(({ row, index }) => [row, index]));
  expect(places(a.batches)).toEqual([
    [
      ['one', 2],
      ['three', 5],
    ],
  ]);
  expect(places(b.batches)).toEqual([
    [
      ['two', 4],
      ['four', 6],
    ],
  ]);
});

test('what cannot be written alongside costs its own entries, all of them, and no others', async () => {
  const { api, log } = await writer();
  const write = (em: EntityManager, rows: readonly PlacedRow<string>[]) =>
    sql(em, 'select row::int from unnest($1::text[]) as row', [rows.map(({ row }) => row)]).then(() => {});
  const row = (row: string) => ({ row, byteSize: 1, write });

  const outcomes = await Promise.allSettled([
    log.append(leaf(10, row('1'))),
    log.append(leaf(10, row('2')), leaf(10, row('none'))),
    log.append(leaf(10, row('3'))),
  ]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await api.database.query('select size::int from log_state')).toEqual([{ size: 3 }]);
});

test('of large entries fewer may wait, and one too many is told when to come again', async () => {
  const { log } = await writer();
  const waiting = Array.from({ length: 64 }, () => log.append(leaf()));

  expect(() => log.append(leaf())).toThrow(
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 }),
  );

  expect((await Promise.all(waiting)).flat().every(({ isNew }) => isNew)).toBe(true);
});

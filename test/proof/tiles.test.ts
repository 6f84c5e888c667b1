import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MalformedInput } from '../../src/proof/malformed-input.ts';
import {
  CompactRange,
  consistencyPlan,
  inclusionPlan,
  leafHash,
  rootOver,
  rootPlan,
  type Subtree,
  verifyConsistency,
  verifyInclusion,
} from '../../src/proof/merkle.ts';
import {
  decodeEntryBundle,
  encodeEntryBundle,
  entryBundlePath,
  parseTilePath,
  proofFromTiles,
  rootFromTiles,
  subtreeHash,
  TILE_WIDTH,
  type Tile,
  tileOf,
  tilePath,
  tilesOf,
  tileWidth,
} from '../../src/proof/tiles.ts';

describe('paths', () => {
  test.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 3, index: 1_234_067, width: 9 }, 'tile/3/x001/x234/067.p/9'],
    [{ level: 63, index: 999, width: 255 }, 'tile/63/999.p/255'],
    [{ level: 1, index: 1000, width: 1 }, 'tile/1/x001/000.p/1'],
  ])('%j is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual({ kind: 'tile', ...tile });
  });

  test('an entry bundle has the same path below entries', () => {
    expect(entryBundlePath({ index: 1_234_067, width: 3 })).toBe('tile/entries/x001/x234/067.p/3');
    expect(parseTilePath('tile/entries/x001/x234/067.p/3')).toEqual({ kind: 'entries', index: 1_234_067, width: 3 });
  });

  test('every tile has one path that leads back to it', () => {
    const anyTile = fc.record({
      level: fc.nat(63),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: TILE_WIDTH }),
    });
    fc.assert(
      fc.property(anyTile, (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual({ kind: 'tile', ...tile });
      }),
    );
  });

  test.each([
    '',
    'tile',
    'tile/0',
    'tile/0/',
    'tile/0/0',
    'tile/0/0000',
    'tile/0/x000/001',
    'tile/0/001/x234/067',
    'tile/0/x001/234/067',
    'tile/0/x001/x234/x067',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/+0/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p',
    'tile/0/000.p/',
    'tile/0/000.p/1/',
    'tile/0/000.p/1.p/1',
    'tile/0/000/',
    '/tile/0/000',
    'tile/0/../000',
    'tile/0/00a',
    'tile/0/٠٠٠',
    'tile/0/000\n',
    'Tile/0/000',
    'tile/entry/000',
    'tile/0/x999/x999/x999/x999/x999/999',
  ])('%j is refused', (path) => {
    expect(() => parseTilePath(path)).toThrow(MalformedInput);
  });
});

test('a tree of 70,000 entries has the tiles that the specification counts', () => {
  const widths = (level: number) =>
    Array.from({ length: 300 }, (_, index) => tileWidth(level, index, 70_000)).filter((width) => width > 0);

  expect(widths(0)).toHaveLength(274);
  expect(widths(0).at(-1)).toBe(112);
  expect(widths(1)).toEqual([256, 17]);
  expect(widths(2)).toEqual([1]);
  expect(widths(3)).toEqual([]);
});

describe('proofs from tiles', () => {
  const SIZE = 70_000;
  const log = logOf(SIZE);

  test('every inclusion proof verifies, and touches at most two tiles a level', async () => {
    const anyLeaf = fc.integer({ min: 1, max: SIZE }).chain((size) => fc.tuple(fc.nat(size - 1), fc.constant(size)));
    await fc.assert(
      fc.asyncProperty(anyLeaf, async ([index, size]) => {
        const plan = inclusionPlan(index, size);
        const proof = await proofFromTiles(plan, size, log.fetchTile);

        expect(verifyInclusion(index, size, log.leaves[index]!, proof, log.rootAt(size))).toBe(true);
        expect(tilesOf(plan, size).length).toBeLessThanOrEqual(2 * Math.ceil(Math.log(size + 1) / Math.log(256)));
      }),
      { numRuns: 60 },
    );
  });

  test('every consistency proof verifies, and touches at most two tiles a level', async () => {
    const anyPair = fc
      .integer({ min: 1, max: SIZE })
      .chain((size2) => fc.tuple(fc.integer({ min: 1, max: size2 }), fc.constant(size2)));
    await fc.assert(
      fc.asyncProperty(anyPair, async ([size1, size2]) => {
        const plan = consistencyPlan(size1, size2);
        const proof = await proofFromTiles(plan, size2, log.fetchTile);

        expect(verifyConsistency(size1, size2, proof, log.rootAt(size1), log.rootAt(size2))).toBe(true);
        expect(tilesOf(plan, size2).length).toBeLessThanOrEqual(2 * Math.ceil(Math.log(size2 + 1) / Math.log(256)));
      }),
      { numRuns: 60 },
    );
  });

  test.each([1, 255, 256, 257, 65_535, 65_536, 65_537, SIZE])('the root at size %i comes from tiles', async (size) => {
    expect(await rootFromTiles(size, log.fetchTile)).toEqual(log.rootAt(size));
  });

  test('no tile is fetched twice', async () => {
    const fetched: string[] = [];

    await proofFromTiles(inclusionPlan(66_000, SIZE), SIZE, async (tile) => {
      fetched.push(tilePath(tile));
      return log.fetchTile(tile);
    });

    expect(new Set(fetched).size).toBe(fetched.length);
  });

  test('a full tile serves where a partial one is asked for, a shorter one does not', () => {
    const subtree: Subtree = { level: 2, index: 1 };
    const full = log.tileBytes({ ...tileOf(subtree, 8), width: TILE_WIDTH });

    expect(subtreeHash(subtree, full)).toEqual(subtreeHash(subtree, full.slice(0, 8 * 32)));
    expect(() => subtreeHash(subtree, full.slice(0, 7 * 32))).toThrow(MalformedInput);
    expect(() => subtreeHash(subtree, full.slice(1))).toThrow(MalformedInput);
    expect(() => subtreeHash(subtree, new Uint8Array(8224))).toThrow(MalformedInput);
  });
});

describe('entry bundles', () => {
  test('whatever entries are put in come out again', () => {
    const anyEntries = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 });
    fc.assert(
      fc.property(anyEntries, (entries) => {
        expect(decodeEntryBundle(encodeEntryBundle(entries))).toEqual(entries);
      }),
    );
  });

  test('the length stands before the entry in two bytes, the high one first', () => {
    const bundle = encodeEntryBundle([new Uint8Array(258), new Uint8Array()]);

    expect([bundle.length, bundle[0], bundle[1], bundle.at(-2), bundle.at(-1)]).toEqual([262, 1, 2, 0, 0]);
  });

  test('one that ends too soon, or holds more than 256 entries, is refused', () => {
    expect(() => decodeEntryBundle(new Uint8Array([0]))).toThrow(MalformedInput);
    expect(() => decodeEntryBundle(new Uint8Array([0, 2, 1]))).toThrow(MalformedInput);
    expect(() => decodeEntryBundle(new Uint8Array(2 * 257))).toThrow(MalformedInput);
    expect(() => encodeEntryBundle([new Uint8Array(65_536)])).toThrow(RangeError);
    expect(decodeEntryBundle(encodeEntryBundle([new Uint8Array(65_535)]))).toEqual([new Uint8Array(65_535)]);
  });
});

function logOf(size: number) {
  const leaves = Array.from({ length: size }, (_, index) => leafHash(new TextEncoder().encode(`entry ${index}`)));
  const hashes = new Map<string, Uint8Array>();
  const range = new CompactRange();
  for (const leaf of leaves) range.append(leaf, ({ level, index }, hash) => hashes.set(`${level}/${index}`, hash));

  const tileBytes = ({ level, index, width }: Tile) => {
    const bytes = new Uint8Array(width * 32);
    for (let at = 0; at < width; at++) bytes.set(hashes.get(`${level * 8}/${index * TILE_WIDTH + at}`)!, at * 32);
    return bytes;
  };
  return {
    leaves,
    tileBytes,
    fetchTile: async (tile: Tile) => tileBytes(tile),
    rootAt: (count: number) => rootOver(rootPlan(count).map(({ level, index }) => hashes.get(`${level}/${index}`)!)),
  };
}

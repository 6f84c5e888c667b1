import { parseDecimal } from './decimal.ts';
import { MalformedInput } from './malformed-input.ts';
import { CompactRange, HASH_LENGTH, type ProofPlan, proofOf, rootOver, rootPlan, type Subtree } from './merkle.ts';

/** Number of hashes in a full tile, which is a subtree of `TILE_LEVELS` levels. Source: C2SP tlog-tiles. */
export const TILE_WIDTH = 256;
/** Number of levels of the tree that one tile spans. */
export const TILE_LEVELS = 8;

/** One tile of a log: `width` hashes, each the root of a complete subtree of 256^level leaves. */
export interface Tile {
  level: number;
  index: number;
  /** Number of hashes in the tile, 1 to 256. The tile is partial below 256. */
  width: number;
}

/** A file with entries of a log, in the order of the leaves of the level-0 tile with the same index and width. */
export interface EntryBundle {
  index: number;
  width: number;
}

/** Path of a tile relative to the log's prefix: `tile/<L>/<N>[.p/<W>]`. */
export function tilePath({ level, index, width }: Tile): string {
  return `tile/${level}/${indexAndWidth(index, width)}`;
}

/** Path of an entry bundle relative to the log's prefix: `tile/entries/<N>[.p/<W>]`. */
export function entryBundlePath({ index, width }: EntryBundle): string {
  return `tile/entries/${indexAndWidth(index, width)}`;
}

/**
 * Parses the path of a tile or entry bundle. Each tile or bundle has exactly one path, so that caches store it once.
 * @throws {MalformedInput}
 */
export function parseTilePath(path: string): ({ kind: 'tile' } & Tile) | ({ kind: 'entries' } & EntryBundle) {
  const [folder, level, ...rest] = path.split('/');
  if (folder !== 'tile' || level === undefined) throw invalidTilePath();
  const { index, width } = parseIndexAndWidth(rest);
  if (level === 'entries') return { kind: 'entries', index, width };
  const parsed = parseDecimal(level, 'level of a tile');
  if (parsed > 63) throw new MalformedInput('the level of a tile must be at most 63');
  return { kind: 'tile', level: parsed, index, width };
}

/** Number of hashes that a tile has in a tree of this size. 0 if the tree is too small for the tile. */
export function tileWidth(level: number, index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.min(TILE_WIDTH, Math.max(0, hashes - index * TILE_WIDTH));
}

/** The tile, in a tree of this size, that contains the hash of the subtree or lets it be computed. */
export function tileOf(subtree: Subtree, size: number): Tile {
  const level = Math.floor(subtree.level / TILE_LEVELS);
  const index = Math.floor(subtree.index / 2 ** (TILE_LEVELS - (subtree.level % TILE_LEVELS)));
  return { level, index, width: tileWidth(level, index, size) };
}

/**
 * The hash of a subtree, computed from the bytes of the tile that `tileOf` names. The tile can be wider than needed.
 * @throws {MalformedInput} if the tile is too short or too long, or its length isn't a multiple of the length of a hash
 */
export function subtreeHash(subtree: Subtree, tile: Uint8Array): Uint8Array {
  if (tile.length % HASH_LENGTH !== 0 || tile.length > TILE_WIDTH * HASH_LENGTH) {
    throw new MalformedInput(`a tile must have at most ${TILE_WIDTH} hashes of ${HASH_LENGTH} bytes`);
  }
  const count = 2 ** (subtree.level % TILE_LEVELS);
  const first = (subtree.index * count) % TILE_WIDTH;
  if ((first + count) * HASH_LENGTH > tile.length) {
    throw new MalformedInput(`the tile has ${tile.length / HASH_LENGTH} hashes; ${first + count} are needed`);
  }
  const range = new CompactRange();
  for (let at = first; at < first + count; at++) range.append(tile.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH));
  return range.root();
}

/**
 * The tiles needed to compute a proof in a tree of this size, without duplicates: at most two per level of tiles, one on the last
 * level.
 */
export function tilesOf(plan: ProofPlan, size: number): Tile[] {
  const tiles = new Map<string, Tile>();
  for (const subtree of plan.flat()) {
    const tile = tileOf(subtree, size);
    tiles.set(tilePath(tile), tile);
  }
  return [...tiles.values()];
}

/**
 * Computes the hashes of a proof in a tree of this size from tiles.
 * @param fetchTile returns the bytes of a tile; called once per tile, in parallel
 * @throws {MalformedInput} if a tile is too short
 */
export async function proofFromTiles(
  plan: ProofPlan,
  size: number,
  fetchTile: (tile: Tile) => Promise<Uint8Array>,
): Promise<Uint8Array[]> {
  return proofOf(plan, (subtrees) => hashesFromTiles(subtrees, size, fetchTile));
}

/** Computes the root of the tree of this size from its right-most tiles. */
export async function rootFromTiles(size: number, fetchTile: (tile: Tile) => Promise<Uint8Array>): Promise<Uint8Array> {
  return rootOver(await hashesFromTiles(rootPlan(size), size, fetchTile));
}

/** Computes the hashes of complete subtrees in a tree of this size from tiles. */
export async function hashesFromTiles(
  subtrees: readonly Subtree[],
  size: number,
  fetchTile: (tile: Tile) => Promise<Uint8Array>,
): Promise<Uint8Array[]> {
  const fetched = new Map(
    await Promise.all(tilesOf([subtrees], size).map(async (tile) => [tilePath(tile), await fetchTile(tile)] as const)),
  );
  return subtrees.map((subtree) => subtreeHash(subtree, fetched.get(tilePath(tileOf(subtree, size)))!));
}

const MAX_ENTRY_LENGTH = 0xffff;

/** Joins entries to an entry bundle. @throws {RangeError} for an entry of more than 65,535 bytes */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.some((entry) => entry.length > MAX_ENTRY_LENGTH)) {
    throw new RangeError(`an entry of a log must have at most ${MAX_ENTRY_LENGTH} bytes`);
  }
  const bundle = new Uint8Array(entries.reduce((length, entry) => length + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    bundle[at] = entry.length >> 8;
    bundle[at + 1] = entry.length & 0xff;
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

/**
 * Splits an entry bundle into its entries, each of which is preceded by its length in two bytes.
 * @throws {MalformedInput} if bytes are missing or the bundle has more than 256 entries
 */
export function decodeEntryBundle(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length) {
    const end = at + 2 + ((bundle[at]! << 8) | (bundle[at + 1] ?? 0));
    if (end > bundle.length) throw new MalformedInput('the entry bundle ends in the middle of an entry');
    if (entries.length === TILE_WIDTH)
      throw new MalformedInput(`an entry bundle must have at most ${TILE_WIDTH} entries`);
    entries.push(bundle.slice(at + 2, end));
    at = end;
  }
  return entries;
}

/** Formats a tile's index in groups of three digits, all except the last prefixed with x, so that no folder is also a file. */
function indexAndWidth(index: number, width: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g)!;
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

function parseIndexAndWidth(segments: string[]): EntryBundle {
  const isPartial = segments.at(-2)?.endsWith('.p') ?? false;
  const groups = isPartial ? [...segments.slice(0, -2), segments.at(-2)!.slice(0, -2)] : segments;
  const width = isPartial ? parseDecimal(segments.at(-1)!, 'width of a tile') : TILE_WIDTH;
  if (isPartial && (width < 1 || width >= TILE_WIDTH))
    throw new MalformedInput('a partial tile must be 1 to 255 hashes wide');

  const last = groups.at(-1);
  const isForm = groups.every((group, at) => (at < groups.length - 1 ? /^x[0-9]{3}$/ : /^[0-9]{3}$/).test(group));
  if (last === undefined || !isForm || (groups.length > 1 && groups[0] === 'x000')) throw invalidTilePath();
  const digits = groups.map((group) => group.slice(-3)).join('');
  return { index: parseDecimal(digits.replace(/^0+(?=[0-9])/, ''), 'index of a tile'), width };
}

function invalidTilePath(): MalformedInput {
  return new MalformedInput('the path of a tile must be tile/<level>/<index>, with x001/x234/067 for index 1234067');
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64 } from '../../src/proof/bytes.ts';
import {
  CompactRange,
  consistencyPlan,
  EMPTY_ROOT,
  inclusionPlan,
  leafHash,
  nodeHash,
  type ProofPlan,
  proofOf,
  rootOver,
  rootPlan,
  type Subtree,
  verifyConsistency,
  verifyInclusion,
} from '../../src/proof/merkle.ts';

const VECTORS = 'test/vectors/merkle';
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the hashes of RFC 6962', () => {
  test('the empty tree, leaves and a node hash to the published values', () => {
    expect(bytesToHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(bytesToHex(leafHash(new Uint8Array()))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    expect(bytesToHex(leafHash(utf8('L123456')))).toBe(
      '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
    );
    expect(bytesToHex(nodeHash(utf8('N123'), utf8('N456')))).toBe(
      'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
    );
  });

  test('an inner node is never the hash of an entry', () => {
    const [left, right] = [leafHash(utf8('one')), leafHash(utf8('two'))];

    const asEntry = leafHash(new Uint8Array([...left, ...right]));

    expect(asEntry).not.toEqual(nodeHash(left, right));
  });
});

interface InclusionVector {
  leafIdx: number;
  treeSize: number;
  root: string;
  leafHash: string;
  proof: string[] | null;
  wantErr: boolean;
}
interface ConsistencyVector {
  size1: number;
  size2: number;
  root1: string;
  root2: string;
  proof: string[] | null;
  wantErr: boolean;
}

describe('the vectors of transparency-dev/merkle', () => {
  const inclusion = vectorsIn<InclusionVector>('inclusion');
  const consistency = vectorsIn<ConsistencyVector>('consistency');

  test('all 196 are here', () => {
    expect([inclusion.length, consistency.length]).toEqual([98, 98]);
  });

  test.each(inclusion)('inclusion: $file', ({ vector }) => {
    const proof = (vector.proof ?? []).map(decodeBase64);
    const holds = verifyInclusion(
      vector.leafIdx,
      vector.treeSize,
      decodeBase64(vector.leafHash),
      proof,
      decodeBase64(vector.root),
    );
    expect(holds).toBe(!vector.wantErr);
  });

  test.each(consistency)('consistency: $file', ({ vector }) => {
    const proof = (vector.proof ?? []).map(decodeBase64);
    const holds = verifyConsistency(
      vector.size1,
      vector.size2,
      proof,
      decodeBase64(vector.root1),
      decodeBase64(vector.root2),
    );
    expect(holds).toBe(!vector.wantErr);
  });
});

describe('a tree kept by its edge', () => {
  test('it has the root of the recursive definition at every size up to 600', () => {
    const leaves = leavesOf(600);
    const range = new CompactRange();

    for (let size = 0; size <= leaves.length; size++) {
      if (size > 0) range.append(leaves[size - 1]!);
      if (size <= 40 || size % 37 === 0) expect(range.root()).toEqual(recursiveRoot(leaves.slice(0, size)));
      expect(range.hashes).toHaveLength(rootPlan(size).length);
    }
  });

  test('taken up again from its hashes it goes on as if it had never stopped', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (before, after) => {
        const leaves = leavesOf(before + after);
        const whole = new CompactRange();
        for (const leaf of leaves.slice(0, before)) whole.append(leaf);
        const resumed = new CompactRange(whole.size, whole.hashes);

        for (const leaf of leaves.slice(before)) {
          whole.append(leaf);
          resumed.append(leaf);
        }

        expect(resumed.root()).toEqual(whole.root());
      }),
      { numRuns: 30 },
    );
  });

  test('it tells of every complete subtree exactly once, with its hash', () => {
    const leaves = leavesOf(70);
    const told = new Map<string, Uint8Array>();
    const range = new CompactRange();

    for (const leaf of leaves) range.append(leaf, (subtree, hash) => told.set(keyOf(subtree), hash));

    expect(told.size).toBe(70 + 35 + 17 + 8 + 4 + 2 + 1);
    for (const [key, hash] of told) {
      const [level, index] = key.split('/').map(Number) as [number, number];
      expect(hash).toEqual(recursiveRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
    }
  });

  test('the wrong number of hashes, or a hash of another length, is refused', () => {
    expect(() => new CompactRange(3, [leafHash(utf8('a'))])).toThrow(RangeError);
    expect(() => new CompactRange(1, [new Uint8Array(31)])).toThrow(RangeError);
    expect(() => new CompactRange(-1, [])).toThrow(RangeError);
    expect(() => new CompactRange().append(new Uint8Array(33))).toThrow(RangeError);
  });
});

describe('proofs made from plans', () => {
  const SIZE = 300;
  const tree = treeOf(leavesOf(SIZE));

  test('every leaf of every tree up to 70 entries is proven', async () => {
    for (let size = 1; size <= 70; size++) {
      for (let index = 0; index < size; index++) {
        const proof = await proofOf(inclusionPlan(index, size), tree.fetch);
        expect(verifyInclusion(index, size, tree.leaves[index]!, proof, tree.root(size))).toBe(true);
      }
    }
  });

  test('every pair of trees up to 70 entries is proven consistent', async () => {
    for (let size2 = 1; size2 <= 70; size2++) {
      for (let size1 = 1; size1 <= size2; size1++) {
        const proof = await proofOf(consistencyPlan(size1, size2), tree.fetch);
        expect(verifyConsistency(size1, size2, proof, tree.root(size1), tree.root(size2))).toBe(true);
      }
    }
  });

  test('every single flipped bit of an inclusion proof, its leaf or its root is refused', async () => {
    const anyLeaf = fc.integer({ min: 2, max: SIZE }).chain((size) => fc.tuple(fc.nat(size - 1), fc.constant(size)));
    await fc.assert(
      fc.asyncProperty(anyLeaf, async ([index, size]) => {
        const proof = await proofOf(inclusionPlan(index, size), tree.fetch);
        const parts = [tree.leaves[index]!, ...proof, tree.root(size)];

        for (const [leaf, ...rest] of withOneBitFlipped(parts)) {
          expect(verifyInclusion(index, size, leaf!, rest.slice(0, -1), rest.at(-1)!)).toBe(false);
        }
      }),
      { numRuns: 6 },
    );
  });

  test('every single flipped bit of a consistency proof or its roots is refused', async () => {
    const anyPair = fc
      .integer({ min: 2, max: SIZE })
      .chain((size2) => fc.tuple(fc.integer({ min: 1, max: size2 }), fc.constant(size2)));
    await fc.assert(
      fc.asyncProperty(anyPair, async ([size1, size2]) => {
        const proof = await proofOf(consistencyPlan(size1, size2), tree.fetch);
        const parts = [tree.root(size1), ...proof, tree.root(size2)];

        for (const [root1, ...rest] of withOneBitFlipped(parts)) {
          expect(verifyConsistency(size1, size2, rest.slice(0, -1), root1!, rest.at(-1)!)).toBe(false);
        }
      }),
      { numRuns: 4 },
    );
  });

  test('a proof too short, too long or with its hashes swapped is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: SIZE }), fc.nat(), async (size, pick) => {
        const index = pick % size;
        const proof = await proofOf(inclusionPlan(index, size), tree.fetch);
        const refused = [proof.slice(1), proof.slice(0, -1), [...proof, proof[0]!], [proof[0]!, ...proof]];
        if (proof.length > 1) refused.push([proof[1]!, proof[0]!, ...proof.slice(2)]);

        for (const spoilt of refused) {
          expect(verifyInclusion(index, size, tree.leaves[index]!, spoilt, tree.root(size))).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('another index or size than the one proven is refused, however odd the number', async () => {
    const proof = await proofOf(inclusionPlan(5, 9), tree.fetch);
    const root = tree.root(9);
    const leaf = tree.leaves[5]!;

    for (const index of [0, 4, 6, 8, 9, -1, 5.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(verifyInclusion(index, 9, leaf, proof, root)).toBe(false);
    }
    for (const size of [0, 1, 5, 6, 8, 17, -9, 9.5, Number.NaN, 2 ** 53]) {
      expect(verifyInclusion(5, size, leaf, proof, root)).toBe(false);
    }
  });

  test('a duplicated last leaf does not give the same tree', () => {
    const [one, two, three] = leavesOf(3) as [Uint8Array, Uint8Array, Uint8Array];

    expect(recursiveRoot([one, two, three])).not.toEqual(recursiveRoot([one, two, three, three]));
  });

  test('plans hold at the edge of what a number can say', () => {
    const size = Number.MAX_SAFE_INTEGER;

    for (const index of [0, 1, 2 ** 52 - 1, 2 ** 52, size - 2, size - 1]) {
      const plan = inclusionPlan(index, size);
      expect(plan.length).toBeLessThanOrEqual(53);
      expectWithin(plan, size);
    }
    for (const size1 of [1, 2 ** 32, 2 ** 52, 2 ** 52 + 1, size - 1]) expectWithin(consistencyPlan(size1, size), size);
  });

  test('plans for what cannot be proven are refused', () => {
    expect(() => inclusionPlan(5, 5)).toThrow(RangeError);
    expect(() => inclusionPlan(-1, 5)).toThrow(RangeError);
    expect(() => inclusionPlan(0, 2 ** 53)).toThrow(RangeError);
    expect(() => consistencyPlan(6, 5)).toThrow(RangeError);
    expect(consistencyPlan(0, 5)).toEqual([]);
    expect(consistencyPlan(5, 5)).toEqual([]);
  });
});

function expectWithin(plan: ProofPlan, size: number): void {
  for (const { level, index } of plan.flat()) {
    expect(Number.isSafeInteger(index)).toBe(true);
    expect((index + 1) * 2 ** level).toBeLessThanOrEqual(size);
  }
}

function leavesOf(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => leafHash(utf8(`entry ${index}`)));
}

/** The definition of RFC 6962 section 2.1, word for word. */
function recursiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_ROOT;
  if (leaves.length === 1) return leaves[0]!;
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return nodeHash(recursiveRoot(leaves.slice(0, left)), recursiveRoot(leaves.slice(left)));
}

function treeOf(leaves: Uint8Array[]) {
  const hashes = new Map<string, Uint8Array>();
  const range = new CompactRange();
  for (const leaf of leaves) range.append(leaf, (subtree, hash) => hashes.set(keyOf(subtree), hash));
  const read = (subtree: Subtree) => hashes.get(keyOf(subtree))!;
  return {
    leaves,
    fetch: async (subtrees: Subtree[]) => subtrees.map(read),
    root: (size: number) => rootOver(rootPlan(size).map(read)),
  };
}

function keyOf({ level, index }: Subtree): string {
  return `${level}/${index}`;
}

function* withOneBitFlipped(parts: readonly Uint8Array[]): Generator<Uint8Array[]> {
  for (const [at, part] of parts.entries()) {
    for (let bit = 0; bit < part.length * 8; bit++) {
      const flipped = part.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      yield parts.with(at, flipped);
    }
  }
}

function vectorsIn<Vector>(folder: string): { file: string; vector: Vector }[] {
  return readdirSync(join(VECTORS, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, vector: JSON.parse(readFileSync(join(VECTORS, folder, file), 'utf8')) as Vector }));
}

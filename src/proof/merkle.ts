import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from './bytes.ts';

/** Length of a SHA-256 hash, in bytes. */
export const HASH_LENGTH = 32;

/** Root of the tree without entries. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());

/**
 * Hash of a log entry: SHA-256 of a zero byte followed by the entry. Source: RFC 6962 section 2.1. Because of the zero byte, an
 * inner node of the tree can't pass as an entry.
 */
export function leafHash(entry: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + entry.length);
  bytes.set(entry, 1);
  return sha256(bytes);
}

/** Hash of an inner node: SHA-256 of the byte 1, the left and the right hash. Source: RFC 6962 section 2.1. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return sha256(bytes);
}

/**
 * Root of the tree, computed from an inclusion proof. Null if the proof has the wrong form for this index and size. Source: RFC
 * 9162 section 2.1.3.2.
 */
export function rootFromInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (!isSize(index) || !isSize(size) || index >= size) return null;
  if (![leaf, ...proof].every(isHash)) return null;

  let node = index;
  let last = size - 1;
  let root = leaf;
  for (const sibling of proof) {
    if (last === 0) return null;
    if (isOdd(node) || node === last) {
      root = nodeHash(sibling, root);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      root = nodeHash(root, sibling);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 ? root : null;
}

/** True if the proof shows that the leaf is at this index of the tree with this size and root. False for malformed proofs. */
export function verifyInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  const computed = rootFromInclusion(index, size, leaf, proof);
  return computed !== null && equalBytes(computed, root);
}

/**
 * True if the proof shows that the smaller tree is a prefix of the larger. Source: RFC 9162 section 2.1.4.2. False if the smaller
 * size is 0, because an empty tree proves nothing.
 */
export function verifyConsistency(
  size1: number,
  size2: number,
  proof: readonly Uint8Array[],
  root1: Uint8Array,
  root2: Uint8Array,
): boolean {
  if (!isSize(size1) || !isSize(size2) || size1 < 1 || size1 > size2) return false;
  if (size1 === size2) return proof.length === 0 && equalBytes(root1, root2);
  if (![root1, root2].every(isHash)) return false;
  const roots = rootsFromConsistency(size1, size2, proof, root1);
  return roots !== null && equalBytes(roots.older, root1) && equalBytes(roots.newer, root2);
}

/**
 * Root of the smaller tree, computed from a consistency proof that must lead to the known root of the larger tree and so can't
 * be forged. Null if it doesn't lead there, or if `size1` isn't smaller than `size2`. Also null if `size1` is a power of two,
 * whose root no proof contains.
 */
export function rootWithin(
  size1: number,
  size2: number,
  proof: readonly Uint8Array[],
  root2: Uint8Array,
): Uint8Array | null {
  if (!isSize(size1) || !isSize(size2) || size1 < 1 || size1 >= size2) return null;
  const roots = rootsFromConsistency(size1, size2, proof, null);
  return roots !== null && equalBytes(roots.newer, root2) ? roots.older : null;
}

/**
 * Roots of both trees, computed from a consistency proof.
 * @param root1 root of the smaller tree, null if unknown. If the proof needs an unknown root, the result is null.
 */
function rootsFromConsistency(
  size1: number,
  size2: number,
  proof: readonly Uint8Array[],
  root1: Uint8Array | null,
): { older: Uint8Array; newer: Uint8Array } | null {
  if (proof.length === 0 || !proof.every(isHash)) return null;
  let node = size1 - 1;
  let last = size2 - 1;
  while (isOdd(node)) {
    node = half(node);
    last = half(last);
  }
  // If `node` is 0 at this point, size1 is a power of two: the smaller tree is a node of the larger and not part of the proof.
  if (node === 0 && root1 === null) return null;
  const [start, ...siblings] = node === 0 ? [root1!, ...proof] : proof;
  let older = start!;
  let newer = start!;
  for (const sibling of siblings) {
    if (last === 0) return null;
    if (isOdd(node) || node === last) {
      older = nodeHash(sibling, older);
      newer = nodeHash(sibling, newer);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      newer = nodeHash(newer, sibling);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 ? { older, newer } : null;
}

/** A complete subtree: the 2^level leaves from index · 2^level on. Its hash never changes once all leaves exist. */
export interface Subtree {
  level: number;
  index: number;
}

/** Which subtrees a proof consists of: each hash of the proof is the root over adjacent complete subtrees, left to right. */
export type ProofPlan = readonly (readonly Subtree[])[];

/** The complete subtrees that make up the tree of this size, left to right: at most 53. */
export function rootPlan(size: number): Subtree[] {
  assertSize(size);
  return subtreesOf(0, size);
}

/**
 * Subtrees of the inclusion proof of a leaf, PATH(index, D[size]) of RFC 6962 section 2.1.1.
 * @throws {RangeError} if the index isn't in the tree
 */
export function inclusionPlan(index: number, size: number): ProofPlan {
  assertSize(size);
  assertSize(index);
  if (index >= size) throw new RangeError(`a tree of size ${size} has no leaf ${index}`);

  const plan: Subtree[][] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + leftWidth(end - start);
    if (index < middle) {
      plan.push(subtreesOf(middle, end));
      end = middle;
    } else {
      plan.push(subtreesOf(start, middle));
      start = middle;
    }
  }
  return plan.reverse();
}

/**
 * Subtrees of the proof that the tree of size1 is a prefix of the tree of size2, PROOF(size1, D[size2]) of RFC 6962 section
 * 2.1.2. Empty for equal sizes or if size1 is 0.
 * @throws {RangeError} if size1 is larger
 */
export function consistencyPlan(size1: number, size2: number): ProofPlan {
  assertSize(size1);
  assertSize(size2);
  if (size1 > size2) throw new RangeError(`a tree of size ${size1} is not a prefix of one of size ${size2}`);
  if (size1 === 0) return [];

  const plan: Subtree[][] = [];
  let start = 0;
  let end = size2;
  while (end !== size1) {
    const middle = start + leftWidth(end - start);
    if (size1 <= middle) {
      plan.push(subtreesOf(middle, end));
      end = middle;
    } else {
      plan.push(subtreesOf(start, middle));
      start = middle;
    }
  }
  if (start !== 0) plan.push(subtreesOf(start, end));
  return plan.reverse();
}

/**
 * Computes the hashes of a proof from its plan.
 * @param fetchHashes returns the hash of each subtree, in order; called once
 */
export async function proofOf(
  plan: ProofPlan,
  fetchHashes: (subtrees: Subtree[]) => Promise<readonly Uint8Array[]>,
): Promise<Uint8Array[]> {
  const hashes = await fetchHashes(plan.flat());
  let taken = 0;
  return plan.map((subtrees) => {
    const start = taken;
    taken += subtrees.length;
    return rootOver(hashes.slice(start, taken));
  });
}

/** Root over the hashes of adjacent complete subtrees, left to right, as `rootPlan` names them. */
export function rootOver(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** A Merkle tree reduced to its right edge: at most 53 hashes, enough to append leaves and to compute the root. */
export class CompactRange {
  readonly #hashes: Uint8Array[];
  #size: number;

  /** @param hashes hashes of the subtrees in `rootPlan(size)`, as `hashes` of another range returns them */
  constructor(size = 0, hashes: readonly Uint8Array[] = []) {
    assertSize(size);
    const expected = rootPlan(size).length;
    if (hashes.length !== expected || !hashes.every(isHash)) {
      throw new RangeError(`a tree of size ${size} must have ${expected} edge hashes of ${HASH_LENGTH} bytes`);
    }
    this.#size = size;
    this.#hashes = [...hashes];
  }

  get size(): number {
    return this.#size;
  }

  /** Hashes of the subtrees in `rootPlan(size)`, left to right. */
  get hashes(): Uint8Array[] {
    return [...this.#hashes];
  }

  /**
   * Appends the hash of one leaf, with one hash computation on average at any size.
   * @param onComplete called for each subtree that the leaf completes, the leaf itself first
   */
  append(leaf: Uint8Array, onComplete?: (subtree: Subtree, hash: Uint8Array) => void): void {
    if (!isHash(leaf)) throw new RangeError(`the hash of a leaf must have ${HASH_LENGTH} bytes`);
    assertSize(this.#size + 1);
    let hash = leaf;
    let level = 0;
    let index = this.#size;
    onComplete?.({ level, index }, hash);
    while (isOdd(index)) {
      hash = nodeHash(this.#hashes.pop()!, hash);
      level += 1;
      index = half(index);
      onComplete?.({ level, index }, hash);
    }
    this.#hashes.push(hash);
    this.#size += 1;
  }

  root(): Uint8Array {
    return rootOver(this.#hashes);
  }
}

/** Splits the leaves of a node of the tree into complete subtrees, the widest first. */
function subtreesOf(start: number, end: number): Subtree[] {
  const subtrees: Subtree[] = [];
  let from = start;
  while (from < end) {
    const level = levelWithin(end - from);
    subtrees.push({ level, index: from / 2 ** level });
    from += 2 ** level;
  }
  return subtrees;
}

/** Number of leaves of the left branch: the largest power of two below the number of leaves of the node. */
function leftWidth(width: number): number {
  return 2 ** levelWithin(width - 1);
}

/**
 * Level of the largest complete subtree with at most `width` leaves. Doesn't use Math.log2, which rounds up just below a power
 * of two.
 */
function levelWithin(width: number): number {
  const high = Math.floor(width / 2 ** 32);
  return high > 0 ? 63 - Math.clz32(high) : 31 - Math.clz32(width);
}

function assertSize(size: number): void {
  if (!isSize(size)) throw new RangeError(`${size} is not a valid tree size`);
}

// True for a whole number from 0 to 2^53 - 1. Bitwise operators truncate to 32 bits, so code in this file halves by division.
function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function isHash(bytes: Uint8Array): boolean {
  return bytes.length === HASH_LENGTH;
}

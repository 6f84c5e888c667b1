import { formatCheckpoint } from '../../src/proof/checkpoint.ts';
import type { ConsistencyProof } from '../../src/proof/consistency-proof.ts';
import {
  CompactRange,
  consistencyPlan,
  inclusionPlan,
  leafHash,
  proofOf,
  rootOver,
  rootPlan,
  type Subtree,
} from '../../src/proof/merkle.ts';
import { formatNote } from '../../src/proof/note.ts';
import { formatTlogProof } from '../../src/proof/tlog-proof.ts';
import { logSigner, type TestSigner } from './note-signing.ts';

/** A whole log in memory, which signs checkpoints of any of its sizes. */
export class TestLog {
  readonly signer: TestSigner;
  readonly #hashes = new Map<string, Uint8Array>();
  readonly #range = new CompactRange();

  constructor(origin: string, size: number, entry = (index: number) => `entry ${index}`, signer = logSigner(origin)) {
    this.signer = signer;
    for (let index = 0; index < size; index++) {
      const leaf = leafHash(new TextEncoder().encode(entry(index)));
      this.#range.append(leaf, (subtree, hash) => this.#hashes.set(keyOf(subtree), hash));
    }
  }

  leaf(index: number): Uint8Array {
    return this.#read({ level: 0, index });
  }

  root(size: number): Uint8Array {
    return rootOver(rootPlan(size).map(this.#read));
  }

  checkpoint(size: number, witnesses: TestSigner[] = [], extensions: string[] = []): string {
    const text = formatCheckpoint({ origin: this.signer.key.name, size, root: this.root(size), extensions });
    return formatNote({ text, signatures: [this.signer, ...witnesses].map((signer) => signer.sign(text)) });
  }

  inclusion(index: number, size: number): Promise<Uint8Array[]> {
    return proofOf(inclusionPlan(index, size), async (subtrees) => subtrees.map(this.#read));
  }

  consistency(size1: number, size2: number): Promise<Uint8Array[]> {
    return proofOf(consistencyPlan(size1, size2), async (subtrees) => subtrees.map(this.#read));
  }

  /** As the log's service gives it. */
  async consistencyProof(oldSize: number, size: number): Promise<ConsistencyProof> {
    return { oldSize, proof: await this.consistency(oldSize, size), checkpoint: this.checkpoint(size) };
  }

  async tlogProof(index: number, size: number, witnesses: TestSigner[] = []): Promise<string> {
    const hashes = await this.inclusion(index, size);
    return formatTlogProof({ index, hashes, checkpoint: this.checkpoint(size, witnesses) });
  }

  readonly #read = (subtree: Subtree): Uint8Array => {
    const hash = this.#hashes.get(keyOf(subtree));
    if (!hash) throw new RangeError(`the log has no complete subtree ${keyOf(subtree)}`);
    return hash;
  };
}

function keyOf({ level, index }: Subtree): string {
  return `${level}/${index}`;
}

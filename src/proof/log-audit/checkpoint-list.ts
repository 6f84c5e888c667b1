import { equalBytes } from '../bytes.ts';
import type { SignedCheckpoint } from './checkpoint-reader.ts';

/** Checkpoints that a log has published, as far as the auditor knows without its list. */
export interface KnownCheckpoints {
  /** Checkpoint that the log serves as its newest. */
  newest: SignedCheckpoint;
  /** Checkpoints that the log showed at earlier audits, largest first. */
  olds: readonly SignedCheckpoint[];
  /** Number of checkpoints that the log listed up to the first of `olds`, at the last audit. Null if unknown. */
  keptCount: number | null;
}

/** Reads the listed checkpoints of more than `after` entries, smallest first. Returns false if a page of the list isn't served. */
type ReadsList = (after: number) => AsyncGenerator<SignedCheckpoint, boolean>;

/**
 * Compares the trees of an audit with the log's list of its checkpoints, while the trees are computed. A checkpoint that isn't
 * listed could contradict the others, so the list must contain all that the auditor knows of.
 */
export class CheckpointList {
  /** Number of entries of the tree from which the audit continues. The list must contain the checkpoint of this tree, too. */
  readonly #from: number;
  readonly #known: KnownCheckpoints;
  readonly #listed: AsyncGenerator<SignedCheckpoint, boolean>;
  /** Sizes of known checkpoints that the list didn't contain so far. */
  readonly #unlisted: Set<number>;
  #next: IteratorResult<SignedCheckpoint, boolean>;
  #count = 0;
  #countAtKept = 0;
  #firstBad: SignedCheckpoint | null = null;
  #lastGood: number;

  private constructor(from: number, known: KnownCheckpoints, readList: ReadsList) {
    this.#from = from;
    this.#lastGood = from;
    this.#known = known;
    this.#listed = readList(Math.max(0, from - 1));
    const sizes = [known.newest, ...known.olds].map(({ size }) => size);
    this.#unlisted = new Set(sizes.filter((size) => size >= from));
    this.#next = { done: true, value: true };
  }

  /** Begins to read the list. @param from number of entries of the tree from which the audit continues */
  static async open(from: number, known: KnownCheckpoints, readList: ReadsList): Promise<CheckpointList> {
    const list = new CheckpointList(from, known, readList);
    list.#next = await list.#listed.next();
    return list;
  }

  /** First checkpoint whose tree isn't the computed one. Null if all trees are. */
  get firstBad(): SignedCheckpoint | null {
    return this.#firstBad;
  }

  /** Number of entries of the last tree before `firstBad` that a checkpoint confirms. */
  get lastGood(): number {
    return this.#lastGood;
  }

  /** True if a checkpoint of this size is known. */
  has(size: number): boolean {
    return this.#listedAt(size) !== null || this.#known.olds.some((old) => old.size === size);
  }

  /** Compares the tree of this size with the checkpoints of the size. Returns the number of checkpoints in the list that are new. */
  async compare(size: number, root: Uint8Array): Promise<number> {
    for (const old of this.#known.olds) if (old.size === size) this.#judge(old, root);
    let compared = 0;
    for (let listed = this.#listedAt(size); listed; listed = this.#listedAt(size)) {
      this.#unlisted.delete(size);
      this.#count++;
      if (size <= (this.#known.olds[0]?.size ?? 0)) this.#countAtKept++;
      if (size > this.#from) compared++;
      if (this.#judge(listed, root) && !this.#firstBad) this.#lastGood = size;
      this.#next = await this.#listed.next();
    }
    return compared;
  }

  /** Number of checkpoints listed up to the newest. Null if it can't be known: there is no list, or the first part wasn't read. */
  get count(): number | null {
    if (this.#isCut) return null;
    if (this.#from === 0) return this.#count;
    const { keptCount } = this.#known;
    return keptCount === null ? null : keptCount + this.#count - this.#countAtKept;
  }

  /** True if the log serves no list. */
  get isMissing(): boolean {
    return this.#isCut && this.#count === 0;
  }

  /** Sentence that says which checkpoints the list lacks, after all trees were compared. Null if it lacks none. */
  get gap(): string | null {
    const { newest, olds, keptCount } = this.#known;
    if (this.isMissing) return 'The log doesn’t list its checkpoints.';
    if (this.#isCut) return 'The log lists only a part of its checkpoints: it doesn’t serve the next page of the list.';
    const [size] = this.#unlisted;
    if (size === newest.size) return `The log doesn’t list its newest checkpoint, of ${size} entries.`;
    if (size !== undefined) {
      return `The log doesn’t list its checkpoint of ${size} entries, which it showed at an earlier audit.`;
    }
    if (this.#from === 0 && keptCount !== null && this.#countAtKept < keptCount) {
      return `The log lists ${this.#countAtKept} checkpoints of at most ${olds[0]!.size} entries. At an earlier audit it listed ${keptCount}.`;
    }
    return null;
  }

  /** True if a page of the list wasn't served. */
  get #isCut(): boolean {
    return this.#next.done === true && this.#next.value === false;
  }

  #listedAt(size: number): SignedCheckpoint | null {
    return !this.#next.done && this.#next.value.size === size ? this.#next.value : null;
  }

  #judge(checkpoint: SignedCheckpoint, root: Uint8Array): boolean {
    const isGood = equalBytes(checkpoint.root, root);
    if (!isGood) this.#firstBad ??= checkpoint;
    return isGood;
  }
}

import type { EntityManager } from '@mikro-orm/postgresql';
import type { IntegrityRun } from '../platform/upkeep/integrity-check.ts';
import type { HashedLink } from '../proof/chain.ts';
import type { AnchorPredicate } from '../proof/chain-anchor.ts';
import { isEarlier } from '../proof/record-times.ts';
import { addBodies, loggedStatement } from './anchor-in-log.ts';
import { type AnchorRow, readAnchorRows } from './chain-anchor.sql.ts';
import type { AnchorPlace, RememberedAnchor } from './remembered-anchor.ts';

const AT_ONCE = 500;

type AnchorFindingCode =
  /** An anchor that was made is not in the database. */
  | 'ANCHOR_MISSING'
  /** A stored anchor isn't the one that was signed and added to the log. */
  | 'ANCHOR_CHANGED'
  /** The chain has another entry than the one that was anchored, or ends before it. */
  | 'CHAIN_REWRITTEN'
  | 'CHAIN_TIME_DISORDER';

interface AnchorCheckOptions {
  em: EntityManager;
  run: Pick<IntegrityRun, 'found'>;
  remembered: RememberedAnchor;
}

/**
 * Compares each stored anchor, and the one that this machine remembers, with the chain entry that it names, while the entries are
 * read in order. Also checks that each anchor is the one in the transparency log, and names the one before it.
 */
export class AnchorCheck {
  readonly #options: AnchorCheckOptions;
  readonly #anchors: AsyncGenerator<AnchorRow>;
  readonly #remembered: AnchorPlace | null;
  /** The first anchor of an entry that wasn't compared yet. Null at the end. */
  #next: AnchorRow | null = null;
  /** Hashes of the anchored entries, by the ids of the anchors. */
  readonly #seen = new Map<string, string>();
  /** Time of the last anchor before the current entry, as signed. */
  #anchoredAt: string | null = null;
  #isRememberedCompared = false;

  private constructor(options: AnchorCheckOptions) {
    this.#options = options;
    this.#anchors = anchorsInOrder(options.em);
    this.#remembered = options.remembered.read();
  }

  static async begin(options: AnchorCheckOptions): Promise<AnchorCheck> {
    const check = new AnchorCheck(options);
    await check.#advance();
    return check;
  }

  /** Compares the anchors of the next entry. */
  async entry(entry: HashedLink): Promise<void> {
    const { seq, recordedAt } = entry;
    if (this.#anchoredAt !== null && isEarlier(recordedAt, this.#anchoredAt)) {
      const what = `Entry ${seq} is from ${recordedAt}, but entries before it were anchored at ${this.#anchoredAt}.`;
      this.#found('CHAIN_TIME_DISORDER', what, [`chain_entry ${seq}`]);
    }
    if (this.#remembered?.seq === seq) this.#compareRemembered(this.#remembered, entry);
    while (this.#next && this.#next.seq <= seq) {
      this.#compare(this.#next, this.#next.seq === seq ? entry : null);
      await this.#advance();
    }
  }

  /** Reports anchors of entries after the end of the chain, and a remembered anchor that is missing. */
  async end(): Promise<void> {
    while (this.#next) {
      this.#compare(this.#next, null);
      await this.#advance();
    }
    const remembered = this.#remembered;
    if (!remembered) return;
    if (!this.#isRememberedCompared) this.#compareRemembered(remembered, null);
    if (this.#seen.get(remembered.anchorId) !== remembered.hash) {
      const what = `The anchor ${remembered.anchorId} of entry ${remembered.seq}, which this machine remembers, is missing or was changed.`;
      this.#found('ANCHOR_MISSING', what, [`chain_anchor ${remembered.anchorId}`]);
    }
  }

  async #advance(): Promise<void> {
    const next = await this.#anchors.next();
    this.#next = next.done ? null : next.value;
  }

  #compareRemembered({ anchorId, seq, hash }: AnchorPlace, entry: HashedLink | null): void {
    this.#isRememberedCompared = true;
    if (entry?.hash === hash) return;
    const what = `Entry ${seq} ${entry ? 'isn’t the one' : 'is missing'} that this machine remembers as anchored.`;
    this.#found('CHAIN_REWRITTEN', what, [`chain_entry ${seq}`, `chain_anchor ${anchorId}`]);
  }

  /** @param entry the entry that the anchor names. Null if the chain doesn't have it */
  #compare(anchor: AnchorRow, entry: HashedLink | null): void {
    const { id, seq, hash } = anchor;
    const rows = [`chain_anchor ${id}`];
    const statement = loggedStatement(anchor);
    if (!statement) {
      this.#found('ANCHOR_CHANGED', `The anchor ${id} isn’t the one in the transparency log.`, rows);
    } else {
      this.#comparePrevious(anchor, statement);
      this.#anchoredAt = statement.claimedAt;
    }
    this.#seen.set(id, hash);
    if (entry?.hash !== hash) {
      const what = `Entry ${seq} ${entry ? 'isn’t the one' : 'is missing'} that the anchor ${id} names: the chain was rewritten.`;
      this.#found('CHAIN_REWRITTEN', what, [`chain_entry ${seq}`, ...rows]);
    } else if (statement?.previous && isEarlier(statement.claimedAt, entry.recordedAt)) {
      // Anchors of releases up to 0.2.0, which name no other, could have an earlier time if the clock had been set back.
      const what = `Entry ${seq} is from ${entry.recordedAt}, but was anchored at ${statement.claimedAt}.`;
      this.#found('CHAIN_TIME_DISORDER', what, [`chain_entry ${seq}`, ...rows]);
    }
  }

  /** Anchors of releases up to 0.2.0, and the first anchor, name no anchor before them. */
  #comparePrevious({ id }: AnchorRow, { previous }: AnchorPredicate): void {
    if (!previous || this.#seen.get(previous.anchorId) === previous.hash) return;
    const what = `The anchor ${previous.anchorId} of entry ${previous.seq}, which the anchor ${id} names, is missing or was changed.`;
    this.#found('ANCHOR_MISSING', what, [`chain_anchor ${previous.anchorId}`]);
  }

  #found(kind: AnchorFindingCode, what: string, rows: string[]): void {
    this.#options.run.found({ kind, what, rows, repair: null });
  }
}

/** Reads all anchors in the order of their entries, with the bodies of their log entries, a batch per statement. */
async function* anchorsInOrder(em: EntityManager): AsyncGenerator<AnchorRow> {
  for (let after = { seq: 0, id: '' }; ; ) {
    const anchors = await readAnchorRows(em, after, AT_ONCE);
    await addBodies(em, anchors);
    yield* anchors;
    if (anchors.length < AT_ONCE) return;
    after = anchors.at(-1)!;
  }
}

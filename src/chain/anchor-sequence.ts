import { setImmediate as nextTick } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { publishedBundlesOf, type Signer, signingKeyOf, type TransparencyLog } from '../log/index.ts';
import type { Bundle } from '../proof/bundle.ts';
import { equalBytes } from '../proof/bytes.ts';
import { chainHash, type HashedLink } from '../proof/chain.ts';
import { type AnchorPredicate, parseAnchorStatement } from '../proof/chain-anchor.ts';
import { MalformedProof } from '../proof/malformed-proof.ts';
import { readLinks } from './chain.sql.ts';
import { findAnchor, readAnchorsAfter, type StoredAnchor } from './chain-anchor.sql.ts';
import { ChainFrozen } from './chain-frozen.ts';
import { CHAIN_BEGIN, continues } from './record-match.ts';
import type { AnchorPlace, RememberedAnchor } from './remembered-anchor.ts';

/** Number of anchors or chain entries per statement. */
const BATCH = 500;

interface AnchorSequenceOptions {
  signer: Pick<Signer, 'keyId' | 'publicKey'>;
  log: TransparencyLog;
  remembered: RememberedAnchor;
}

/**
 * The sequence of anchors: each names the one before it and covers the entries in between. This machine remembers the last one
 * outside the database, and accepts only anchors and entries that continue it.
 */
export class AnchorSequence {
  readonly #options: AnchorSequenceOptions;

  constructor(options: AnchorSequenceOptions) {
    this.#options = options;
  }

  /**
   * The last anchor, after checking that the stored sequence continues the remembered anchor, and that the chain continues it up to
   * `head` and contains the entry of each later anchor. Null if nothing was anchored yet.
   * @throws ChainFrozen if an anchor is missing, or the chain was rewritten
   */
  async last(em: EntityManager, head: HashedLink): Promise<AnchorPlace | null> {
    const { last, remembered } = await this.check(em, head);
    if (last && last.anchorId !== remembered?.anchorId) await this.#options.remembered.write(last);
    return last;
  }

  /** As `last`, but doesn't remember the last anchor. */
  async check(
    em: EntityManager,
    head: HashedLink,
  ): Promise<{ last: AnchorPlace | null; remembered: AnchorPlace | null }> {
    const remembered = this.#options.remembered.read();
    const later = await this.#follow(em, remembered);
    const last = later.at(-1) ?? remembered;
    // Without a memory, only the database knows the anchors, so they prove nothing about the entries between them.
    await assertContinues(em, remembered ?? last, remembered ? later : [], head);
    return { last, remembered };
  }

  remember(anchor: AnchorPlace): Promise<void> {
    return this.#options.remembered.write(anchor);
  }

  /** The stored anchors after the remembered one, in order. Each must name the one before it, if it names one. */
  async #follow(em: EntityManager, remembered: AnchorPlace | null): Promise<AnchorPlace[]> {
    if (remembered) {
      const stored = await findAnchor(em, remembered.anchorId);
      if (stored?.seq !== remembered.seq || stored.hash !== remembered.hash) {
        throw new ChainFrozen(
          `The anchor ${remembered.anchorId} of entry ${remembered.seq} is missing or was changed.`,
        );
      }
    }
    const later: AnchorPlace[] = [];
    for (let after = remembered?.seq ?? 0; ; ) {
      const anchors = await readAnchorsAfter(em, after, BATCH);
      for (const { anchor, statement } of await this.#published(em, anchors)) {
        const last = later.at(-1) ?? remembered;
        // Anchors of releases before 0.3.0 name no other. A process of such a release can still run beside this one.
        const { previous } = statement;
        if (previous && (previous.anchorId !== last?.anchorId || previous.hash !== last.hash)) {
          throw new ChainFrozen(`The anchor ${anchor.id} doesn’t continue the anchor before it.`);
        }
        later.push({ anchorId: anchor.id, seq: anchor.seq, hash: anchor.hash });
      }
      if (anchors.length < BATCH) return later;
      after = anchors.at(-1)!.seq;
    }
  }

  /**
   * The anchors that a checkpoint covers, with their statements. Others are being added, or were added to a log that was replaced.
   * @throws ChainFrozen if one isn’t the statement that was signed and added to the log
   */
  async #published(em: EntityManager, anchors: readonly StoredAnchor[]) {
    const bundles = await publishedBundlesOf(em, this.#options.log, anchors);
    return anchors.flatMap((anchor, at) => {
      const bundle = bundles[at];
      return bundle ? [{ anchor, statement: this.#statementOf(anchor, bundle) }] : [];
    });
  }

  #statementOf(anchor: StoredAnchor, bundle: Bundle): AnchorPredicate {
    const { subject, predicate } = anchorStatementIn(anchor);
    const { keyId, publicKey } = this.#options.signer;
    const key = signingKeyOf(bundle);
    // Earlier seal keys aren’t known outside the database, so their anchors only count as far as the chain contains their entries.
    const isRight =
      key !== null &&
      (anchor.keyId !== keyId || equalBytes(key, publicKey)) &&
      predicate.anchorId === anchor.id &&
      predicate.seq === anchor.seq &&
      subject[0].digest.sha256 === anchor.hash;
    if (isRight) return predicate;
    throw notInLog(anchor);
  }
}

function anchorStatementIn(anchor: StoredAnchor) {
  try {
    return parseAnchorStatement(Buffer.from(anchor.statement, 'utf8'));
  } catch (error) {
    if (error instanceof MalformedProof) throw notInLog(anchor);
    throw error;
  }
}

const notInLog = ({ id }: StoredAnchor) => new ChainFrozen(`The anchor ${id} isn’t the one in the transparency log.`);

/** @throws ChainFrozen unless the chain contains the entries of `from` and `later`, and continues from the first without a gap */
async function assertContinues(
  em: EntityManager,
  from: AnchorPlace | null,
  later: readonly AnchorPlace[],
  head: HashedLink,
): Promise<void> {
  let before: Pick<HashedLink, 'seq' | 'hash'> = from ?? CHAIN_BEGIN;
  if (from) {
    const [anchored] = await readLinks(em, { after: from.seq - 1, upTo: from.seq, limit: 1 });
    if (anchored?.hash !== from.hash || chainHash(anchored) !== from.hash) throw new ChainFrozen(otherEntry(from.seq));
  }
  const anchored = new Map(later.map(({ seq, hash }) => [seq, hash]));
  while (before.seq < head.seq) {
    const links = await readLinks(em, { after: before.seq, upTo: head.seq, limit: BATCH });
    if (links.length === 0) throw new ChainFrozen(`Entry ${before.seq + 1} is missing.`);
    for (const link of links) {
      if (!continues(link, before)) throw new ChainFrozen(`Entry ${link.seq} doesn’t continue the entry before it.`);
      if ((anchored.get(link.seq) ?? link.hash) !== link.hash) throw new ChainFrozen(otherEntry(link.seq));
      before = link;
    }
    await nextTick();
  }
  if (later.length > 0 && later.at(-1)!.seq > before.seq) throw new ChainFrozen(otherEntry(later.at(-1)!.seq));
}

const otherEntry = (seq: number) => `Entry ${seq} isn’t the one that was anchored.`;

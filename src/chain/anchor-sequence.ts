import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { publishedBundleOf, type Signer, type TransparencyLog } from '../log/index.ts';
import { equalBytes } from '../proof/bytes.ts';
import { CHAIN_START, chainHash, type HashedLink } from '../proof/chain.ts';
import { type AnchorPredicate, parseAnchorStatement } from '../proof/chain-anchor.ts';
import { preAuthenticationEncoding } from '../proof/dsse.ts';
import { parseEntryBody } from '../proof/entry.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { MalformedProof } from '../proof/malformed-proof.ts';
import { p256KeyOf } from '../proof/public-key.ts';
import { STATEMENT_MEDIA_TYPE } from '../proof/statement.ts';
import { readLinks } from './chain.sql.ts';
import { findAnchor, readAnchorsAfter, type StoredAnchor } from './chain-anchor.sql.ts';
import { ChainFrozen } from './chain-frozen.ts';
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
   * The last anchor, after checking that the stored sequence continues the remembered anchor and that the chain up to `head`
   * continues the last anchor. Null if nothing was anchored yet.
   * @throws ChainFrozen if an anchor is missing, or the chain was rewritten
   */
  async last(em: EntityManager, head: HashedLink): Promise<AnchorPlace | null> {
    const remembered = this.#options.remembered.read();
    const last = await this.#follow(em, remembered);
    if (last && last.anchorId !== remembered?.anchorId) await this.#options.remembered.write(last);
    await assertContinues(em, last, head);
    return last;
  }

  remember(anchor: AnchorPlace): Promise<void> {
    return this.#options.remembered.write(anchor);
  }

  /** Follows the stored anchors from the remembered one to the last one. */
  async #follow(em: EntityManager, remembered: AnchorPlace | null): Promise<AnchorPlace | null> {
    if (remembered) {
      const stored = await findAnchor(em, remembered.anchorId);
      if (stored?.seq !== remembered.seq || stored.hash !== remembered.hash) {
        throw new ChainFrozen(
          `The anchor ${remembered.anchorId} of entry ${remembered.seq} is missing or was changed.`,
        );
      }
    }
    let last = remembered;
    for (let after = remembered?.seq ?? 0; ; ) {
      const anchors = await readAnchorsAfter(em, after, BATCH);
      for (const anchor of anchors) {
        const statement = await this.#statementOf(em, anchor);
        if (!statement) continue;
        const { previous } = statement;
        // Anchors from before anchors named each other have no predecessor.
        const isNext = previous ? previous.anchorId === last?.anchorId && previous.hash === last.hash : !remembered;
        if (!isNext) throw new ChainFrozen(`The anchor ${anchor.id} doesn’t continue the anchor before it.`);
        last = { anchorId: anchor.id, seq: anchor.seq, hash: anchor.hash };
      }
      if (anchors.length < BATCH) return last;
      after = anchors.at(-1)!.seq;
    }
  }

  /**
   * The statement of a stored anchor. Null if no checkpoint covers its log entry: the log that it was added to was replaced, or it
   * is being added.
   * @throws ChainFrozen if it isn’t the statement that was signed and added to the log
   */
  async #statementOf(em: EntityManager, anchor: StoredAnchor): Promise<AnchorPredicate | null> {
    const { signer, log } = this.#options;
    const bundle = await publishedBundleOf(em, log, anchor);
    if (!bundle) return null;
    const payload = Buffer.from(anchor.statement, 'utf8');
    const signed = preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload);
    try {
      const { subject, predicate } = parseAnchorStatement(payload);
      const { paeDigest, publicKey, signature } = parseEntryBody(bundle.logEntry.canonicalizedBody);
      // Earlier seal keys aren’t known outside the database.
      const isOwnKey = equalBytes(publicKey, signer.publicKey) || anchor.keyId !== signer.keyId;
      const isRight =
        isOwnKey &&
        predicate.anchorId === anchor.id &&
        predicate.seq === anchor.seq &&
        subject[0].digest.sha256 === anchor.hash &&
        equalBytes(paeDigest, createHash('sha256').update(signed).digest()) &&
        p256KeyOf(publicKey).verifies(signed, signature);
      if (isRight) return predicate;
    } catch (error) {
      if (!(error instanceof MalformedProof || error instanceof MalformedInput)) throw error;
    }
    throw new ChainFrozen(`The anchor ${anchor.id} isn’t the one in the transparency log.`);
  }
}

/** @throws ChainFrozen unless the entries after the last anchor, up to the head, continue it without a gap */
async function assertContinues(em: EntityManager, last: AnchorPlace | null, head: HashedLink): Promise<void> {
  let before = { seq: last?.seq ?? 0, hash: last?.hash ?? CHAIN_START };
  if (last) {
    const [anchored] = await readLinks(em, { after: last.seq - 1, upTo: last.seq, limit: 1 });
    if (anchored?.hash !== last.hash || chainHash(anchored) !== last.hash) {
      throw new ChainFrozen(`Entry ${last.seq} isn’t the one that was anchored.`);
    }
  }
  while (before.seq < head.seq) {
    const links = await readLinks(em, { after: before.seq, upTo: head.seq, limit: BATCH });
    if (links.length === 0) throw new ChainFrozen(`Entry ${before.seq + 1} is missing.`);
    for (const link of links) {
      const isNext = link.seq === before.seq + 1 && link.previous === before.hash && link.hash === chainHash(link);
      if (!isNext) throw new ChainFrozen(`Entry ${link.seq} doesn’t continue the entry before it.`);
      before = link;
    }
    await nextTick();
  }
}

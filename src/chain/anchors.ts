import type { EntityManager } from '@mikro-orm/postgresql';
import {
  byteSizeOf,
  type ColumnValues,
  insertLogged,
  type PlacedRow,
  publishedBundlesOf,
  type Signer,
  signEntry,
  type TransparencyLog,
} from '../log/index.ts';
import type { Context } from '../platform/context.ts';
import { lockName } from '../platform/database/advisory-lock.sql.ts';
import { agreedTime } from '../platform/database/agreed-time.ts';
import { SharedReads } from '../platform/database/shared-read.ts';
import { newId } from '../platform/ids.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { formatBundle } from '../proof/bundle.ts';
import type { HashedLink } from '../proof/chain.ts';
import { anchorStatement } from '../proof/chain-anchor.ts';
import { STATEMENT_MEDIA_TYPE } from '../proof/statement.ts';
import type { AnchorSequence } from './anchor-sequence.ts';
import { readAnchorsAfter } from './chain-anchor.sql.ts';
import { ChainFrozen } from './chain-frozen.ts';

/**
 * An entry of the chain that was anchored in the transparency log. Entries up to it can't be changed without contradicting the
 * log.
 */
export interface ChainAnchor {
  seq: number;
  hash: string;
  /** Sigstore bundle as JSON: the signed statement and the proof of its position in the transparency log. */
  bundle: string;
}

/** Transparency log, and signer of the statements that anchor the chain. */
export interface AnchorLog {
  signer: Signer;
  log: TransparencyLog;
  publicUrl: string;
}

interface ChainAnchorsOptions extends AnchorLog {
  head(em: EntityManager): Promise<HashedLink | null>;
  sequence: AnchorSequence;
}

/**
 * Signs the newest entry of the chain and adds the statement to the transparency log. Witnesses, and auditors with a saved
 * checkpoint, can then detect that the chain was rewritten.
 */
export class ChainAnchors {
  readonly #options: ChainAnchorsOptions;
  readonly #shared = new SharedReads<number>();
  #frozen: ChainFrozen | null = null;

  constructor(options: ChainAnchorsOptions) {
    this.#options = options;
  }

  /**
   * The first anchor at or after this chain entry that can still be proven. Null if not found. Anchors in a replaced log can't be
   * proven if the log never published them.
   */
  async covering(em: EntityManager, seq: number): Promise<ChainAnchor | null> {
    // Nearly always one of the first few. Reads more only if none of them was published.
    for (let limit = 5; ; limit *= 10) {
      const anchors = await readAnchorsAfter(em, seq - 1, limit);
      for (const [at, bundle] of (await publishedBundlesOf(em, this.#options.log, anchors)).entries()) {
        if (bundle) return { seq: anchors[at]!.seq, hash: anchors[at]!.hash, bundle: formatBundle(bundle) };
      }
      if (anchors.length < limit) return null;
    }
  }

  /**
   * Anchors the newest entry of the chain, unless it is anchored.
   * @throws if that is impossible now
   */
  async anchor(ctx: Context): Promise<void> {
    // Shared, because callers that waited for the lock with a connection each could leave none for the log.
    await this.#shared.get('next', () => outsideRequests(() => this.anchorMoved(ctx)));
  }

  /**
   * Anchors the newest entry of the chain unless it is anchored. Returns the number of new anchors: 1 or 0.
   * @throws ChainFrozen if the chain doesn’t continue the last anchor
   */
  async anchorMoved(ctx: Context): Promise<number> {
    try {
      const anchoredAt = await agreedTime(ctx);
      // Processes anchor one after the other, so that each anchor names the one before it.
      const count = await ctx.fork().transactional(async ({ em }) => {
        await lockName(em, 'chain anchors');
        return this.#anchorNext(em, anchoredAt);
      });
      this.#frozen = null;
      return count;
    } catch (error) {
      if (error instanceof ChainFrozen) this.#frozen = error;
      throw error;
    }
  }

  /** Checks that the chain continues the last anchor that this machine remembers, and changes nothing. @throws ChainFrozen */
  async assertContinuous(em: EntityManager): Promise<void> {
    const head = await this.#options.head(em);
    if (head) await this.#options.sequence.check(em, head);
  }

  /** Health check. @throws ChainFrozen if the last attempt to anchor found that the chain was rewritten */
  probe(): Promise<void> {
    return this.#frozen ? Promise.reject(this.#frozen) : Promise.resolve();
  }

  async #anchorNext(em: EntityManager, anchoredAt: Date): Promise<number> {
    const { signer, log, publicUrl, sequence } = this.#options;
    const head = await this.#options.head(em);
    if (!head) return 0;
    const previous = await sequence.last(em, head);
    if (previous && previous.seq >= head.seq) return 0;
    const id = newId('chainAnchor');
    // As in the chain, the time is never before that of the entry, also after the clock was set back.
    const claimedAt = [anchoredAt.toISOString(), head.recordedAt].sort().at(-1)!;
    const payload = anchorStatement(publicUrl, head.hash, {
      anchorId: id,
      seq: head.seq,
      ...(previous && { previous }),
      claimedAt,
    });
    const { signature, body } = await signEntry(signer, STATEMENT_MEDIA_TYPE, payload);
    const row = {
      id,
      seq: head.seq,
      hash: head.hash,
      statement: Buffer.from(payload).toString('utf8'),
      signature: Buffer.from(signature),
      key_id: signer.keyId,
      anchored_at: claimedAt,
    };
    const [{ isNew }] = await log.append({
      key: `chain ${head.seq} ${head.hash}`,
      body,
      alongside: { row, byteSize: byteSizeOf(row), write: writeAnchors },
    });
    if (isNew) await sequence.remember({ anchorId: id, seq: head.seq, hash: head.hash });
    return isNew ? 1 : 0;
  }
}

function writeAnchors(em: EntityManager, rows: readonly PlacedRow<ColumnValues>[]): Promise<void> {
  return insertLogged(em, 'chain_anchor', rows);
}

import type { EntityManager } from '@mikro-orm/postgresql';
import {
  byteSizeOf,
  type ColumnValues,
  insertLogged,
  type PlacedRow,
  publishedBundleOf,
  type Signer,
  signEntry,
  type TransparencyLog,
} from '../log/index.ts';
import type { Context } from '../platform/context.ts';
import { agreedTime } from '../platform/database/agreed-time.ts';
import { newId } from '../platform/ids.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { formatBundle } from '../proof/bundle.ts';
import type { HashedLink } from '../proof/chain.ts';
import { anchorStatement } from '../proof/chain-anchor.ts';
import { STATEMENT_MEDIA_TYPE } from '../proof/statement.ts';
import { readAnchorsFrom } from './chain-anchor.sql.ts';

/** The head of the chain as somebody else has been told of it, so that nobody can rewrite what came before. */
export interface ChainAnchor {
  seq: number;
  hash: string;
  /** A Sigstore bundle as JSON: the signed statement and its place in the transparency log. */
  bundle: string;
}

/** Log and key for anchors. */
export interface AnchorLog {
  signer: Signer;
  log: TransparencyLog;
  publicUrl: string;
}

interface ChainAnchorsOptions extends AnchorLog {
  head(em: EntityManager): Promise<HashedLink | null>;
}

/**
 * Puts the head of the chain of records into the transparency log, signed. Who has a checkpoint of that, or its witnesses, finds
 * out when the chain is written anew, by whomever.
 */
export class ChainAnchors {
  readonly #options: ChainAnchorsOptions;

  constructor(options: ChainAnchorsOptions) {
    this.#options = options;
  }

  /**
   * The first anchor at this place of the chain or after it; null when there is none. Where several logs followed each other,
   * the first that still proves something.
   */
  async covering(em: EntityManager, seq: number): Promise<ChainAnchor | null> {
    for (const { hash, seq: anchored, ...logged } of await readAnchorsFrom(em, seq)) {
      const bundle = await publishedBundleOf(em, this.#options.log, logged);
      if (bundle) return { seq: anchored, hash, bundle: formatBundle(bundle) };
    }
    return null;
  }

  /** Anchors the head as it is now, if it has moved. @throws when it cannot be done at the moment */
  async anchor(ctx: Context): Promise<void> {
    await outsideRequests(() => this.anchorMoved(ctx));
  }

  /** Gives how many anchors it took: 1, or 0 where the head is anchored already. */
  async anchorMoved(ctx: Context): Promise<number> {
    const { signer, log, publicUrl } = this.#options;
    const { em } = ctx.afresh();
    const head = await this.#options.head(em);
    if (!head) return 0;
    if (await this.covering(em, head.seq)) return 0;
    const id = newId('chainAnchor');
    const anchoredAt = await agreedTime(ctx);
    const payload = anchorStatement(publicUrl, head.hash, {
      anchorId: id,
      seq: head.seq,
      claimedAt: anchoredAt.toISOString(),
    });
    const { signature, body } = await signEntry(signer, STATEMENT_MEDIA_TYPE, payload);
    const row = {
      id,
      seq: head.seq,
      hash: head.hash,
      statement: Buffer.from(payload).toString('utf8'),
      signature: Buffer.from(signature),
      key_id: signer.keyId,
      anchored_at: anchoredAt.toISOString(),
    };
    // Processes that anchor at the same moment log it once.
    const [{ isNew }] = await log.append({
      key: `chain ${head.seq} ${head.hash}`,
      body,
      alongside: { row, byteSize: byteSizeOf(row), write: writeAnchors },
    });
    return isNew ? 1 : 0;
  }
}

function writeAnchors(em: EntityManager, rows: readonly PlacedRow<ColumnValues>[]): Promise<void> {
  return insertLogged(em, 'chain_anchor', rows);
}

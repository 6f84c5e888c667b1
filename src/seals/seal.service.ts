import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Asset } from '../assets/index.ts';
import type { Clock } from '../platform/clock.ts';
import { sql } from '../platform/database/database.ts';
import type { ValueIssue } from '../platform/errors.ts';
import { InputInvalid, NotFound } from '../platform/graphql/problem.ts';
import type { RequestContext } from '../platform/graphql/request-context.ts';
import { newId } from '../platform/ids.ts';
import { Seal, SealSubject } from './seal.entity.ts';
import type { SealTextInput } from './seal.inputs.ts';
import type { Signer } from './signer.ts';
import { preAuthenticationEncoding, STATEMENT_MEDIA_TYPE, statementOf } from './statement.ts';

/** Of one sealed text, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 1_000_000;

/** Bytes to be sealed, by their digest: sealing never needs the bytes themselves. */
interface Sealable {
  subject: SealSubject;
  name: string;
  sha256: string;
  byteLength: number;
  mediaType: string;
  asset: Asset | null;
  disclaimerAcknowledged: boolean;
}

export class SealService {
  readonly #signer: Signer;
  readonly #clock: Clock;
  readonly #publicUrl: string;

  constructor(signer: Signer, clock: Clock, publicUrl: string) {
    this.#signer = signer;
    this.#clock = clock;
    this.#publicUrl = publicUrl;
  }

  /**
   * Seals the exact UTF-8 bytes of a text: nothing is trimmed or normalised, and the text is not kept.
   * Ill-formed text never comes this far, since two different ones would have the same bytes.
   */
  async sealText(ctx: RequestContext, input: SealTextInput): Promise<Seal | InputInvalid> {
    const bytes = Buffer.from(input.text, 'utf8');
    const issues: ValueIssue[] = [];
    if (bytes.length === 0) issues.push({ pointer: '/text', detail: 'The text is empty. Send the text to seal.' });
    if (bytes.length > MAX_TEXT_BYTES) {
      issues.push({
        pointer: '/text',
        detail: `The text has ${bytes.length} bytes; at most ${MAX_TEXT_BYTES} can be sealed.`,
      });
    }
    if (!input.disclaimerAcknowledged) {
      issues.push({
        pointer: '/disclaimerAcknowledged',
        detail: 'Acknowledge the disclaimer: the value must be true.',
      });
    }
    if (issues.length > 0) return new InputInvalid(issues);

    return this.#seal(ctx.em, {
      subject: SealSubject.TEXT,
      name: 'text',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byteLength: bytes.length,
      mediaType: 'text/plain; charset=utf-8',
      asset: null,
      disclaimerAcknowledged: true,
    });
  }

  /** Seals an asset's stored bytes. Sealing twice returns the first seal. */
  async sealAsset(em: EntityManager, assetId: string): Promise<Seal | NotFound> {
    return em.transactional(async (inner) => {
      // The lock makes two sealers of one asset take turns; the second finds the first one's seal.
      await sql(inner, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`seal ${assetId}`]);
      const asset = await inner.findOne(Asset, assetId);
      if (!asset) return new NotFound(assetId);
      const existing = await inner.findOne(Seal, { asset }, { orderBy: { id: 'asc' } });
      if (existing) return existing;
      return this.#seal(inner, {
        subject: SealSubject.ASSET,
        name: asset.id,
        sha256: asset.sha256,
        byteLength: asset.byteSize,
        mediaType: asset.mediaType,
        asset,
        disclaimerAcknowledged: false,
      });
    });
  }

  async #seal(em: EntityManager, sealable: Sealable): Promise<Seal> {
    const id = newId('seal');
    const sealedAt = this.#clock.now();
    const { subject, name, sha256, byteLength, mediaType, asset, disclaimerAcknowledged } = sealable;
    const statement = statementOf({
      sealId: id,
      name,
      sha256,
      byteLength,
      mediaType,
      claimedAt: sealedAt,
      disclaimerAcknowledged,
      predicateType: `${this.#publicUrl}/predicate/provenance-seal/v1`,
    });
    const signed = preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, Buffer.from(statement, 'utf8'));
    const seal = em.create(Seal, {
      id,
      subject,
      asset,
      sha256,
      byteLength,
      mediaType,
      statement,
      signature: (await this.#signer.sign(signed)).toString('base64'),
      keyId: this.#signer.keyId,
      logIndex: null,
      sealedAt,
    });
    await em.persist(seal).flush();
    return seal;
  }
}

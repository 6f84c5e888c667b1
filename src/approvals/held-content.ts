import { hash } from 'node:crypto';
import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { type HeldContentRow, readHeld } from './approval.sql.ts';

/** Reads content that is held for approval. It is encrypted for the id of its request, and each read verifies its digest. */
export class HeldContent {
  readonly #encryption: EnvelopeEncryption;

  constructor(encryption: EnvelopeEncryption) {
    this.#encryption = encryption;
  }

  sealed(id: string, bytes: Buffer): Buffer {
    return this.#encryption.encrypt(bytes, id);
  }

  /**
   * Reads and verifies the held content of a request.
   * @throws Refusal HELD_CONTENT_GONE if it was deleted; HELD_CONTENT_CHANGED if the bytes don’t match the digest
   */
  read(ctx: Context, id: string): Promise<Buffer> {
    return ctx.loader(this.#contents).load(id);
  }

  readonly #contents = (ctx: Context) =>
    new DataLoader<string, Buffer>(
      async (ids) => {
        const found = await readHeld(ctx.em, ids);
        return ids.map((id) => this.#checked(ctx, id, found.get(id)));
      },
      // Not cached, because each read must verify the bytes again.
      { cache: false },
    );

  #checked({ logger }: Context, id: string, row: HeldContentRow | undefined): Buffer | Refusal {
    if (!row?.payload) {
      return new Refusal(
        'HELD_CONTENT_GONE',
        'The held content was deleted, and only its digest is left. Run the task again, or file a new request.',
      );
    }
    const bytes = this.#opened(row.payload, id);
    const digests = new Set([bytes && hash('sha256', bytes), row.sha256, ...row.seen]);
    if (bytes && digests.size === 1) return bytes;
    logger.error({ approvalId: id }, 'held content does not match its digest');
    return new Refusal(
      'HELD_CONTENT_CHANGED',
      'The stored content doesn’t match the request for approval, so it isn’t released. Tell the operator.',
    );
  }

  /** Decrypts held content. Null if the bytes were changed or belong to another request. */
  #opened(encrypted: Buffer, id: string): Buffer | null {
    try {
      return this.#encryption.decrypt(encrypted, id);
    } catch {
      return null;
    }
  }
}

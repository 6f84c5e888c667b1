import { hash } from 'node:crypto';
import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { type HeldContentRow, readHeld } from './approval.sql.ts';

/** What is held, encrypted for the id of its request. It is looked at each time whether it still is what approval was asked for. */
export class HeldContent {
  readonly #encryption: EnvelopeEncryption;

  constructor(encryption: EnvelopeEncryption) {
    this.#encryption = encryption;
  }

  sealed(id: string, bytes: Buffer): Buffer {
    return this.#encryption.encrypt(bytes, id);
  }

  /** @throws Refusal HELD_CONTENT_GONE, HELD_CONTENT_CHANGED: what does not fit its digest is given to nobody */
  read(ctx: Context, id: string): Promise<Buffer> {
    return ctx.loader(this.#contents).load(id);
  }

  readonly #contents = (ctx: Context) =>
    new DataLoader<string, Buffer>(
      async (ids) => {
        const found = await readHeld(ctx.em, ids);
        return ids.map((id) => this.#checked(ctx, id, found.get(id)));
      },
      // What was read once says nothing of the next time.
      { cache: false },
    );

  #checked({ logger }: Context, id: string, row: HeldContentRow | undefined): Buffer | Refusal {
    if (!row?.payload) {
      return new Refusal('HELD_CONTENT_GONE', 'What was held is not kept any more. Only its digest is left.');
    }
    const bytes = this.#opened(row.payload, id);
    const digests = new Set([bytes && hash('sha256', bytes), row.sha256, ...row.seen]);
    if (bytes && digests.size === 1) return bytes;
    logger.error({ approvalId: id }, 'what is held is not what approval was asked for');
    return new Refusal(
      'HELD_CONTENT_CHANGED',
      'What is kept is not what approval was asked for, so nobody is given it. Tell the operator.',
    );
  }

  /** Null for what was changed, or is another's. */
  #opened(encrypted: Buffer, id: string): Buffer | null {
    try {
      return this.#encryption.decrypt(encrypted, id);
    } catch {
      return null;
    }
  }
}

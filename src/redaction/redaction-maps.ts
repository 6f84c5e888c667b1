import { tokenBytes } from '../platform/auth/token-bytes.ts';
import type { Context } from '../platform/context.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { countedCaller } from '../platform/limits/counted-caller.ts';
import type { RedactionMap } from './text/redact.ts';

/** Whoever works on a text does so today. */
const LIFETIME_MS = 24 * 3600 * 1000;

interface MapContent {
  readonly expiresAt: number;
  readonly entries: readonly (readonly [placeholder: string, written: string])[];
}

/**
 * Maps of redactions, encrypted and given to who asked: nothing of them is kept here. One opens for whom it was made and until
 * it expires, and for nobody else, whoever may have got hold of it.
 */
export class RedactionMaps {
  readonly #encryption: EnvelopeEncryption;

  constructor(encryption: EnvelopeEncryption) {
    this.#encryption = encryption;
  }

  seal(ctx: Context, map: RedactionMap): { token: string; expiresAt: Date } {
    const expiresAt = ctx.clock.now().getTime() + LIFETIME_MS;
    const kept: MapContent = { expiresAt, entries: [...map] };
    const sealed = this.#encryption.encrypt(Buffer.from(JSON.stringify(kept), 'utf8'), contextOf(ctx));
    return { token: sealed.toString('base64url'), expiresAt: new Date(expiresAt) };
  }

  /** Null for one that was changed, has expired, or is somebody else's. */
  open(ctx: Context, token: string): RedactionMap | null {
    const bytes = tokenBytes(token);
    if (bytes === null) return null;
    let kept: MapContent;
    try {
      const plain = this.#encryption.decrypt(bytes, contextOf(ctx));
      kept = JSON.parse(plain.toString('utf8')) as MapContent;
    } catch {
      return null;
    }
    return kept.expiresAt > ctx.clock.now().getTime() ? new Map(kept.entries) : null;
  }
}

/** A customer's keys share its maps; who is not known has those of the same network. */
const contextOf = ({ principal, address }: Context) => `redaction map of ${countedCaller(principal, address)}`;

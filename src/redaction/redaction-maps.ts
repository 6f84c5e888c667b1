import { tokenBytes } from '../platform/auth/token-bytes.ts';
import type { Context } from '../platform/context.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { countedCaller } from '../platform/limits/counted-caller.ts';
import type { RedactionMap } from './text/redact.ts';

/** Lifetime of an encrypted map in milliseconds: one day, long enough to work on a text. */
const LIFETIME_MS = 24 * 3600 * 1000;

interface MapContent {
  readonly expiresAt: number;
  readonly entries: readonly (readonly [placeholder: string, written: string])[];
}

/**
 * Encrypts redaction maps for the caller; the service keeps no copy. A map can only be decrypted by the caller it was made for,
 * until it expires.
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

  /** Null if the token can't be decrypted for this caller (malformed, changed, or made for another caller), or has expired. */
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

/**
 * Context of the encryption, which ties a map to its caller. All keys of a customer share the customer's maps, and anonymous
 * callers of one network share their maps.
 */
const contextOf = ({ principal, address }: Context) => `redaction map of ${countedCaller(principal, address)}`;

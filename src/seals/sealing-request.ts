import { isAnonymous } from '../platform/auth/principal.ts';
import { tokenOf } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { type KeyedDigest, keyedDigest } from '../platform/encryption/keyed-digest.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { assertIdempotencyKey } from '../platform/idempotency/idempotency-key.ts';
import { countedAs } from '../platform/limits/counted-as.ts';
import { SALT_LENGTH } from '../proof/text.ts';
import type { SealTextInput } from './seal.inputs.ts';

/**
 * Of a key that comes without a credential. It is all that tells one stranger from another, so nobody may guess it; every
 * usual kind of random key (UUID, ULID, 128 bits in base64) is at least as long.
 */
export const MIN_ANONYMOUS_KEY_LENGTH = 20;

/** A request to seal a text that may be asked again: what its seal is found by, and what only who asks again is told. */
export interface SealingRequest {
  /** Under which its seal stands in the log: of the caller and the idempotency key. */
  name: string;
  /** Of the caller, the key and all of the input: another text with the same key has another one. */
  ownerToken: string;
  /** Of the same; for a private seal. */
  salt: Buffer;
}

/**
 * Names requests by their idempotency keys. Nothing is stored for it: the name is the key under which the log takes an entry
 * once, and the answer to a repeated request is computed from what the caller sends again. Sealing shares the rules for keys
 * with `platform/idempotency` and keeps this way of its own: a stored answer would hold the owner token and the salt, of which
 * the service keeps at most a digest.
 */
export class SealingRequests {
  readonly #name: KeyedDigest;
  readonly #ownerToken: KeyedDigest;
  readonly #salt: KeyedDigest;

  constructor(masterKey: Buffer) {
    this.#name = keyedDigest(masterKey, 'sealing requests');
    this.#ownerToken = keyedDigest(masterKey, 'owner tokens of sealing requests');
    this.#salt = keyedDigest(masterKey, 'salts of sealing requests');
  }

  /** Null for one without a key. @throws Refusal IDEMPOTENCY_KEY_INVALID */
  of({ principal, address }: Context, { idempotencyKey, ...input }: SealTextInput): SealingRequest | null {
    if (idempotencyKey === null || idempotencyKey === undefined) return null;
    assertUsable(idempotencyKey, isAnonymous(principal));
    const caller = JSON.stringify([countedAs(principal, address), idempotencyKey]);
    const request = `${caller}\n${spelt(input)}`;
    return {
      name: `request ${this.#name(caller).toString('hex')}`,
      ownerToken: tokenOf('imso_', this.#ownerToken(request)),
      salt: this.#salt(request).subarray(0, SALT_LENGTH),
    };
  }
}

function assertUsable(key: string, isOfStranger: boolean): void {
  assertIdempotencyKey(key);
  if (isOfStranger && key.length < MIN_ANONYMOUS_KEY_LENGTH) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_INVALID',
      `Without a credential an idempotency key must be one that nobody guesses, since whoever sends it again is answered as its owner: at least ${MIN_ANONYMOUS_KEY_LENGTH} characters, for example a random UUID.`,
    );
  }
}

/** The same for REST and GraphQL, whatever was left out and whatever was said to be null. */
function spelt(input: Omit<SealTextInput, 'idempotencyKey'>): string {
  const { text, disclaimerAcknowledged, disclaimerVersion, language, supersedes } = input;
  return JSON.stringify([
    text,
    disclaimerAcknowledged,
    disclaimerVersion ?? null,
    language,
    input.private,
    input.retain,
    supersedes?.sealId ?? null,
    supersedes?.ownerToken ?? null,
  ]);
}

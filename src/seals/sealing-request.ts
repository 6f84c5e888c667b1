import { isAnonymous } from '../platform/auth/principal.ts';
import { tokenOf } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { type KeyedDigest, keyedDigest } from '../platform/encryption/keyed-digest.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { assertIdempotencyKey } from '../platform/idempotency/idempotency-key.ts';
import { countedCaller } from '../platform/limits/counted-caller.ts';
import { SALT_LENGTH } from '../proof/text.ts';
import type { SealTextInput } from './seal.inputs.ts';

/**
 * Minimum length of an idempotency key in requests without a credential. The key, together with the network of the request,
 * identifies an anonymous caller, so it must not be guessable. All common random keys (UUID, ULID, 128 bits in base64) are at
 * least as long.
 */
export const MIN_ANONYMOUS_KEY_LENGTH = 20;

/**
 * A request to seal a text that can be repeated: the name by which its seal is found, and the owner’s secrets, which only an
 * identical request can compute again.
 */
export interface SealingRequest {
  /** Name of the seal in the log, derived from the caller and the idempotency key. */
  name: string;
  /** Derived from the caller, the idempotency key and all of the input, so another text with the same key has another token. */
  ownerToken: string;
  /** Salt of a private seal, derived from the same values as the owner token. */
  salt: Buffer;
}

/**
 * Makes sealing idempotent without storing responses. A name derived from the idempotency key finds the seal in the log. The rest
 * of the response is computed again from the repeated request.
 * Idempotency keys have the same format as in `platform/idempotency`, but its storage isn’t used: a stored response would contain
 * the owner token and the salt, of which the service keeps at most a digest.
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

  /** Null for a request without an idempotency key. @throws Refusal IDEMPOTENCY_KEY_INVALID */
  of({ principal, address }: Context, { idempotencyKey, ...input }: SealTextInput): SealingRequest | null {
    if (idempotencyKey === null || idempotencyKey === undefined) return null;
    assertUsable(idempotencyKey, isAnonymous(principal));
    const caller = JSON.stringify([countedCaller(principal, address), idempotencyKey]);
    const request = `${caller}\n${canonicalInput(input)}`;
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
      `Without a credential, an idempotency key needs at least ${MIN_ANONYMOUS_KEY_LENGTH} characters that can’t be guessed, because anyone who knows it can act as the owner. Use a random UUID.`,
    );
  }
}

/** Canonical form of the input, the same for REST and GraphQL, and for missing and null fields. */
function canonicalInput(input: Omit<SealTextInput, 'idempotencyKey'>): string {
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

import { hash } from 'node:crypto';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Context } from '../../platform/context.ts';
import { canonicalBytes } from '../../proof/json.ts';
import type { EncryptedStates } from '../encrypted-states.ts';
import { hasPasskey } from './passkey.sql.ts';
import type { PasskeyAssertion } from './passkey-assertion.ts';
import type { PasskeyFailure, Passkeys } from './passkeys.ts';

/** A document for a person to sign: its canonical JSON contains the nonce, and its SHA-256 is the challenge for the passkey. */
export type DocumentWithNonce = (nonce: string) => object;

/** Request for a signature with a passkey. */
export interface SignatureRequest {
  /** Single-use value of the service, part of the document. Sent back with the signature. */
  readonly nonce: string;
  /** Canonical JSON (RFC 8785) of the document. */
  readonly documentText: string;
  /** Options for the browser, as the library creates them. */
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** Lets operators sign documents with their passkeys. */
export class PasskeySignatures {
  readonly #passkeys: Passkeys;
  readonly #nonces: EncryptedStates<null>;

  constructor(passkeys: Passkeys, nonces: EncryptedStates<null>) {
    this.#passkeys = passkeys;
    this.#nonces = nonces;
  }

  /** True if the caller is an operator with a passkey, and browsers allow passkeys at the service’s address. */
  async canSign({ em, principal }: Context): Promise<boolean> {
    const { subjectId } = principal;
    return subjectId !== null && this.#passkeys.isPossible && (await hasPasskey(em, subjectId));
  }

  /** Asks for the caller’s signature of a document. Null if the caller can’t sign. */
  async request(ctx: Context, documentOf: DocumentWithNonce): Promise<SignatureRequest | null> {
    const { subjectId } = ctx.principal;
    if (subjectId === null) return null;
    const nonce = this.#nonces.issue(null);
    const document = canonicalBytes(documentOf(nonce));
    const challenge = new Uint8Array(hash('sha256', document, 'buffer'));
    const options = await this.#passkeys.optionsToSign(ctx, subjectId, {
      challenge,
      timeoutMs: this.#nonces.lifetimeMs,
    });
    return options && { nonce, documentText: Buffer.from(document).toString('utf8'), options };
  }

  /**
   * Verifies the caller’s signature of a document, in the transaction of the context.
   * @param sent.credential the browser’s response, as `PublicKeyCredential.toJSON` returns it
   */
  async verify(
    ctx: Context,
    documentOf: DocumentWithNonce,
    { nonce, credential }: { nonce: string; credential: object },
  ): Promise<PasskeyAssertion | PasskeyFailure> {
    const { subjectId } = ctx.principal;
    const issued = this.#nonces.take(nonce);
    if (subjectId === null || issued === null) return 'CHALLENGE';
    return this.#passkeys.verifySignature(ctx, subjectId, {
      challenge: challengeOf(documentOf(nonce)),
      sent: JSON.stringify(credential),
      markUsed: () => issued.markUsed(ctx.em),
    });
  }
}

/** Challenge of a document for a passkey: its SHA-256, base64url. */
export function challengeOf(document: object): string {
  return hash('sha256', canonicalBytes(document), 'base64url');
}

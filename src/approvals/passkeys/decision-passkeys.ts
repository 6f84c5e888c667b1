import type { OperatorsApi, PasskeyFailure, SignatureRequest } from '../../operators/index.ts';
import type { Context } from '../../platform/context.ts';
import { documentDigest } from '../../proof/document-digest.ts';
import { type RequestRow, termsOf } from '../approval-terms.ts';
import { type DecisionContent, type DecisionPasskey, decisionToSign } from './decision-passkey.ts';

/** Signature with a passkey, as a client sends it. */
export interface SentPasskey {
  readonly nonce: string;
  /** The browser’s response, as `PublicKeyCredential.toJSON` returns it. */
  readonly credential: object;
}

type Signatures = OperatorsApi['passkeySignatures'];

/** Lets approvers sign their decisions with their passkeys. */
export class DecisionPasskeys {
  readonly #signatures: Signatures;
  /** True if approvers who have a passkey can’t decide without it. */
  readonly isRequired: boolean;

  constructor(signatures: Signatures, isRequired: boolean) {
    this.#signatures = signatures;
    this.isRequired = isRequired;
  }

  /** True if the caller can’t decide without a passkey. */
  async mustSign(ctx: Context): Promise<boolean> {
    return this.isRequired && (await this.#signatures.canSign(ctx));
  }

  /** Asks for the caller’s signature of a decision. Null if the caller has no passkey. */
  request(ctx: Context, request: RequestRow, content: DecisionContent): Promise<SignatureRequest | null> {
    return this.#signatures.request(ctx, (nonce) => decisionToSign(idAndTerms(request), content, nonce));
  }

  /** Verifies the caller’s signature of a decision, in the transaction of the decision. */
  async verify(
    ctx: Context,
    request: RequestRow,
    content: DecisionContent,
    sent: SentPasskey,
  ): Promise<DecisionPasskey | PasskeyFailure> {
    const documentOf = (nonce: string) => decisionToSign(idAndTerms(request), content, nonce);
    const assertion = await this.#signatures.verify(ctx, documentOf, sent);
    return typeof assertion === 'string' ? assertion : { ...assertion, nonce: sent.nonce };
  }
}

function idAndTerms(request: RequestRow) {
  return { approvalId: request.id, termsSha256: documentDigest(termsOf(request)) };
}

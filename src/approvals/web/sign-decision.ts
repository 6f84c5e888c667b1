import { sha256 } from '@noble/hashes/sha2.js';
import type { BeginDecisionMutation, Verdict } from '../../web/generated/approvals/graphql.ts';

type BegunDecision = Extract<BeginDecisionMutation['beginDecision'], { __typename: 'BegunDecision' }>;
export type SignatureRequest = NonNullable<BegunDecision['signatureRequest']>;

/** Decision that the user makes on the displayed content. */
export interface DisplayedDecision {
  approvalId: string;
  verdict: Verdict;
  sha256: string;
  displayHash: string | null;
}

/** Why the browser didn’t sign a decision with a passkey. */
export type PasskeyFault = 'CANCELED' | 'NOT_SUPPORTED' | 'OTHER_DECISION';

/**
 * Asks the user to sign a decision with a passkey.
 * @param signal closes the browser’s dialog
 */
export async function signDecision(
  { nonce, documentText, options }: SignatureRequest,
  decision: DisplayedDecision,
  signal: AbortSignal,
): Promise<{ nonce: string; credential: Record<string, unknown> } | PasskeyFault> {
  const challenge = String(options.challenge);
  if (!isSame(documentText, challenge, decision)) return 'OTHER_DECISION';
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) return 'NOT_SUPPORTED';
  try {
    // The browser validates the other members.
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, challenge });
    const credential = (await navigator.credentials.get({ publicKey, signal })) as PublicKeyCredential | null;
    return credential ? { nonce, credential: { ...credential.toJSON() } } : 'CANCELED';
  } catch {
    // Browsers report a closed dialog, a time-out and a device without the passkey as the same error, for privacy.
    return 'CANCELED';
  }
}

/** True if the challenge is the digest of the document, and the document is the displayed decision. */
function isSame(documentText: string, challenge: string, decision: DisplayedDecision): boolean {
  const document = JSON.parse(documentText) as Record<string, unknown>;
  const digest = sha256(new TextEncoder().encode(documentText));
  return (
    base64urlOf(digest) === challenge &&
    document.approvalId === decision.approvalId &&
    document.verdict === decision.verdict &&
    document.sha256 === decision.sha256 &&
    document.displayHash === decision.displayHash
  );
}

const base64urlOf = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

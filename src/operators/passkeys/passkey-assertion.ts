import { verifyAuthenticationResponse } from '@simplewebauthn/server';

/**
 * Signature of a passkey over a challenge, with what is needed to verify it. Bytes are base64url, as in WebAuthn's JSON.
 * Source: W3C Web Authentication Level 3.
 */
export interface PasskeyAssertion {
  readonly credentialId: string;
  /** Public key in COSE format. */
  readonly publicKey: string;
  /** Origin of the page that asked for the passkey. Its host is the relying party of the passkey. */
  readonly origin: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

/**
 * Verifies that a passkey signed this challenge on a page of this origin, after its device has verified its user.
 * @param challenge base64url
 * @returns the number of uses that the device counts; null if it isn't so
 */
export async function verifyAssertion(
  assertion: PasskeyAssertion,
  challenge: string,
): Promise<{ counter: number } | null> {
  try {
    const { credentialId: id, publicKey, origin, authenticatorData, clientDataJSON, signature } = assertion;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { authenticatorData, clientDataJSON, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      // The counter isn’t compared here but by the SQL statement that writes it, so that a copied passkey used concurrently is
      // detected.
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}

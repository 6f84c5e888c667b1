import { OidcSignInFailed } from './oidc-sign-in-failed.ts';

/**
 * Verified e-mail address in the claims of a person, in lower case.
 * @param isTrusted true to accept addresses without `email_verified`; `email_verified: false` is never accepted
 * @throws OidcSignInFailed
 */
export function verifiedAddress(
  { email, email_verified: isVerified }: Readonly<Record<string, unknown>>,
  isTrusted: boolean,
): string {
  if (typeof email !== 'string' || email === '') throw new OidcSignInFailed('SET_UP', 'EMAIL_MISSING');
  if (isVerified === false || isVerified === 'false') throw new OidcSignInFailed('PERSON', 'ADDRESS_NOT_VERIFIED');
  if (isVerified !== true && !isTrusted) throw new OidcSignInFailed('SET_UP', 'EMAIL_VERIFIED_MISSING');
  return email.toLowerCase();
}

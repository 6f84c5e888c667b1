import type { Response } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { escapeHtml, SIGN_IN_PATH, sendPersonPage } from '../../site/index.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import type { OidcSignInFailed } from './oidc-sign-in-failed.ts';

/** Texts for people. All problems of the settings share one text. */
const SENTENCES: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was declined at the provider.',
  ADDRESS_NOT_VERIFIED: 'Your e-mail address is not verified at the provider. Verify it there, then begin again.',
  ANOTHER_PERSON: 'You signed in there as another person than here.',
  ANOTHER_SUBJECT:
    'The account with your e-mail address belongs to another account of the provider. Ask an administrator.',
  CLAIM_NOT_TEXT:
    'The provider sent your name or address with characters that no text can have. Ask its administrator.',
  DOMAIN_NOT_ALLOWED: 'E-mail addresses of your domain are not accepted here. Ask an administrator.',
  NOBODY: 'The service has no account for the person that the provider reports. Ask an administrator.',
};

/** Logs a failed sign-in at the provider, and shows a page that says who can fix it. */
export async function refuseSignIn(
  { platform, oidc }: SecondFactorsWiring,
  res: Response,
  { side, reason, detail }: OidcSignInFailed,
  ctx?: Context,
): Promise<void> {
  const facts = { fault: reason, detail, requestId: res.locals.requestId };
  if (ctx)
    await audit(ctx, { action: 'signIn', subjectIds: [], outcome: AuditOutcome.REFUSED, code: 'UNAUTHENTICATED' });
  if (side === 'SET_UP') {
    platform.logger.error(
      { ...facts, hint: HINTS[reason] },
      'sign-in by the identity provider is not set up correctly',
    );
    const why = `Sign-in by ${escapeHtml(oidc!.provider.name)} is not set up correctly. This is not your mistake. Tell an administrator, with the number of this request: ${res.locals.requestId}.`;
    return sendNotSignedIn(res, why, 502);
  }
  platform.logger[side === 'PERSON' ? 'info' : 'warn'](facts, 'a sign-in by the identity provider failed');
  sendNotSignedIn(res, SENTENCES[reason] ?? 'The sign-in was not completed at the provider.');
}

/** Advice for the administrator in the server log, by reason of the failure. */
const HINTS: Readonly<Record<string, string>> = {
  EMAIL_MISSING: 'The issuer sent no e-mail address. Add the claim email to its tokens.',
  EMAIL_VERIFIED_MISSING:
    'The issuer sent an address without email_verified. Set OIDC_TRUST_EMAIL=1 if all its addresses are verified.',
  invalid_client: 'The issuer refused OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'The issuer refused OIDC_CLIENT_ID or OIDC_CLIENT_SECRET.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'OIDC_ISSUER is not the issuer that the provider names in its metadata.',
};

export function sendNotSignedIn(res: Response, why: string, status = 403): void {
  sendPersonPage(res, {
    title: 'Not signed in',
    status,
    body: `<h1>Not signed in</h1>\n<p>${why}</p>\n<p><a href="${SIGN_IN_PATH}">Begin again</a></p>`,
  });
}

import type { Response } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ownValue } from '../../platform/own-value.ts';
import { escapeHtml, SIGN_IN_PATH, sendPersonPage } from '../../site/index.ts';
import { texts } from '../pages/texts.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import type { OidcSignInFailed } from './oidc-sign-in-failed.ts';

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
      { ...facts, hint: ownValue(HINTS, reason) },
      'sign-in by the identity provider is not set up correctly',
    );
    const why = texts.provider.misconfigured(escapeHtml(oidc!.provider.name), String(res.locals.requestId));
    return sendNotSignedIn(res, why, 502);
  }
  platform.logger[side === 'PERSON' ? 'info' : 'warn'](facts, 'a sign-in by the identity provider failed');
  sendNotSignedIn(res, ownValue(texts.provider.failures, reason) ?? texts.provider.notCompleted);
}

/** Advice for the administrator in the server log, by reason of the failed sign-in. */
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
    title: texts.provider.title,
    status,
    body: `<h1>${texts.provider.title}</h1>\n<p>${why}</p>\n<p><a href="${SIGN_IN_PATH}">${texts.form.startAgain}</a></p>`,
  });
}

import type { CookieOptions, RequestHandler, Response } from 'express';
import { audit, DeedOutcome } from '../../platform/audit/audit.ts';
import { ANONYMOUS, CredentialKind, type Principal } from '../../platform/auth/principal.ts';
import { cookieIn } from '../../platform/http/cookies.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { nextPath } from '../../platform/http/next-path.ts';
import { requestContext } from '../../platform/http/request-context.ts';
import { BACK_OFFICE_PATH, personPageErrors, SIGN_IN_PATH, seeOther, sendPersonPage } from '../../site/index.ts';
import { HandedOut } from '../handed-out.ts';
import { OIDC_BACK_PATH, OIDC_PATH, type Strong } from '../strong.ts';
import { oidcBackDocs, oidcDocs } from './oidc.docs.ts';
import { NotVouchedFor, type OidcWay, type VouchedFor } from './oidc-provider.ts';

/** Long enough for a person to sign in there. */
const WAY_MS = 10 * 60_000;

/** What a browser carries to the provider and back. */
interface Carried extends OidcWay {
  next: string;
  /** The session that is to be confirmed; null for a sign-in. */
  sessionId: string | null;
}

type Oidc = NonNullable<Strong['oidc']>;

/** The way to the provider of identities and back. */
export function oidcMounts(strong: Strong, oidc: Oidc): Mount[] {
  const { platform } = strong;
  const isSecure = platform.publicUrl.startsWith('https:');
  const ways: Ways = {
    handedOut: new HandedOut<Carried>(
      { envelopes: platform.encryption, database: platform.database, clock: platform.clock },
      'oidc',
      WAY_MS,
    ),
    cookie: `${isSecure ? '__Host-' : ''}imprimatur-oidc`,
    // Lax: the provider's page sends the browser back, which is another site's doing.
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
  };
  return [
    {
      path: OIDC_PATH,
      errors: personPageErrors,
      docs: { GET: oidcDocs },
      methods: { GET: [begin(strong, oidc, ways)] },
    },
    {
      path: OIDC_BACK_PATH,
      errors: personPageErrors,
      docs: { GET: oidcBackDocs },
      methods: { GET: [end(strong, oidc, ways)] },
    },
  ];
}

interface Ways {
  handedOut: HandedOut<Carried>;
  cookie: string;
  attributes: CookieOptions;
}

function begin({ platform }: Strong, { provider }: Oidc, { handedOut, cookie, attributes }: Ways): RequestHandler {
  return async (req, res) => {
    const next = nextPath(req.query.next, BACK_OFFICE_PATH);
    const principal = await platform.authentication.ofRequest(req);
    const sessionId = req.query.confirm === undefined ? null : sessionOf(principal);
    const { url, way } = await provider.begin(sessionId !== null);
    res.cookie(cookie, handedOut.give({ ...way, next, sessionId }), { ...attributes, maxAge: WAY_MS });
    // Not by `seeOther`: it leads away from here.
    res.set({ 'Cache-Control': 'no-store', Location: url.href }).status(303).end();
  };
}

function end(strong: Strong, oidc: Oidc, { handedOut, cookie, attributes }: Ways): RequestHandler {
  const { platform, attempts, steps } = strong;
  return async (req, res) => {
    const carried = handedOut.take(cookieIn(req.headers.cookie, cookie));
    res.clearCookie(cookie, attributes);
    // Whoever was not sent there from here has nothing to come back with, and the provider is not asked.
    if (!carried || carried.content.state !== req.query.state) return notLetIn(res, 'WAY');
    const { next, sessionId, ...way } = carried.content;
    const principal = sessionId === null ? ANONYMOUS : await platform.authentication.ofRequest(req);
    const ctx = requestContext(platform, res, principal);
    const attempt = await attempts.begin(ctx, null);
    // Before the provider is asked: of one way that is gone twice at the same time, one ends.
    if (!(await carried.spend())) return notLetIn(res, 'WAY');
    const vouched = await vouchedFor(oidc, new URL(req.originalUrl, platform.publicUrl).search, way);
    const found = typeof vouched === 'string' ? vouched : await oidc.people.find(ctx, vouched);
    const isSame =
      sessionId === null || (typeof found === 'object' && isSession(principal, sessionId, found.operatorId));
    if (typeof found === 'string' || !isSame) {
      const fault = typeof found === 'string' ? found : 'ANOTHER_PERSON';
      platform.logger.info({ fault, requestId: ctx.requestId }, 'nobody was let in by the provider');
      await audit(ctx, { action: 'signIn', subjectIds: [], outcome: DeedOutcome.REFUSED, code: 'UNAUTHENTICATED' });
      return notLetIn(res, fault);
    }
    await attempt.right();
    if (sessionId === null) return steps.afterFirst(ctx, res, { operatorId: found.operatorId, next });
    await steps.confirm(ctx, res, found.operatorId, sessionId);
    await audit(ctx, { action: 'confirm', subjectIds: [found.operatorId, sessionId], outcome: DeedOutcome.DONE });
    seeOther(res, next);
  };
}

/** @returns why not, as a code of the protocol */
async function vouchedFor({ provider }: Oidc, query: string, way: OidcWay): Promise<VouchedFor | string> {
  try {
    return await provider.end(query, way);
  } catch (error) {
    if (error instanceof NotVouchedFor) return error.reason;
    throw error;
  }
}

function sessionOf({ credential }: Principal): string | null {
  return credential?.kind === CredentialKind.SESSION ? credential.id : null;
}

function isSession(principal: Principal, sessionId: string, operatorId: string): boolean {
  return sessionOf(principal) === sessionId && principal.subjectId === operatorId;
}

const REASONS: Readonly<Record<string, string>> = {
  WAY: 'You were not sent there from here, or too much time has passed.',
  ADDRESS_NOT_VERIFIED: 'The provider does not say that your e-mail address was verified.',
  CLAIM_NOT_TEXT: 'The provider names you by characters that no text can have. Ask who runs the provider.',
  access_denied: 'You said no there, or the provider did.',
};

/** Whether there is such an account here is not told to who has none. */
function notLetIn(res: Response, fault: string): void {
  const why =
    REASONS[fault] ?? 'There is no account here for the person that the provider names. Ask an administrator.';
  sendPersonPage(res, {
    title: 'Not signed in',
    status: 403,
    body: `<h1>Not signed in</h1>\n<p>${why}</p>\n<p><a href="${SIGN_IN_PATH}">Begin again</a></p>`,
  });
}

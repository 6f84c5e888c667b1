import type { RequestHandler } from 'express';
import { audit, DeedOutcome } from '../../platform/audit/audit.ts';
import { ANONYMOUS, CredentialKind, type Principal } from '../../platform/auth/principal.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { nextPath } from '../../platform/http/next-path.ts';
import { requestContext } from '../../platform/http/request-context.ts';
import { BACK_OFFICE_PATH, personPageErrors, seeOther } from '../../site/index.ts';
import { EncryptedStates } from '../encrypted-states.ts';
import { OIDC_BACK_PATH, OIDC_PATH, type SecondFactorsWiring } from '../second-factors-wiring.ts';
import { FlowCookies } from './flow-cookies.ts';
import type { OidcFlow, OidcIdentity } from './oidc-provider.ts';
import { OidcSignInFailed } from './oidc-sign-in-failed.ts';
import { notLetIn, refuseSignIn } from './refuse-sign-in.ts';

/** Long enough for a person to sign in there. */
const WAY_MS = 10 * 60_000;

/** What a browser carries to the provider and back. */
interface PendingFlow extends OidcFlow {
  next: string;
  /** The session that is to be confirmed; null for a sign-in. */
  sessionId: string | null;
}

type Oidc = NonNullable<SecondFactorsWiring['oidc']>;

/** The way to the provider of identities and back. */
export function oidcMounts(wiring: SecondFactorsWiring, oidc: Oidc): Mount[] {
  const { platform } = wiring;
  const isSecure = platform.publicUrl.startsWith('https:');
  const ways: FlowStorage = {
    handedOut: new EncryptedStates<PendingFlow>(
      { envelopes: platform.encryption, database: platform.database, clock: platform.clock },
      'oidc',
      WAY_MS,
    ),
    cookies: new FlowCookies(isSecure, WAY_MS),
  };
  return [
    {
      path: OIDC_PATH,
      errors: personPageErrors,
      kind: 'page',
      methods: { GET: [begin(wiring, oidc, ways)] },
    },
    {
      path: OIDC_BACK_PATH,
      errors: personPageErrors,
      kind: 'page',
      methods: { GET: [end(wiring, oidc, ways)] },
    },
  ];
}

interface FlowStorage {
  handedOut: EncryptedStates<PendingFlow>;
  cookies: FlowCookies;
}

const WAY = 'This sign-in was not begun in this browser, or it was begun more than ten minutes ago.';

function begin(wiring: SecondFactorsWiring, oidc: Oidc, { handedOut, cookies }: FlowStorage): RequestHandler {
  const { platform } = wiring;
  return async (req, res) => {
    const next = nextPath(req.query.next, BACK_OFFICE_PATH);
    const principal = await platform.authentication.ofRequest(req);
    const sessionId = req.query.confirm === undefined ? null : sessionOf(principal);
    const begun = await orFault(oidc.provider.begin(sessionId !== null));
    if (begun instanceof OidcSignInFailed) return refuseSignIn(wiring, res, begun);
    const { url, way } = begun;
    cookies.set(req, res, way.state, handedOut.give({ ...way, next, sessionId }));
    // Not by `seeOther`: it leads away from here.
    res.set({ 'Cache-Control': 'no-store', Location: url.href }).status(303).end();
  };
}

function end(wiring: SecondFactorsWiring, oidc: Oidc, { handedOut, cookies }: FlowStorage): RequestHandler {
  const { platform, attempts, steps } = wiring;
  return async (req, res) => {
    const { state } = req.query;
    const carried = typeof state === 'string' ? handedOut.take(cookies.take(req, res, state)) : null;
    // A browser that wasn't sent there from here has nothing to come back with, and the provider is not called.
    if (!carried || carried.content.state !== state) return notLetIn(res, WAY);
    const { next, sessionId, ...way } = carried.content;
    const principal = sessionId === null ? ANONYMOUS : await platform.authentication.ofRequest(req);
    const ctx = requestContext(platform, res, principal);
    const attempt = await attempts.begin(ctx, null);
    // Before the provider is called: of two requests with one cookie, one is served.
    if (!(await carried.spend())) return notLetIn(res, WAY);
    const vouched = await orFault<OidcIdentity>(
      oidc.provider.end(new URL(req.originalUrl, platform.publicUrl).search, way),
    );
    if (vouched instanceof OidcSignInFailed) return refuseSignIn(wiring, res, vouched, ctx);
    const found = await oidc.people.find(ctx, vouched);
    if (typeof found === 'string') return refuseSignIn(wiring, res, new OidcSignInFailed('PERSON', found), ctx);
    if (sessionId !== null && !isSession(principal, sessionId, found.operatorId)) {
      return refuseSignIn(wiring, res, new OidcSignInFailed('PERSON', 'ANOTHER_PERSON'), ctx);
    }
    await attempt.right();
    if (sessionId === null) return steps.afterFirst(ctx, res, { operatorId: found.operatorId, next });
    await steps.confirm(ctx, res, found.operatorId, sessionId);
    await audit(ctx, { action: 'confirm', subjectIds: [found.operatorId, sessionId], outcome: DeedOutcome.DONE });
    seeOther(res, next);
  };
}

async function orFault<T>(work: Promise<T>): Promise<T | OidcSignInFailed> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OidcSignInFailed) return error;
    throw error;
  }
}

function sessionOf({ credential }: Principal): string | null {
  return credential?.kind === CredentialKind.SESSION ? credential.id : null;
}

function isSession(principal: Principal, sessionId: string, operatorId: string): boolean {
  return sessionOf(principal) === sessionId && principal.subjectId === operatorId;
}

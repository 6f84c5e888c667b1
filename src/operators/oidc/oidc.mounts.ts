import type { RequestHandler } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import { ANONYMOUS, CredentialKind, type Principal } from '../../platform/auth/principal.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { nextPath } from '../../platform/http/next-path.ts';
import { requestContext } from '../../platform/http/request-context.ts';
import { BACK_OFFICE_PATH, personPageErrors, seeOther } from '../../site/index.ts';
import { EncryptedStates } from '../encrypted-states.ts';
import { texts } from '../pages/texts.ts';
import { OIDC_BACK_PATH, OIDC_PATH, type SecondFactorsWiring } from '../second-factors-wiring.ts';
import { FlowCookies } from './flow-cookies.ts';
import type { OidcFlow, OidcIdentity } from './oidc-provider.ts';
import { OidcSignInFailed } from './oidc-sign-in-failed.ts';
import { refuseSignIn, sendNotSignedIn } from './refuse-sign-in.ts';

/** Lifetime of a pending sign-in, enough for a person to sign in at the provider. */
const FLOW_LIFETIME_MS = 10 * 60_000;

/** State that the browser keeps during a sign-in at the provider. */
interface PendingFlow extends OidcFlow {
  next: string;
  /** Id of the session in which the operator confirms their identity. Null for a sign-in. */
  sessionId: string | null;
}

type Oidc = NonNullable<SecondFactorsWiring['oidc']>;

/** Routes that redirect to the identity provider and receive the redirect back. */
export function oidcMounts(wiring: SecondFactorsWiring, oidc: Oidc): Mount[] {
  const { platform } = wiring;
  const isSecure = platform.publicUrl.startsWith('https:');
  const storage: FlowStorage = {
    states: new EncryptedStates<PendingFlow>(
      { envelopes: platform.encryption, database: platform.database, clock: platform.clock },
      'oidc',
      FLOW_LIFETIME_MS,
    ),
    cookies: new FlowCookies(isSecure, FLOW_LIFETIME_MS),
  };
  return [
    {
      path: OIDC_PATH,
      errors: personPageErrors,
      kind: 'page',
      methods: { GET: [begin(wiring, oidc, storage)] },
    },
    {
      path: OIDC_BACK_PATH,
      errors: personPageErrors,
      kind: 'page',
      methods: { GET: [end(wiring, oidc, storage)] },
    },
  ];
}

interface FlowStorage {
  states: EncryptedStates<PendingFlow>;
  cookies: FlowCookies;
}

function begin(wiring: SecondFactorsWiring, oidc: Oidc, { states, cookies }: FlowStorage): RequestHandler {
  const { platform } = wiring;
  return async (req, res) => {
    const next = nextPath(req.query.next, BACK_OFFICE_PATH);
    const principal = await platform.authentication.ofRequest(req);
    const sessionId = req.query.confirm === undefined ? null : sessionOf(principal);
    const begun = await orSignInFailure(oidc.provider.begin(sessionId !== null));
    if (begun instanceof OidcSignInFailed) return refuseSignIn(wiring, res, begun);
    const { url, flow } = begun;
    cookies.set(req, res, flow.state, states.issue({ ...flow, next, sessionId }));
    // The redirect doesn’t use `seeOther`, which only allows targets on this service.
    res.set({ 'Cache-Control': 'no-store', Location: url.href }).status(303).end();
  };
}

function end(wiring: SecondFactorsWiring, oidc: Oidc, { states, cookies }: FlowStorage): RequestHandler {
  const { platform, attempts, steps } = wiring;
  return async (req, res) => {
    const { state } = req.query;
    const carried = typeof state === 'string' ? states.take(cookies.take(req, res, state)) : null;
    // Without a pending sign-in in this browser, no request is sent to the provider.
    if (!carried || carried.content.state !== state) return sendNotSignedIn(res, texts.provider.notStartedHere);
    const { next, sessionId, ...flow } = carried.content;
    const principal = sessionId === null ? ANONYMOUS : await platform.authentication.ofRequest(req);
    const ctx = requestContext(platform, res, principal);
    const attempt = await attempts.begin(ctx, null);
    // The pending sign-in is marked as used before the request to the provider, so that a cookie is used only once.
    if (!(await carried.markUsed())) return sendNotSignedIn(res, texts.provider.notStartedHere);
    const identity = await orSignInFailure<OidcIdentity>(
      oidc.provider.end(new URL(req.originalUrl, platform.publicUrl).search, flow),
    );
    if (identity instanceof OidcSignInFailed) return refuseSignIn(wiring, res, identity, ctx);
    const found = await oidc.people.find(ctx, identity);
    if (typeof found === 'string') return refuseSignIn(wiring, res, new OidcSignInFailed('PERSON', found), ctx);
    if (sessionId !== null && !isSession(principal, sessionId, found.operatorId)) {
      return refuseSignIn(wiring, res, new OidcSignInFailed('PERSON', 'ANOTHER_PERSON'), ctx);
    }
    await attempt.right();
    if (sessionId === null) return steps.afterFirstFactor(ctx, res, { operatorId: found.operatorId, next });
    await steps.confirm(ctx, res, found.operatorId, sessionId);
    await audit(ctx, { action: 'confirm', subjectIds: [found.operatorId, sessionId], outcome: AuditOutcome.DONE });
    seeOther(res, next);
  };
}

async function orSignInFailure<T>(work: Promise<T>): Promise<T | OidcSignInFailed> {
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

import type { RequestHandler } from 'express';
import { Refusal } from '../../platform/errors/errors.ts';
import { formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { nextPath } from '../../platform/http/next-path.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  ACCOUNT_PATH,
  BACK_OFFICE_PATH,
  escapeHtml,
  forPersons,
  isSession,
  personPageErrors,
  principalOfPage,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  seeOther,
  sendPersonPage,
} from '../../site/index.ts';
import { MAX_EMAIL_LENGTH } from '../person-input.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { otherSignInLinks } from '../sign-in/other-sign-in-links.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import { field, said } from './fields.ts';
import { browserOf, pageContext, setCookies } from './person-request.ts';

/** Identical for an unknown address and a wrong password, so that it doesn’t reveal which addresses have accounts. */
const WRONG = 'Wrong e-mail address or password.';

/** `/admin/sign-in` and `/admin/sign-out`. */
export function signInPages(platform: Platform, signIns: SignIns, wiring: SecondFactorsWiring): Mount[] {
  const authenticate: RequestHandler = async (req, res, next) => {
    res.locals.principal = await principalOfPage(platform.authentication, req);
    next();
  };

  const show: RequestHandler = (req, res) => {
    const next = nextPath(req.query.next, BACK_OFFICE_PATH);
    if (isSession(res.locals.principal)) return seeOther(res, next);
    sendPersonPage(res, { title: 'Sign in', body: signInForm({ next, ways: otherSignInLinks(wiring, next) }) });
  };

  const enter: RequestHandler = async (req, res) => {
    const form = formOf(req);
    const typed = { email: form.text('email'), password: form.exact('password') };
    const next = nextPath(form.exact('next'), BACK_OFFICE_PATH);
    const again = (status: number, fault: string) =>
      sendPersonPage(res, {
        title: 'Sign in',
        status,
        body: signInForm({ next, email: typed.email, fault, ways: otherSignInLinks(wiring, next) }),
      });
    try {
      const entered = await signIns.withPassword(pageContext(platform, req), typed, browserOf(req));
      if (!entered) return again(422, WRONG);
      if (entered.isHalfWay)
        return await wiring.steps.afterFirstFactor(pageContext(platform, req), res, { ...entered, next });
      setCookies(res, entered);
      seeOther(res, next);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'RATE_LIMITED')) throw error;
      res.set('Retry-After', String(error.retryAfterSeconds));
      again(429, tooOften(error.retryAfterSeconds ?? 0));
    }
  };

  const showSignOut: RequestHandler = (_req, res) => {
    const body = `<h1>Sign out</h1>
<p class="lead">You need to sign in again to use this browser.</p>
<form class="fields" method="post" action="${SIGN_OUT_PATH}">
<div class="actions"><button>Sign out</button></div>
</form>
<p><a href="${ACCOUNT_PATH}">Back to your account</a>, where you can sign out everywhere.</p>`;
    sendPersonPage(res, { title: 'Sign out', body });
  };

  const leave: RequestHandler = async (req, res) => {
    const cookie = await signIns.signOut(pageContext(platform, req), browserOf(req));
    res.append('Set-Cookie', cookie);
    seeOther(res, SIGN_IN_PATH);
  };

  const form = formBody(platform.publicUrl);
  return [
    {
      path: SIGN_IN_PATH,
      methods: { GET: [authenticate, show], POST: [form, enter] },
      kind: 'page',
      errors: personPageErrors,
      under: '/admin/',
      link: { title: 'Sign in', text: 'for operators' },
    },
    {
      path: SIGN_OUT_PATH,
      methods: {
        GET: [forPersons(() => platform.authentication), showSignOut],
        POST: [form, authenticate, leave],
      },
      kind: 'page',
      errors: personPageErrors,
    },
  ];
}

interface SignInForm {
  next: string;
  /** HTML with links to other ways to sign in. */
  ways: string;
  email?: string;
  fault?: string;
}

function signInForm({ next, ways, email = '', fault }: SignInForm): string {
  return `<h1>Sign in</h1>
<p class="lead">For operators of this service.</p>
${fault ? said(fault, 'bad') : ''}<form class="fields" method="post" action="${SIGN_IN_PATH}">
${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: email, maxLength: MAX_EMAIL_LENGTH, isFirst: email === '' })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isFirst: email !== '' })}
<input type="hidden" name="next" value="${escapeHtml(next)}">
<div class="actions"><button>Sign in</button></div>
</form>
${ways}
<h2>No account yet?</h2>
<p>The first operator signs up with a one-time link. Each start of the service prints it, and so does this command on the
server:</p>
<pre><code>npm run --silent imprimatur -- first-operator</code></pre>
<p>Later operators are invited by an ADMIN.</p>
<h2>Locked out?</h2>
<p>Someone with shell access to the server can create a link for you:</p>
<pre><code>npm run --silent imprimatur -- operator reset you@example.org</code></pre>
<p class="hint">Programs don’t sign in. They send the admin token or a key: <a href="/problems/unauthenticated">credentials for
programs</a>.</p>`;
}

function tooOften(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `Too many failed attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or use a browser in which you have signed in before.`;
}

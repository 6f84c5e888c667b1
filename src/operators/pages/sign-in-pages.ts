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
import { texts } from './texts.ts';

/** Pages `/admin/sign-in` and `/admin/sign-out`. */
export function signInPages(platform: Platform, signIns: SignIns, wiring: SecondFactorsWiring): Mount[] {
  const authenticate: RequestHandler = async (req, res, next) => {
    res.locals.principal = await principalOfPage(platform.authentication, req);
    next();
  };

  const show: RequestHandler = (req, res) => {
    const next = nextPath(req.query.next, BACK_OFFICE_PATH);
    if (isSession(res.locals.principal)) return seeOther(res, next);
    sendPersonPage(res, {
      title: texts.signIn.title,
      body: signInForm({ next, ways: otherSignInLinks(wiring, next) }),
    });
  };

  const enter: RequestHandler = async (req, res) => {
    const form = formOf(req);
    const typed = { email: form.text('email'), password: form.exact('password') };
    const next = nextPath(form.exact('next'), BACK_OFFICE_PATH);
    const again = (status: number, fault: string) =>
      sendPersonPage(res, {
        title: texts.signIn.title,
        status,
        body: signInForm({ next, email: typed.email, fault, ways: otherSignInLinks(wiring, next) }),
      });
    try {
      const entered = await signIns.withPassword(pageContext(platform, req), typed, browserOf(req));
      // The message is identical for an unknown address and a wrong password, so that it doesn’t reveal which addresses have
      // accounts.
      if (!entered) return again(422, texts.signIn.wrong);
      if (entered.isHalfWay)
        return await wiring.steps.afterFirstFactor(pageContext(platform, req), res, { ...entered, next });
      setCookies(res, entered);
      seeOther(res, next);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'RATE_LIMITED')) throw error;
      res.set('Retry-After', String(error.retryAfterSeconds));
      again(429, texts.signIn.tooOften(Math.max(1, Math.ceil((error.retryAfterSeconds ?? 0) / 60))));
    }
  };

  const showSignOut: RequestHandler = (_req, res) => {
    const body = `<h1>${texts.signOut.title}</h1>
<p class="lead">${texts.signOut.lead}</p>
<form class="fields" method="post" action="${SIGN_OUT_PATH}">
<div class="actions"><button>${texts.signOut.submit}</button></div>
</form>
<p>${texts.signOut.everywhere((text) => `<a href="${ACCOUNT_PATH}">${text}</a>`)}</p>`;
    sendPersonPage(res, { title: texts.signOut.title, body });
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
      link: { title: texts.signIn.title, text: texts.signIn.about },
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
  /** HTML with links to the ways to sign in without a password. */
  ways: string;
  email?: string;
  fault?: string;
}

function signInForm({ next, ways, email = '', fault }: SignInForm): string {
  return `<h1>${texts.signIn.title}</h1>
<p class="lead">${texts.signIn.lead}</p>
${fault ? said(fault, 'bad') : ''}<form class="fields" method="post" action="${SIGN_IN_PATH}">
${field({ name: 'email', label: texts.form.email, type: 'email', autocomplete: 'username', value: email, maxLength: MAX_EMAIL_LENGTH, isFirst: email === '' })}
${field({ name: 'password', label: texts.form.password, type: 'password', autocomplete: 'current-password', isFirst: email !== '' })}
<input type="hidden" name="next" value="${escapeHtml(next)}">
<div class="actions"><button>${texts.signIn.submit}</button></div>
</form>
${ways}
<h2>${texts.signIn.noAccount}</h2>
<p>${texts.signIn.firstOperator}</p>
<pre><code>npm run --silent imprimatur -- first-operator</code></pre>
<p>${texts.signIn.laterOperators}</p>
<h2>${texts.signIn.lockedOut}</h2>
<p>${texts.signIn.reset}</p>
<pre><code>npm run --silent imprimatur -- operator reset you@example.org</code></pre>
<p class="hint">${texts.signIn.programs((text) => `<a href="/problems/unauthenticated">${text}</a>`)}</p>`;
}

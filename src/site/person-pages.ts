import type { Request, RequestHandler, Response } from 'express';
import type { Authentication } from '../platform/auth/authenticate.ts';
import { PERSON_FIELD, PERSON_HEADER } from '../platform/auth/person-header.ts';
import { CredentialKind, type Principal } from '../platform/auth/principal.ts';
import { describeCode } from '../platform/errors/error-codes.ts';
import { type Form, formOf } from '../platform/http/form-body.ts';
import type { ErrorShape } from '../platform/http/mount.ts';
import { nextPath } from '../platform/http/next-path.ts';
import { escapeHtml, PageFrame } from './html-page.ts';
import { ACCOUNT_PATH, APPROVALS_PATH, BACK_OFFICE_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from './paths.ts';
import { texts } from './texts.ts';

/**
 * HTML frame of pages for signed-in users. Their forms can only be sent to this service, and a page's script is loaded from this
 * service.
 */
const PERSON_FRAME = new PageFrame({ hasForms: true });

export { ACCOUNT_PATH, APPROVALS_PATH, BACK_OFFICE_PATH, SIGN_IN_PATH, SIGN_OUT_PATH };

const OWN_PAGES = {
  label: texts.person.nav,
  links: [
    { to: BACK_OFFICE_PATH, text: texts.person.backOffice },
    { to: APPROVALS_PATH, text: texts.person.approvals },
    { to: ACCOUNT_PATH, text: texts.person.account },
    { to: SIGN_OUT_PATH, text: texts.person.signOut },
  ],
};

export interface PersonPage {
  title: string;
  /** HTML of the page's content, without the header and the footer. */
  body: string;
  status?: number;
  /** Path on this service of the page's script. Omitted by most pages, which have none. */
  script?: string;
}

/** Sends a page with personal content, with headers that forbid caching. */
export function sendPersonPage(res: Response, page: PersonPage): void {
  const { title, status = 200, script } = page;
  const principal = res.locals.principal as Principal | undefined;
  const body = isSession(principal) ? formsOf(principal!, page.body) : page.body;
  res
    .status(status)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': script ? `${PERSON_FRAME.policy}; script-src 'self'` : PERSON_FRAME.policy,
      // With a stricter policy browsers would omit the header `Origin`, by which the service recognises forms from its own site.
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
    })
    .type('html')
    .send(
      PERSON_FRAME.page(title, `${body}${script ? `\n<script src="${script}" defer></script>` : ''}`, {
        ...(isSession(principal) && { nav: OWN_PAGES }),
      }),
    );
}

/**
 * Adds a hidden field with the signed-in operator to each form of a page that is sent with POST. Without it, a form would act
 * in the name of another operator who signs in after the page was loaded. In text from users `<` and `"` are escaped, so only
 * the service's own forms match. Without `autocomplete="off"` a browser could restore an earlier value of the field.
 */
function formsOf({ actor }: Principal, html: string): string {
  const field = `<input type="hidden" name="${PERSON_FIELD}" value="${escapeHtml(actor)}" autocomplete="off">`;
  return html.replaceAll(/<form\b[^>]* method="post"[^>]*>/g, (form) => form + field);
}

/** Sends an error to a signed-in user as a page in `PERSON_FRAME`. */
export const personPageErrors: ErrorShape = (res, refusal) => {
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  const { title } = describeCode(refusal.code);
  res.set(refusal.headers);
  sendPersonPage(res, {
    title,
    status: refusal.status,
    body: `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(refusal.message)}</p>
<p class="hint">${texts.error.requestId(`<code>${escapeHtml(String(res.locals.requestId))}</code>`)}</p>
<p>${refusal.code === 'PERSON_CHANGED' ? `<a href="${escapeHtml(pageOf(res.req))}">${texts.error.reload}</a>` : `<a href="/">${texts.error.home}</a>`}</p>`,
  });
};

/** Path of the page that sent the form. Default: the account page. */
function pageOf(req: Request): string {
  const from = URL.parse(req.get('referer') ?? '');
  return nextPath(from && from.pathname + from.search, ACCOUNT_PATH);
}

/** Redirects the browser to a path of this service with status 303, so that it requests that path with GET. */
export function seeOther(res: Response, path: string): void {
  res.set({ 'Cache-Control': 'no-store', Location: path }).status(303).end();
}

/**
 * Middleware for pages that need a session. Puts the session's principal into `res.locals.principal`. Other requests are
 * redirected to the sign-in page, which leads back to this page after a GET or HEAD request.
 */
export function forPersons(authentication: () => Authentication): RequestHandler {
  return async (req, res, next) => {
    const principal = await principalOfPage(authentication(), req);
    res.locals.principal = principal;
    if (isSession(principal)) return next();
    const back = req.method === 'GET' || req.method === 'HEAD' ? req.originalUrl : null;
    seeOther(res, back === null ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(back)}`);
  };
}

/**
 * Principal of the request's session. Other credentials are ignored. Call this after the form was parsed, because the form names
 * the operator for whom the page was loaded.
 * @throws Refusal PERSON_CHANGED if another operator has signed in since the page was loaded
 */
export function principalOfPage(authentication: Authentication, req: Request): Promise<Principal> {
  const form: Form | undefined = formOf(req);
  const person = form?.exact(PERSON_FIELD);
  const headers = { ...req.headers, authorization: undefined, ...(person && { [PERSON_HEADER]: person }) };
  return authentication.ofRequest({ method: req.method, headers });
}

/** Principal of the signed-in user. Only available after the middleware `forPersons`. */
export function personOf({ res }: Request): Principal {
  return res!.locals.principal as Principal;
}

/** True if the principal was authenticated by a session. */
export function isSession(principal: Principal | undefined): boolean {
  return principal?.credential?.kind === CredentialKind.SESSION;
}

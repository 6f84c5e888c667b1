import type { Request, RequestHandler, Response } from 'express';
import type { Authentication } from '../auth/authenticate.ts';
import { CredentialKind, type Principal } from '../auth/principal.ts';
import { describeCode } from '../error-codes.ts';
import type { ErrorShape } from '../http/mount.ts';
import { escapeHtml, PageFrame } from './html-page.ts';

const STYLE = `
  .masthead { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 1.5rem;
    border-bottom: 1px solid var(--line); margin: -1rem 0 2.25rem; padding-bottom: .75rem; }
  .masthead a { text-decoration: none; }
  .masthead .brand { color: var(--ink); font-variant: small-caps; font-size: 1.1rem; letter-spacing: .04em; }
  .masthead nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; }
  .masthead a:hover { text-decoration: underline; }
  .lead { color: var(--soft); margin-top: .4rem; }
  form.fields { max-width: 26rem; margin: 1.75rem 0; }
  label { display: block; font-weight: 600; margin: 1.25rem 0 .3rem; }
  .hint { color: var(--soft); font-size: .9rem; margin: .1rem 0 .4rem; }
  input[type="text"], input[type="email"], input[type="password"], textarea, select { box-sizing: border-box; width: 100%;
    font: inherit; color: inherit; background: color-mix(in srgb, var(--paper) 60%, Canvas);
    border: 1px solid var(--soft); border-radius: .2rem; padding: .55rem .7rem; }
  input[readonly] { background: none; border-style: dashed; }
  input[aria-invalid="true"], textarea[aria-invalid="true"] { border-color: var(--bad); }
  .fault { color: var(--bad); font-size: .95rem; margin: .35rem 0 0; }
  button { font: inherit; cursor: pointer; border: 1px solid var(--mark); border-radius: .2rem; padding: .55rem 1.1rem;
    background: var(--mark); color: var(--paper); }
  button.quiet { background: none; color: var(--mark); }
  button.small { font-size: .9rem; padding: .2rem .7rem; }
  .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
  .actions + p, form + p { margin-top: 1.75rem; }
  .said { border: 1px solid var(--tone); border-left-width: .3rem; margin: 1.25rem 0 1.75rem; padding: .7rem 1rem; --tone: var(--care); }
  .said[data-tone="bad"] { --tone: var(--bad); }
  .said p { margin: .2rem 0; }
  .rows { list-style: none; padding: 0; border-top: 1px solid var(--line); }
  .rows > li { display: grid; grid-template-columns: 1fr auto; gap: .5rem 1.25rem; align-items: start; margin: 0;
    padding: .9rem 0; border-bottom: 1px solid var(--line); }
  .rows p { margin: 0; } .rows .detail { color: var(--soft); font-size: .92rem; }
  @media print { button, .masthead nav { display: none; } }
`;

/** What pages for people who sign in look like. They have forms; one that needs a script loads it from a path of ours. */
export const PERSON_FRAME = personFrame();

/** The same with CSS of a feature's own. */
export function personFrame(style = ''): PageFrame {
  return new PageFrame({ style: STYLE + style, hasForms: true });
}

/** Where somebody who is not signed in is sent to. */
export const SIGN_IN_PATH = '/admin/sign-in';
export const INBOX_PATH = '/admin/inbox';
export const ACCOUNT_PATH = '/admin/account';
/** Where the screens begin; each has an address below. */
export const BACK_OFFICE_PATH = '/admin';
export const SIGN_OUT_PATH = '/admin/sign-out';

export interface PersonPage {
  title: string;
  /** HTML below the head. */
  body: string;
  status?: number;
  /** The path of a script of ours that the page needs. Most need none. */
  script?: string;
  /** The common one, if left out. */
  frame?: PageFrame;
}

/** Sends a page that nobody may keep: what stands on it is one person's. */
export function sendPersonPage(res: Response, page: PersonPage): void {
  const { title, body, status = 200, script, frame = PERSON_FRAME } = page;
  const isSignedIn = isSession(res.locals.principal);
  res
    .status(status)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': script ? `${frame.policy}; script-src 'self'` : frame.policy,
      // Without it browsers leave out the origin of a form, by which we tell that it is ours.
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
    })
    .type('html')
    .send(
      frame.page(
        title,
        `${masthead(isSignedIn)}\n<main>\n${body}\n</main>${script ? `\n<script src="${script}" defer></script>` : ''}`,
      ),
    );
}

/** What went wrong, as a page of the same kind. */
export const personPageErrors: ErrorShape = (res, refusal) => {
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  const { title } = describeCode(refusal.code);
  res.set(refusal.headers);
  sendPersonPage(res, {
    title,
    status: refusal.status,
    body: `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(refusal.message)}</p>
<p class="hint">If you ask for help, name the request: <code>${escapeHtml(String(res.locals.requestId))}</code></p>
<p><a href="/">To the first page</a></p>`,
  });
};

/** Sends a browser on, by GET, to a path of this service. */
export function seeOther(res: Response, path: string): void {
  res.set({ 'Cache-Control': 'no-store', Location: path }).status(303).end();
}

/**
 * Who asks, known to what follows as `res.locals.principal`. Whoever is not signed in is sent to do so first, and comes back if
 * the page is one that is looked at.
 */
export function forPersons(authentication: () => Authentication): RequestHandler {
  return async (req, res, next) => {
    // A page is for whoever has signed in: what else is shown is nothing to it.
    const headers = { ...req.headers, authorization: undefined };
    const principal = await authentication().ofRequest({ method: req.method, headers });
    res.locals.principal = principal;
    if (isSession(principal)) return next();
    const back = req.method === 'GET' || req.method === 'HEAD' ? req.originalUrl : null;
    seeOther(res, back === null ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(back)}`);
  };
}

/** Who has signed in, behind `forPersons`. */
export function personOf({ res }: Request): Principal {
  return res!.locals.principal as Principal;
}

/** Whether somebody is behind it who has signed in. */
export function isSession(principal: Principal | undefined): boolean {
  return principal?.credential?.kind === CredentialKind.SESSION;
}

function masthead(isSignedIn: boolean): string {
  const nav = isSignedIn
    ? `<nav aria-label="Your account"><a href="${INBOX_PATH}">Inbox</a><a href="${ACCOUNT_PATH}">Account</a><a href="${SIGN_OUT_PATH}">Sign out</a></nav>`
    : '';
  return `<header class="masthead"><a class="brand" href="/">Imprimatur</a>${nav}</header>`;
}

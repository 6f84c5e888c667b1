import type { RequestHandler } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { NotFound } from '../../platform/graphql/schema/problem.ts';
import { formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  ACCOUNT_PATH,
  definitionList,
  escapeHtml,
  forPersons,
  personPageErrors,
  SIGN_IN_PATH,
  seeOther,
  sendPersonPage,
} from '../../site/index.ts';
import { Operator } from '../operator.entity.ts';
import { PASSWORD_PATH } from '../password/password.path.ts';
import type { SessionCookie } from '../session-cookie.ts';
import { type OwnSessions, sessionsOf } from '../sessions.ts';
import type { OperatorSession } from '../sign-in.entities.ts';
import { browserName } from './browser-name.ts';
import { said } from './fields.ts';
import { pageContext } from './person-request.ts';
import { texts } from './texts.ts';

const END_PATH = `${ACCOUNT_PATH}/sessions/end`;
const END_ALL_PATH = `${ACCOUNT_PATH}/sessions/end-all`;

/** Renders a section of the account page as HTML that starts with its `h2`. */
export type AccountSection = (ctx: Context) => Promise<string>;

interface AccountPageOptions {
  platform: Platform;
  own: OwnSessions;
  cookie: SessionCookie;
  /** Sections of the page between the account details and the sessions. */
  sections?: readonly AccountSection[];
}

/** Page `/admin/account`: details and sessions of the signed-in operator. */
export function accountPages({ platform, own, cookie, sections = [] }: AccountPageOptions): Mount[] {
  const signedIn = forPersons(() => platform.authentication);
  const form = formBody(platform.publicUrl);

  const show: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    const operator = await ctx.em.findOneOrFail(Operator, ctx.principal.subjectId!);
    const sessions = await sessionsOf(ctx);
    const more = await Promise.all(sections.map((section) => section(ctx)));
    const notice = req.query.said === 'password-set' ? said(texts.account.passwordSet) : '';
    const body = [notice + operatorFacts(operator), ...more, sessionList(sessions, ctx.principal.credential!.id)].join(
      '\n',
    );
    sendPersonPage(res, { title: texts.account.title, body });
  };

  const end: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    const id = formOf(req).text('session');
    const ended = await own.end(ctx, id);
    // `NotFound` means that the operator has no such session, so nothing ended that could be audited.
    if (!(ended instanceof NotFound)) {
      await audit(ctx, { action: 'endSession', subjectIds: [ended], outcome: AuditOutcome.DONE });
    }
    seeOther(res, ACCOUNT_PATH);
  };

  const endAll: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    await own.endAll(ctx);
    const subjectIds = [ctx.principal.subjectId!];
    await audit(ctx, { action: 'signOutEverywhere', subjectIds, outcome: AuditOutcome.DONE });
    res.append('Set-Cookie', cookie.clear());
    seeOther(res, SIGN_IN_PATH);
  };

  return [
    {
      path: ACCOUNT_PATH,
      methods: { GET: [signedIn, show] },
      kind: 'page',
      errors: personPageErrors,
      link: { title: texts.account.linkTitle, text: texts.account.about },
    },
    {
      path: END_PATH,
      methods: { POST: [form, signedIn, end] },
      kind: 'page',
      errors: personPageErrors,
    },
    {
      path: END_ALL_PATH,
      methods: { POST: [form, signedIn, endAll] },
      kind: 'page',
      errors: personPageErrors,
    },
  ];
}

function operatorFacts({ name, email, roles }: Operator): string {
  return `<h1>${escapeHtml(name)}</h1>
${definitionList([
  [texts.account.email, escapeHtml(email)],
  [texts.account.password, `<a href="${PASSWORD_PATH}">${texts.account.changePassword}</a>`],
  [texts.account.roles(roles.length), escapeHtml(roles.join(', '))],
])}`;
}

function sessionList(sessions: readonly OperatorSession[], ownId: string): string {
  const rows = sessions.map((session) => sessionRow(session, session.id === ownId));
  return `<h2>${texts.account.sessions}</h2>
<p class="hint">${texts.account.sessionsHint((text) => `<a href="${PASSWORD_PATH}">${text}</a>`)}</p>
<ul class="rows">
${rows.join('\n')}
</ul>
<form method="post" action="${END_ALL_PATH}"><button class="quiet">${texts.account.signOutEverywhere}</button></form>`;
}

function sessionRow(
  { id, userAgent, ipAddress, lastAddress, createdAt, updatedAt }: OperatorSession,
  isThis: boolean,
): string {
  const browser = escapeHtml(browserName(userAgent));
  const end = `<form method="post" action="${END_PATH}"><input type="hidden" name="session" value="${id}"><button class="quiet small" aria-label="${texts.account.endSessionLabel(browser, escapeHtml(shortTime(createdAt)))}">${texts.account.endSession}</button></form>`;
  return `<li><div>
<p>${browser}${isThis ? ` <span class="label">${texts.account.thisBrowser}</span>` : ''}</p>
<p class="detail">${texts.account.signedIn(addressOf(ipAddress), time(createdAt))}</p>
<p class="detail">${texts.account.lastUsed(addressOf(lastAddress || ipAddress), time(updatedAt))}</p>
</div>${end}</li>`;
}

const addressOf = (address: string | null | undefined) => escapeHtml(address || texts.account.unknownAddress);
const time = (at: Date) => `<time datetime="${at.toISOString()}">${shortTime(at)}</time>`;
const shortTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

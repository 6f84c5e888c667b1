import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../../platform/errors/errors.ts';
import { type Form, formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { networkOf } from '../../platform/limits/counted-caller.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  BACK_OFFICE_PATH,
  escapeHtml,
  personPageErrors,
  SIGN_IN_PATH,
  seeOther,
  sendPersonPage,
} from '../../site/index.ts';
import type { Accounts } from '../codes/accounts.ts';
import { createFirstOperator, openLink, resetPassword } from '../links.ts';
import { hasOperators } from '../operator.sql.ts';
import { OperatorLinkKind } from '../operator-link.entity.ts';
import type { OpenLink } from '../operator-link.sql.ts';
import {
  emailOf,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  nameFault,
  passwordFault,
} from '../person-input.ts';
import type { PasswordHashes } from '../sign-in/password-hash.ts';
import { WRONG_LINKS } from '../sign-in/sign-in.limits.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import { field, said } from './fields.ts';
import { browserOf, pageContext, setCookies } from './person-request.ts';
import { texts } from './texts.ts';

const BEGIN_PATH = '/admin/begin';
const RESET_PATH = '/admin/reset';

/** One-time sign-up link that creates the first operator. */
export const beginUrl = (publicUrl: string, token: string) => `${publicUrl}${BEGIN_PATH}/${token}`;
/** One-time link with which a locked-out operator sets a new password. */
export const resetUrl = (publicUrl: string, token: string) => `${publicUrl}${RESET_PATH}/${token}`;

interface LinkPagesOptions {
  platform: Platform;
  accounts: Accounts;
  signIns: SignIns;
  hashes: PasswordHashes;
}

/**
 * Pages of sign-up and reset links: `/admin/begin/{token}` and `/admin/reset/{token}`. Viewing a page doesn’t use up its link.
 */
export function linkPages({ platform, accounts, signIns, hashes }: LinkPagesOptions): Mount[] {
  const found = async (req: Request, kind: OperatorLinkKind): Promise<OpenLink> => {
    const ctx = pageContext(platform, req);
    const link = await openLink(ctx, accounts, kind, tokenOf(req));
    if (link) return link;
    // Requests with wrong tokens are rate limited. People open an expired link a few times, not sixty.
    await platform.limits.take(ctx, [WRONG_LINKS, 1, networkOf(ctx.address)]);
    throw kind === OperatorLinkKind.BEGIN ? invalidBeginLink() : invalidResetLink();
  };

  const showBegin: RequestHandler = async (req, res) => {
    if (await hasOperators(pageContext(platform, req).em)) return sendAlreadySetUp(res);
    const link = await found(req, OperatorLinkKind.BEGIN);
    sendPersonPage(res, { title: texts.begin.title, body: beginForm(req, link, {}) });
  };

  const doBegin: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    if (await hasOperators(ctx.em)) return seeOther(res, SIGN_IN_PATH);
    const link = await found(req, OperatorLinkKind.BEGIN);
    const typed = valuesIn(formOf(req), link);
    const { name, email, password, faults } = typed;
    if (faults.name || faults.email || faults.password || email === null) {
      return sendPersonPage(res, { title: texts.begin.title, status: 422, body: beginForm(req, link, typed) });
    }
    const operator = await createFirstOperator(ctx, accounts, tokenOf(req), {
      name,
      email,
      passwordHash: await hashes.hash(password),
    });
    if (!operator) return seeOther(res, SIGN_IN_PATH);
    setCookies(res, await signIns.open(ctx, operator, browserOf(req)));
    seeOther(res, BACK_OFFICE_PATH);
  };

  const showReset: RequestHandler = async (req, res) => {
    const link = await found(req, OperatorLinkKind.RESET);
    sendPersonPage(res, { title: texts.reset.title, body: resetForm(req, link, null) });
  };

  const doReset: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    const link = await found(req, OperatorLinkKind.RESET);
    const password = formOf(req).exact('password');
    const fault = passwordFault(password, link.email);
    if (fault) return sendPersonPage(res, { title: texts.reset.title, status: 422, body: resetForm(req, link, fault) });
    const operator = await resetPassword(ctx, accounts, tokenOf(req), await hashes.hash(password));
    if (!operator) throw invalidResetLink();
    setCookies(res, await signIns.open(ctx, operator, browserOf(req)));
    seeOther(res, BACK_OFFICE_PATH);
  };

  const form = formBody(platform.publicUrl);
  return [
    {
      path: `${BEGIN_PATH}/:token`,
      methods: { GET: [showBegin], POST: [form, doBegin] },
      kind: 'page',
      errors: personPageErrors,
    },
    {
      path: `${RESET_PATH}/:token`,
      methods: { GET: [showReset], POST: [form, doReset] },
      kind: 'page',
      errors: personPageErrors,
    },
  ];
}

const invalidBeginLink = () =>
  new Refusal('NOT_FOUND', 'This link has expired. Each start of the service prints a new link: use the latest one.');
const invalidResetLink = () =>
  new Refusal('NOT_FOUND', 'This link was already used or has expired. Ask for a new one.');

const tokenOf = (req: Request) => String(req.params.token);

interface LinkFormValues {
  name: string;
  email: string | null;
  emailText: string;
  password: string;
  faults: { name?: string | null; email?: string | null; password?: string | null };
}

function valuesIn(form: Form, { email: bound }: OpenLink): LinkFormValues {
  const name = form.text('name');
  const emailText = bound ?? form.text('email');
  const email = emailOf(emailText);
  const password = form.exact('password');
  const faults = {
    name: nameFault(name),
    email: email === null ? texts.form.emailInvalid : null,
    password: passwordFault(password, email),
  };
  return { name, email, emailText, password, faults };
}

const newPassword = (fault: string | null | undefined, isFirst: boolean) =>
  field({
    name: 'password',
    label: texts.form.password,
    type: 'password',
    autocomplete: 'new-password',
    // The field has no `maxlength`, so that a longer password gets an error message instead of being cut off silently.
    hint: texts.form.passwordHint(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH),
    isFirst,
    ...(fault && { fault }),
  });

function beginForm(
  req: Request,
  { email: bound }: OpenLink,
  { name, emailText, faults = {} }: Partial<LinkFormValues>,
): string {
  // The first field with a problem gets the focus.
  const first = (['name', 'email', 'password'] as const).find((name) => faults[name]) ?? 'name';
  const email = bound
    ? `<label for="email">${texts.form.email}</label>
<p class="hint" id="email-hint">${texts.begin.emailBound}</p>
<input id="email" type="email" autocomplete="username" value="${escapeHtml(bound)}" aria-describedby="email-hint" readonly>`
    : field({
        name: 'email',
        label: texts.form.email,
        type: 'email',
        autocomplete: 'username',
        hint: texts.begin.emailHint,
        value: emailText ?? '',
        maxLength: MAX_EMAIL_LENGTH,
        isFirst: first === 'email',
        ...(faults.email && { fault: faults.email }),
      });
  return `<h1>${texts.begin.heading}</h1>
<p class="lead">${texts.begin.lead}</p>
${Object.values(faults).some(Boolean) ? said(texts.form.correct, 'bad') : ''}<form class="fields" method="post" action="${BEGIN_PATH}/${escapeHtml(tokenOf(req))}">
${field({ name: 'name', label: texts.form.name, type: 'text', autocomplete: 'name', hint: texts.form.nameHint, value: name ?? '', maxLength: MAX_NAME_LENGTH, isFirst: first === 'name', ...(faults.name && { fault: faults.name }) })}
${email}
${newPassword(faults.password, first === 'password')}
<div class="actions"><button>${texts.begin.submit}</button></div>
</form>
<p class="hint">${texts.begin.once}</p>`;
}

function resetForm(req: Request, { email, makesAdmin }: OpenLink, fault: string | null): string {
  const admin = makesAdmin ? said(texts.reset.makesAdmin) : '';
  return `<h1>${texts.reset.title}</h1>
<p class="lead">${texts.reset.lead(escapeHtml(email ?? ''))}</p>
${admin}<form class="fields" method="post" action="${RESET_PATH}/${escapeHtml(tokenOf(req))}">
<input type="hidden" autocomplete="username" value="${escapeHtml(email ?? '')}">
${newPassword(fault, true)}
<div class="actions"><button>${texts.reset.submit}</button></div>
</form>`;
}

function sendAlreadySetUp(res: Response): void {
  sendPersonPage(res, {
    title: texts.begin.title,
    body: `<h1>${texts.begin.completeHeading}</h1>
<p class="lead">${texts.begin.completeLead}</p>
<p>${texts.begin.completeNext((text) => `<a href="${SIGN_IN_PATH}">${text}</a>`)}</p>`,
  });
}

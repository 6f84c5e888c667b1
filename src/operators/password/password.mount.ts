import type { RequestHandler, Response } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { ErrorCode } from '../../platform/errors/error-codes.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { ACCOUNT_PATH, escapeHtml, forPersons, personPageErrors, seeOther, sendPersonPage } from '../../site/index.ts';
import { type Accounts, passwordHashOf } from '../codes/accounts.ts';
import { Operator } from '../operator.entity.ts';
import { field, said } from '../pages/fields.ts';
import { browserOf, pageContext, setCookies } from '../pages/person-request.ts';
import { texts } from '../pages/texts.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../person-input.ts';
import { confirmPath, isConfirmed } from '../second-factor/second-factors.path.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import type { OwnPassword, PasswordIssues } from './own-password.ts';
import { PASSWORD_PATH } from './password.path.ts';

/** Page `/admin/account/password`, which changes the operator's password and ends all other sessions. */
export function passwordMount({ accounts, platform }: SecondFactorsWiring, own: OwnPassword, signIns: SignIns): Mount {
  const signedIn = forPersons(() => platform.authentication);

  const show: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    if (!isConfirmed(ctx)) return seeOther(res, confirmPath(PASSWORD_PATH));
    await sendForm(ctx, accounts, res, {});
  };

  const take: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    if (!isConfirmed(ctx)) return seeOther(res, confirmPath(PASSWORD_PATH));
    const operator = await ctx.em.findOneOrFail(Operator, ctx.principal.subjectId!);
    const recorded = (within: Context, outcome: AuditOutcome, code: ErrorCode | null = null) =>
      audit(within, { action: 'changePassword', subjectIds: [operator.id], outcome, code });
    const typed = { present: formOf(req).exact('present'), password: formOf(req).exact('password') };
    let faults: PasswordIssues | null;
    try {
      faults = await own.change(ctx, typed, { within: (inner) => recorded(inner, AuditOutcome.DONE) });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'CONFLICT') await recorded(ctx, AuditOutcome.REFUSED, 'FORBIDDEN');
      throw error;
    }
    if (faults?.present) await recorded(ctx, AuditOutcome.REFUSED, 'FORBIDDEN');
    if (faults) return sendForm(ctx, accounts, res, faults);
    setCookies(res, await signIns.open(ctx, operator, browserOf(req)));
    seeOther(res, `${ACCOUNT_PATH}?said=password-set`);
  };

  return {
    path: PASSWORD_PATH,
    errors: personPageErrors,
    kind: 'page',
    methods: { GET: [signedIn, show], POST: [formBody(platform.publicUrl), signedIn, take] },
  };
}

async function sendForm(
  ctx: Context,
  accounts: Accounts,
  res: Response,
  { present, password }: PasswordIssues,
): Promise<void> {
  const { id, email } = await ctx.em.findOneOrFail(Operator, ctx.principal.subjectId!);
  const account = await accounts.find(ctx.em, id);
  const hasOne = account !== null && passwordHashOf(account) !== null;
  const isPasswordFirst = Boolean(password) || !hasOne;
  const presentField = hasOne
    ? field({
        name: 'present',
        label: texts.password.current,
        type: 'password',
        autocomplete: 'current-password',
        isFirst: !isPasswordFirst,
        ...(present && { fault: present }),
      })
    : '';
  const isFaulty = present !== undefined || Boolean(password);
  const title = hasOne ? texts.password.changeTitle : texts.password.setTitle;
  sendPersonPage(res, {
    title,
    ...(isFaulty && { status: 422 }),
    body: `<h1>${title}</h1>
<p class="lead">${hasOne ? texts.password.changeLead : texts.password.setLead}</p>
${isFaulty ? said(texts.form.correct, 'bad') : ''}<form class="fields" method="post" action="${PASSWORD_PATH}">
<input type="hidden" autocomplete="username" value="${escapeHtml(email)}">
${presentField}
${field({
  name: 'password',
  label: texts.password.new,
  type: 'password',
  autocomplete: 'new-password',
  hint: texts.form.passwordHint(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH),
  isFirst: isPasswordFirst,
  ...(password && { fault: password }),
})}
<div class="actions"><button>${texts.password.submit}</button></div>
</form>
<p><a href="${ACCOUNT_PATH}">${texts.form.backToAccount}</a></p>`,
  });
}

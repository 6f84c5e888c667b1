import type { RequestHandler, Response } from 'express';
import { audit, DeedOutcome } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors.ts';
import { formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { escapeHtml } from '../../platform/pages/html-page.ts';
import {
  ACCOUNT_PATH,
  forPersons,
  personPageErrors,
  seeOther,
  sendPersonPage,
} from '../../platform/pages/person-pages.ts';
import { Operator } from '../operator.entity.ts';
import { field, said } from '../pages/fields.ts';
import { browserOf, pageContext, setCookies } from '../pages/person-request.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordFault } from '../person-input.ts';
import { confirmPath, isConfirmed } from '../second-factor/second-factors.path.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import type { Strong } from '../strong.ts';
import { changePassword, keptPassword } from './change-password.ts';
import { passwordDocs, passwordPageDocs } from './password.docs.ts';
import { PASSWORD_PATH } from './password.path.ts';

interface Faults {
  present?: string;
  password?: string | null;
}

/** `/admin/account/password`: whoever has signed in takes another password, and is signed out everywhere else. */
export function passwordMount(strong: Strong, signIns: SignIns): Mount {
  const { platform, attempts, hashes } = strong;
  const signedIn = forPersons(() => platform.authentication);

  const show: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    if (!isConfirmed(ctx)) return seeOther(res, confirmPath(PASSWORD_PATH));
    await sendForm(ctx, res, {});
  };

  const take: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    if (!isConfirmed(ctx)) return seeOther(res, confirmPath(PASSWORD_PATH));
    const operator = await ctx.em.findOneOrFail(Operator, ctx.principal.subjectId!);
    const [present, password] = [formOf(req).exact('present'), formOf(req).exact('password')];
    const fault = passwordFault(password, operator.email) ?? (password === present ? SAME : null);
    if (fault) return sendForm(ctx, res, { password: fault });
    const kept = await keptPassword(ctx, operator.id);
    if (kept !== null) {
      const attempt = await attempts.begin(ctx, operator.id);
      if (present.length > MAX_TYPED_LENGTH || !(await hashes.verify(kept, present))) {
        await refuse(ctx, operator.id);
        return sendForm(ctx, res, { present: WRONG });
      }
      await attempt.right();
    }
    if (!(await changePassword(ctx, operator.id, kept, await hashes.hash(password)))) {
      await refuse(ctx, operator.id);
      throw new Refusal('CONFLICT', 'Another password has been set just now. Nothing was changed. Sign in again.');
    }
    strong.forgetSessions();
    setCookies(res, await signIns.open(ctx, operator, browserOf(req)));
    seeOther(res, `${ACCOUNT_PATH}?said=password-set`);
  };

  return {
    path: PASSWORD_PATH,
    errors: personPageErrors,
    docs: { GET: passwordPageDocs, POST: passwordDocs },
    methods: { GET: [signedIn, show], POST: [formBody(platform.publicUrl), signedIn, take] },
  };
}

/** Longer than any password that was taken here. */
const MAX_TYPED_LENGTH = 256;
const WRONG = 'This is not your present password.';
const SAME = 'This is your present password. Take another.';

function refuse(ctx: Context, operatorId: string): Promise<void> {
  const code = 'FORBIDDEN';
  return audit(ctx, { action: 'changePassword', subjectIds: [operatorId], outcome: DeedOutcome.REFUSED, code });
}

async function sendForm(ctx: Context, res: Response, { present, password }: Faults): Promise<void> {
  const { id, email } = await ctx.em.findOneOrFail(Operator, ctx.principal.subjectId!);
  const hasOne = (await keptPassword(ctx, id)) !== null;
  const isPasswordFirst = Boolean(password) || !hasOne;
  const presentField = hasOne
    ? field({
        ...{ name: 'present', label: 'Present password', type: 'password', autocomplete: 'current-password' },
        isFirst: !isPasswordFirst,
        ...(present && { fault: present }),
      })
    : '';
  const isFaulty = present !== undefined || Boolean(password);
  const title = hasOne ? 'Change your password' : 'Set a password';
  sendPersonPage(res, {
    title,
    ...(isFaulty && { status: 422 }),
    body: `<h1>${title}</h1>
<p class="lead">${hasOne ? 'You' : 'You have none so far. You'} will stay signed in here, and nowhere else.</p>
${isFaulty ? said('Something is not right yet. See below.', 'bad') : ''}<form class="fields" method="post" action="${PASSWORD_PATH}">
<input type="hidden" autocomplete="username" value="${escapeHtml(email)}">
${presentField}
${field({
  ...{ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
  hint: `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters. Several words make a good one.`,
  isFirst: isPasswordFirst,
  ...(password && { fault: password }),
})}
<div class="actions"><button>Save</button></div>
</form>
<p><a href="${ACCOUNT_PATH}">Back to your account</a></p>`,
  });
}

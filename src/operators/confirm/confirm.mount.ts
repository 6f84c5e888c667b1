import type { Request, RequestHandler } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import { CONFIRM_PATH } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { type Form, formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { nextPath } from '../../platform/http/next-path.ts';
import {
  ACCOUNT_PATH,
  escapeHtml,
  forPersons,
  personOf,
  personPageErrors,
  seeOther,
  sendPersonPage,
} from '../../site/index.ts';
import { passwordHashOf } from '../codes/accounts.ts';
import { said } from '../pages/fields.ts';
import { pageContext } from '../pages/person-request.ts';
import { texts } from '../pages/texts.ts';
import { passkeyForm } from '../passkeys/passkey-form.ts';
import { PASSKEY_SCRIPT_PATH } from '../passkeys/passkey-script.ts';
import { OIDC_PATH, type SecondFactorsWiring } from '../second-factors-wiring.ts';
import { readSignInMethods } from '../sign-in.sql.ts';

/** Page `/admin/confirm`: signed-in operators confirm their identity and return to the page they came from. */
export function confirmMount(wiring: SecondFactorsWiring): Mount {
  const { platform } = wiring;
  const signedIn = forPersons(() => platform.authentication);
  return {
    path: CONFIRM_PATH,
    errors: personPageErrors,
    kind: 'page',
    methods: {
      GET: [signedIn, (req) => show(wiring, req)],
      POST: [formBody(platform.publicUrl), signedIn, take(wiring)],
    },
  };
}

async function show({ platform, passkeys, oidc }: SecondFactorsWiring, req: Request): Promise<void> {
  const next = nextPath(req.query.next, ACCOUNT_PATH);
  const res = req.res!;
  const principal = personOf(req);
  const ctx = pageContext(platform, req);
  const operatorId = principal.subjectId!;
  const ways = await readSignInMethods(ctx.em, operatorId);
  const parts: string[] = [];
  if (ways.passkey) {
    const occasion = { for: 'CONFIRM', sessionId: principal.credential!.id } as const;
    const options = await passkeys.optionsToShow(ctx, occasion, operatorId);
    parts.push(
      passkeyForm({ does: 'show', action: CONFIRM_PATH, options, button: texts.confirm.byPasskey, hidden: { next } }),
    );
  }
  const hidden = `<input type="hidden" name="next" value="${escapeHtml(next)}">`;
  if (ways.code) {
    parts.push(`<form class="fields" method="post" action="${CONFIRM_PATH}">
${hidden}
<label for="code">${texts.confirm.code}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" maxlength="40" required${parts.length === 0 ? ' autofocus' : ''}>
<p class="actions"><button>${texts.confirm.submitCode}</button></p>
</form>`);
  }
  if (ways.password) {
    parts.push(`<form class="fields" method="post" action="${CONFIRM_PATH}">
${hidden}
<label for="password">${texts.form.password}</label>
<input type="password" id="password" name="password" autocomplete="current-password" maxlength="256" required${parts.length === 0 ? ' autofocus' : ''}>
<p class="actions"><button>${texts.confirm.submitPassword}</button></p>
</form>`);
  }
  if (ways.oidc && oidc) {
    parts.push(
      `<p><a href="${OIDC_PATH}?confirm=1&amp;next=${encodeURIComponent(next)}">${texts.confirm.byProvider(escapeHtml(oidc.provider.name))}</a></p>`,
    );
  }
  if (parts.length === 0) parts.push(`<p>${texts.confirm.none}</p>`);
  sendPersonPage(res, {
    title: texts.confirm.title,
    ...(ways.passkey && { script: PASSKEY_SCRIPT_PATH }),
    body: `<h1>${texts.confirm.title}</h1>
<p class="lead">${texts.confirm.lead}</p>
${req.query.fault === undefined ? '' : said(texts.confirm.wrong, 'bad')}
${parts.length > 1 ? `<p>${texts.confirm.oneIsEnough}</p>` : ''}
${parts.join('\n')}`,
  });
}

function take(wiring: SecondFactorsWiring): RequestHandler {
  return async (req, res) => {
    const form = formOf(req);
    const next = nextPath(form.text('next'), ACCOUNT_PATH);
    const principal = personOf(req);
    const operatorId = principal.subjectId!;
    const sessionId = principal.credential!.id;
    const ctx = pageContext(wiring.platform, req);
    const attempt = await wiring.attempts.begin(ctx, operatorId);
    const isRight = await isProven(wiring, ctx, { operatorId, sessionId, form });
    await audit(ctx, {
      action: 'confirm',
      subjectIds: [operatorId, sessionId],
      outcome: isRight ? AuditOutcome.DONE : AuditOutcome.REFUSED,
      code: isRight ? null : 'FORBIDDEN',
    });
    if (!isRight) return seeOther(res, `${CONFIRM_PATH}?fault=1&next=${encodeURIComponent(next)}`);
    await attempt.right();
    await wiring.steps.confirm(ctx, res, operatorId, sessionId);
    seeOther(res, next);
  };
}

interface ConfirmForm {
  operatorId: string;
  sessionId: string;
  form: Form;
}

async function isProven(
  { accounts, passkeys, totp, hashes }: SecondFactorsWiring,
  ctx: Context,
  { operatorId, sessionId, form }: ConfirmForm,
): Promise<boolean> {
  const passkey = form.exact('passkey');
  if (passkey !== '') {
    const shown = await passkeys.verifiedOwner(ctx, { for: 'CONFIRM', sessionId }, passkey);
    return typeof shown === 'object' && shown.operatorId === operatorId;
  }
  const code = form.text('code');
  if (code !== '') return totp.takes(ctx, operatorId, code);
  const password = form.exact('password');
  if (password === '' || password.length > 256) return false;
  const account = await accounts.find(ctx.em, operatorId);
  const kept = account && passwordHashOf(account);
  return kept !== null && hashes.verify(kept, password);
}

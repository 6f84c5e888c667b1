import type { RequestHandler, Response } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import { formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { personPageErrors, SIGN_IN_PATH, seeOther, sendPersonPage } from '../../site/index.ts';
import { said } from '../pages/fields.ts';
import { pageContext } from '../pages/person-request.ts';
import { texts } from '../pages/texts.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { CODE_PATH } from '../sign-in-steps.ts';

/** Page that asks for a code after the first factor, before the session starts, for operators with an authenticator app. */
export function codeMount(wiring: SecondFactorsWiring): Mount {
  return {
    path: CODE_PATH,
    errors: personPageErrors,
    kind: 'page',
    methods: {
      GET: [
        (req, res) => {
          if (wiring.steps.pendingSignInOf(req.headers.cookie)) show(res, req.query.fault !== undefined);
          else seeOther(res, SIGN_IN_PATH);
        },
      ],
      POST: [formBody(wiring.platform.publicUrl), take(wiring)],
    },
  };
}

function show(res: Response, isWrong: boolean): void {
  sendPersonPage(res, {
    title: texts.code.title,
    body: `<h1>${texts.code.title}</h1>
<p class="lead">${texts.code.lead}</p>
${isWrong ? said(texts.code.wrong, 'bad') : ''}
<form class="fields" method="post" action="${CODE_PATH}">
<label for="code">${texts.code.code}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" maxlength="40" required autofocus>
<p class="actions"><button>${texts.code.submit}</button></p>
</form>
<p><a href="${SIGN_IN_PATH}">${texts.form.startAgain}</a></p>`,
  });
}

function take({ platform, attempts, totp, steps }: SecondFactorsWiring): RequestHandler {
  return async (req, res) => {
    const halfWay = steps.pendingSignInOf(req.headers.cookie);
    if (!halfWay) return seeOther(res, SIGN_IN_PATH);
    const { operatorId } = halfWay.content;
    const ctx = pageContext(platform, req);
    const attempt = await attempts.begin(ctx, operatorId);
    const isRight = await totp.takes(ctx, operatorId, formOf(req).text('code'));
    if (!isRight) {
      await audit(ctx, {
        action: 'signIn',
        subjectIds: [operatorId],
        outcome: AuditOutcome.REFUSED,
        code: 'UNAUTHENTICATED',
      });
      return seeOther(res, `${CODE_PATH}?fault=1`);
    }
    await attempt.right();
    // The pending sign-in is single-use, so a copied cookie can't start a second session.
    if (!(await halfWay.markUsed())) return seeOther(res, SIGN_IN_PATH);
    await steps.startSession(ctx, res, halfWay.content);
  };
}

import type { RequestHandler } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { nextPath } from '../../platform/http/next-path.ts';
import { BACK_OFFICE_PATH, personPageErrors, SIGN_IN_PATH, seeOther, sendPersonPage } from '../../site/index.ts';
import { said } from '../pages/fields.ts';
import { pageContext } from '../pages/person-request.ts';
import { texts } from '../pages/texts.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { passkeyForm } from './passkey-form.ts';
import { PASSKEY_SCRIPT, PASSKEY_SCRIPT_PATH } from './passkey-script.ts';

export const PASSKEY_SIGN_IN_PATH = '/admin/sign-in/passkey';

/** Mounts of the passkey script for forms, and of the sign-in by passkey. */
export function passkeyMounts(wiring: SecondFactorsWiring): Mount[] {
  const script: Mount = {
    kind: 'page',
    path: PASSKEY_SCRIPT_PATH,
    methods: {
      GET: [
        (_req, res) => {
          res.set('Cache-Control', 'no-cache').type('text/javascript').send(PASSKEY_SCRIPT);
        },
      ],
    },
  };
  const signIn: Mount = {
    path: PASSKEY_SIGN_IN_PATH,
    errors: personPageErrors,
    kind: 'page',
    methods: { GET: [show(wiring)], POST: [formBody(wiring.platform.publicUrl), take(wiring)] },
  };
  return [script, signIn];
}

/** Form on the sign-in page to sign in by passkey. Its challenge is valid for some minutes and isn’t stored. */
export async function passkeySignInForm(
  { passkeys }: SecondFactorsWiring,
  ctx: Context,
  next: string,
): Promise<string> {
  return passkeyForm({
    does: 'show',
    action: PASSKEY_SIGN_IN_PATH,
    options: await passkeys.optionsToShow(ctx, { for: 'SIGN_IN' }),
    button: texts.passkey.submit,
    hidden: { next },
  });
}

function show(wiring: SecondFactorsWiring): RequestHandler {
  return async (req, res) => {
    const ctx = pageContext(wiring.platform, req);
    const form = await passkeySignInForm(wiring, ctx, nextPath(req.query.next, BACK_OFFICE_PATH));
    sendPersonPage(res, {
      title: texts.passkey.title,
      script: PASSKEY_SCRIPT_PATH,
      body: `<h1>${texts.passkey.title}</h1>
${req.query.fault === undefined ? '' : said(texts.passkey.wrong, 'bad')}
${form}
<p><a href="${SIGN_IN_PATH}">${texts.passkey.otherWays}</a></p>`,
    });
  };
}

function take({ platform, attempts, passkeys, steps }: SecondFactorsWiring): RequestHandler {
  return async (req, res) => {
    const form = formOf(req);
    const next = nextPath(form.text('next'), BACK_OFFICE_PATH);
    const ctx = pageContext(platform, req);
    const attempt = await attempts.begin(ctx, null);
    const shown = await passkeys.verifiedOwner(ctx, { for: 'SIGN_IN' }, form.exact('passkey'));
    if (typeof shown === 'string') {
      platform.logger.info({ fault: shown, requestId: ctx.requestId }, 'a passkey was not accepted');
      await audit(ctx, { action: 'signIn', subjectIds: [], outcome: AuditOutcome.REFUSED, code: 'UNAUTHENTICATED' });
      return seeOther(res, `${PASSKEY_SIGN_IN_PATH}?fault=1&next=${encodeURIComponent(next)}`);
    }
    await attempt.right();
    // The passkey’s device has asked for a fingerprint or PIN, so the passkey counts as both factors.
    await steps.startSession(ctx, res, { operatorId: shown.operatorId, next });
  };
}

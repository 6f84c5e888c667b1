import type { RequestHandler, Response } from 'express';
import { AuditOutcome, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { badUserInput } from '../../platform/errors/errors.ts';
import { type Form, formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { ownValue } from '../../platform/own-value.ts';
import { forPersons, personOf, personPageErrors, seeOther } from '../../site/index.ts';
import { pageContext } from '../pages/person-request.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { sendRecoveryCodes, sendSecondFactors, sendTotpSetup } from './second-factors.pages.ts';
import { confirmPath, isConfirmed, SECOND_FACTORS_PATH } from './second-factors.path.ts';

/** Submitted form of the page for second factors, with its request context. */
interface FormSubmission {
  ctx: Context;
  operatorId: string;
  form: Form;
  res: Response;
}

/** Handles a form of the page for second factors. Returns the key of the message to show, or null if it has already responded. */
type FormAction = (wiring: SecondFactorsWiring, submission: FormSubmission) => Promise<string | null>;

/** Page to view, add and remove the caller’s own passkeys and authenticator app. */
export function secondFactorsMount(wiring: SecondFactorsWiring): Mount {
  const { platform } = wiring;
  const signedIn = forPersons(() => platform.authentication);
  return {
    path: SECOND_FACTORS_PATH,
    errors: personPageErrors,
    kind: 'page',
    methods: {
      GET: [signedIn, (req, res) => sendSecondFactors(wiring, req, res)],
      POST: [formBody(platform.publicUrl), signedIn, perform(wiring)],
    },
  };
}

function perform(wiring: SecondFactorsWiring): RequestHandler {
  return async (req, res) => {
    const form = formOf(req);
    const name = form.text('do');
    const action = ownValue(ACTIONS, name) ?? null;
    if (!action) throw badUserInput('Unknown form action.');
    const principal = personOf(req);
    const ctx = pageContext(wiring.platform, req);
    if (!isConfirmed(ctx)) return seeOther(res, confirmPath());
    const operatorId = principal.subjectId!;
    const notice = await action(wiring, { ctx, operatorId, form, res });
    if (notice === null) return;
    await audit(ctx, { action: AUDIT_ACTIONS[name]!, subjectIds: [operatorId], outcome: outcomeOf(notice) });
    seeOther(res, `${SECOND_FACTORS_PATH}?said=${notice}`);
  };
}

/** Action in the audit trail for each form. */
const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'add-passkey': 'addPasskey',
  'rename-passkey': 'renamePasskey',
  'remove-passkey': 'removePasskey',
  'begin-codes': 'beginCodes',
  'confirm-codes': 'confirmCodes',
  'renew-codes': 'renewRecoveryCodes',
  'remove-codes': 'removeCodes',
};

const outcomeOf = (notice: string) => (notice.startsWith('not-') ? AuditOutcome.REFUSED : AuditOutcome.DONE);

const ACTIONS: Readonly<Record<string, FormAction>> = {
  'add-passkey': async ({ passkeys, platform }, { ctx, operatorId, form }) => {
    const added = await passkeys.add(ctx, operatorId, passkeyName(form), form.exact('passkey'));
    if (added.startsWith('opk_')) return 'passkey-added';
    platform.logger.info({ fault: added, requestId: ctx.requestId }, 'a passkey was not added');
    return 'not-added';
  },
  'rename-passkey': async ({ passkeys }, { ctx, operatorId, form }) =>
    (await passkeys.rename(ctx, operatorId, form.text('id'), passkeyName(form))) ? 'passkey-named' : 'not-there',
  'remove-passkey': async ({ passkeys }, { ctx, operatorId, form }) =>
    (await passkeys.remove(ctx, operatorId, form.text('id'))) ? 'passkey-removed' : 'not-there',
  'begin-codes': async ({ totp }, { ctx, operatorId, res }) => {
    const secret = await totp.begin(ctx, operatorId);
    if (!secret) return 'not-begun';
    await sendTotpSetup(ctx, res, operatorId, secret, false);
    return null;
  },
  'confirm-codes': async ({ totp, attempts }, { ctx, operatorId, form, res }) => {
    const attempt = await attempts.begin(ctx, operatorId);
    const codes = await totp.confirm(ctx, operatorId, form.text('code'));
    if (codes) {
      await attempt.right();
      await audit(ctx, { action: 'confirmCodes', subjectIds: [operatorId], outcome: AuditOutcome.DONE });
      sendRecoveryCodes(res, codes);
      return null;
    }
    const secret = await totp.begun(ctx, operatorId);
    if (!secret) return 'not-begun';
    await sendTotpSetup(ctx, res, operatorId, secret, true);
    return null;
  },
  'renew-codes': async ({ totp }, { ctx, operatorId, res }) => {
    const codes = await totp.renewCodes(ctx, operatorId);
    if (!codes) return 'not-begun';
    await audit(ctx, { action: 'renewRecoveryCodes', subjectIds: [operatorId], outcome: AuditOutcome.DONE });
    sendRecoveryCodes(res, codes);
    return null;
  },
  'remove-codes': async ({ totp }, { ctx, operatorId }) =>
    (await totp.remove(ctx, operatorId)) ? 'codes-removed' : 'not-there',
};

function passkeyName(form: Form): string {
  return [...form.text('name').replace(/\p{C}/gu, '')].slice(0, 80).join('') || 'Passkey';
}

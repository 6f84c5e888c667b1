import type { Request, Response } from 'express';
import QRCode from 'qrcode';
import type { Context } from '../../platform/context.ts';
import { ownValue } from '../../platform/own-value.ts';
import { ACCOUNT_PATH, escapeHtml, personOf, sendPersonPage } from '../../site/index.ts';
import { findPerson } from '../operator.sql.ts';
import { said } from '../pages/fields.ts';
import { pageContext } from '../pages/person-request.ts';
import { texts } from '../pages/texts.ts';
import type { PasskeySummary } from '../passkeys/passkey.sql.ts';
import { passkeyForm } from '../passkeys/passkey-form.ts';
import { PASSKEY_SCRIPT_PATH } from '../passkeys/passkey-script.ts';
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS } from '../passkeys/passkeys.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { confirmPath, isConfirmed, SECOND_FACTORS_PATH } from './second-factors.path.ts';
import { base32, totpAddress } from './totp.ts';

const ISSUER = 'Imprimatur';

/** Section of the account page with the operator's passkeys and authenticator app. */
export async function secondFactorsSection({ passkeys, totp }: SecondFactorsWiring, ctx: Context): Promise<string> {
  const operatorId = ctx.principal.subjectId!;
  const { length } = await passkeys.of(ctx, operatorId);
  const isOn = await totp.isOn(ctx, operatorId);
  const { title, count, codeRequired, codeNotRequired, manage } = texts.secondFactors;
  return `<h2>${title}</h2>
<p>${count(length)} ${isOn ? codeRequired : codeNotRequired}
<a href="${SECOND_FACTORS_PATH}">${manage}</a></p>`;
}

export async function sendSecondFactors(wiring: SecondFactorsWiring, req: Request, res: Response): Promise<void> {
  const { platform, passkeys, totp } = wiring;
  const principal = personOf(req);
  const operatorId = principal.subjectId!;
  const ctx = pageContext(platform, req);
  const [kept, isOn, left, mayChange] = [
    await passkeys.of(ctx, operatorId),
    await totp.isOn(ctx, operatorId),
    await totp.codesLeft(ctx, operatorId),
    isConfirmed(ctx),
  ];
  const result = ownValue(texts.secondFactors.results(MAX_PASSKEYS), String(req.query.said));
  const adding = mayChange ? await addingForm(wiring, ctx, operatorId, kept.length) : '';
  sendPersonPage(res, {
    title: texts.secondFactors.title,
    ...(adding !== '' && { script: PASSKEY_SCRIPT_PATH }),
    body: `<h1>${texts.secondFactors.title}</h1>
<p class="lead">${texts.secondFactors.lead}</p>
${result ? said(result) : ''}
${mayChange ? '' : `<p>${texts.secondFactors.confirmFirst((text) => `<a href="${confirmPath()}">${text}</a>`)}</p>`}
<h2>${texts.secondFactors.passkeys}</h2>
${kept.length > 0 ? `<ul class="rows">${kept.map((passkey) => rowOf(passkey, mayChange)).join('\n')}</ul>` : `<p>${texts.secondFactors.noPasskeys}</p>`}
${adding}
<h2>${texts.secondFactors.app}</h2>
${isOn ? codesOn(left, mayChange) : codesOff(mayChange)}
<p><a href="${ACCOUNT_PATH}">${texts.form.backToAccount}</a></p>`,
  });
}

async function addingForm(
  { passkeys }: SecondFactorsWiring,
  ctx: Context,
  operatorId: string,
  count: number,
): Promise<string> {
  if (count >= MAX_PASSKEYS) return '';
  if (!passkeys.isPossible) {
    return `<p class="hint">${texts.secondFactors.notPossible('<code>localhost</code>')}</p>`;
  }
  const options = await passkeys.optionsToAdd(ctx, await findPerson(ctx.em, operatorId));
  return passkeyForm({
    does: 'add',
    action: SECOND_FACTORS_PATH,
    options,
    button: texts.secondFactors.addPasskey,
    hidden: { do: 'add-passkey' },
    fields: `<label for="name">${texts.secondFactors.passkeyName}</label>
<input type="text" id="name" name="name" maxlength="${MAX_PASSKEY_NAME_LENGTH}" placeholder="${texts.secondFactors.passkeyExample}" required>`,
  });
}

function rowOf({ id, name, isBackedUp, addedOn, lastUsedOn }: PasskeySummary, mayChange: boolean): string {
  const { used, unused, synced } = texts.secondFactors;
  const facts = lastUsedOn ? used(addedOn, lastUsedOn) : unused(addedOn);
  const form = mayChange
    ? `<form method="post" action="${SECOND_FACTORS_PATH}"><input type="hidden" name="do" value="remove-passkey">
<input type="hidden" name="id" value="${id}"><button class="quiet small" aria-label="${texts.secondFactors.removeLabel(escapeHtml(name))}">${texts.secondFactors.remove}</button></form>`
    : '';
  const rename = mayChange
    ? `<details><summary>${texts.secondFactors.rename}</summary><form class="fields" method="post" action="${SECOND_FACTORS_PATH}">
<input type="hidden" name="do" value="rename-passkey"><input type="hidden" name="id" value="${id}">
<label for="name-${id}">${texts.secondFactors.newName}</label>
<input type="text" id="name-${id}" name="name" value="${escapeHtml(name)}" maxlength="${MAX_PASSKEY_NAME_LENGTH}" required>
<p class="actions"><button class="quiet small">${texts.secondFactors.saveName}</button></p></form></details>`
    : '';
  return `<li><div><p>${escapeHtml(name)}</p>
<p class="detail">${isBackedUp ? synced(facts) : facts}</p>${rename}</div>${form}</li>`;
}

function codesOn(left: number, mayChange: boolean): string {
  const forms = mayChange
    ? `<div class="actions">${simpleForm('renew-codes', texts.secondFactors.renewCodes)}${simpleForm('remove-codes', texts.secondFactors.removeApp)}</div>`
    : '';
  return `<p>${texts.secondFactors.appOn(left)}</p>${forms}`;
}

function codesOff(mayChange: boolean): string {
  const form = mayChange ? simpleForm('begin-codes', texts.secondFactors.setUpApp) : '';
  return `<p>${texts.secondFactors.appOff}</p>${form}`;
}

function simpleForm(action: string, button: string): string {
  return `<form method="post" action="${SECOND_FACTORS_PATH}"><input type="hidden" name="do" value="${action}"><button class="quiet">${button}</button></form>`;
}

/** Page with the QR code for the authenticator app, shown until a correct code was entered. */
export async function sendTotpSetup(
  ctx: Context,
  res: Response,
  operatorId: string,
  secret: Buffer,
  isWrong: boolean,
): Promise<void> {
  const { email } = await findPerson(ctx.em, operatorId);
  const picture = await QRCode.toString(totpAddress(secret, ISSUER, email), { type: 'svg', margin: 2, width: 220 });
  const spacedSecret = base32(secret).replace(/(.{4})(?=.)/g, '$1 ');
  sendPersonPage(res, {
    title: texts.totp.title,
    body: `<h1>${texts.totp.title}</h1>
${isWrong ? said(texts.totp.wrong, 'bad') : ''}
<p>${texts.totp.lead}</p>
<figure class="link">${picture}<figcaption><code id="secret">${spacedSecret}</code></figcaption></figure>
<form class="fields" method="post" action="${SECOND_FACTORS_PATH}">
<input type="hidden" name="do" value="confirm-codes">
<label for="code">${texts.totp.code}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="40" required>
<p class="actions"><button>${texts.totp.submit}</button></p>
</form>`,
  });
}

/** Page with the new recovery codes. They are shown once, because only digests are stored. */
export function sendRecoveryCodes(res: Response, codes: readonly string[]): void {
  sendPersonPage(res, {
    title: texts.recoveryCodes.title,
    body: `<h1>${texts.recoveryCodes.title}</h1>
<p>${texts.recoveryCodes.lead}</p>
<ul id="codes">${codes.map((code) => `<li><code>${code}</code></li>`).join('')}</ul>
<p><a href="${SECOND_FACTORS_PATH}">${texts.recoveryCodes.done}</a></p>`,
  });
}

import type { Request, Response } from 'express';
import QRCode from 'qrcode';
import type { Context } from '../../platform/context.ts';
import { ACCOUNT_PATH, escapeHtml, personOf, sendPersonPage } from '../../site/index.ts';
import { findPerson } from '../operator.sql.ts';
import { pageContext } from '../pages/person-request.ts';
import type { PasskeySummary } from '../passkeys/passkey.sql.ts';
import { passkeyForm } from '../passkeys/passkey-form.ts';
import { PASSKEY_SCRIPT_PATH } from '../passkeys/passkey-script.ts';
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS } from '../passkeys/passkeys.ts';
import type { SecondFactorsWiring } from '../second-factors-wiring.ts';
import { confirmPath, isConfirmed, SECOND_FACTORS_PATH } from './second-factors.path.ts';
import { base32, totpAddress } from './totp.ts';

const ISSUER = 'Imprimatur';

const SAID: Readonly<Record<string, string>> = {
  'passkey-added': 'The passkey was added.',
  'passkey-named': 'The passkey was renamed.',
  'passkey-removed': 'The passkey was removed. Remove it from your device as well.',
  'codes-removed': 'The app was removed. Sign-in needs no code any more.',
  'not-added': `The passkey was not added. Try again. An operator can have at most ${MAX_PASSKEYS} passkeys.`,
  'not-there': 'This passkey or app doesn’t exist any more.',
  'not-begun': 'Nothing was changed.',
};

/** Section of the account page. */
export async function secondFactorsSection({ passkeys, totp }: SecondFactorsWiring, ctx: Context): Promise<string> {
  const operatorId = ctx.principal.subjectId!;
  const { length } = await passkeys.of(ctx, operatorId);
  const isOn = await totp.isOn(ctx, operatorId);
  const passkeyCount = length === 0 ? 'no passkey' : `${length} ${length === 1 ? 'passkey' : 'passkeys'}`;
  return `<h2>Passkeys and codes</h2>
<p>You have ${passkeyCount}. After your password, ${isOn ? 'a code from your app is required' : 'no code is required'}.
<a href="${SECOND_FACTORS_PATH}">Manage passkeys and codes</a></p>`;
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
  const said = SAID[String(req.query.said)];
  const adding = mayChange ? await addingForm(wiring, ctx, operatorId, kept.length) : '';
  sendPersonPage(res, {
    title: 'Passkeys and codes',
    ...(adding !== '' && { script: PASSKEY_SCRIPT_PATH }),
    body: `<h1>Passkeys and codes</h1>
<p class="lead">Ways to sign in with, or instead of, your password.</p>
${said ? `<div class="said" role="status"><p>${said}</p></div>` : ''}
${mayChange ? '' : `<p><a href="${confirmPath()}">Confirm that it is you</a> to change anything here.</p>`}
<h2>Passkeys</h2>
${kept.length > 0 ? `<ul class="rows">${kept.map((passkey) => rowOf(passkey, mayChange)).join('\n')}</ul>` : '<p>You have none.</p>'}
${adding}
<h2>Authenticator app</h2>
${isOn ? codesOn(left, mayChange) : codesOff(mayChange)}
<p><a href="${ACCOUNT_PATH}">Back to your account</a></p>`,
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
    return '<p class="hint">Browsers accept passkeys only on a host name with TLS, or on <code>localhost</code>. Set PUBLIC_URL to such an address.</p>';
  }
  const options = await passkeys.optionsToAdd(ctx, await findPerson(ctx.em, operatorId));
  return passkeyForm({
    does: 'add',
    action: SECOND_FACTORS_PATH,
    options,
    button: 'Add passkey',
    hidden: { do: 'add-passkey' },
    fields: `<label for="name">Name of the passkey</label>
<input type="text" id="name" name="name" maxlength="${MAX_PASSKEY_NAME_LENGTH}" placeholder="Phone" required>`,
  });
}

function rowOf({ id, name, isBackedUp, addedOn, lastUsedOn }: PasskeySummary, mayChange: boolean): string {
  const used = lastUsedOn ? `last used ${lastUsedOn}` : 'not used yet';
  const form = mayChange
    ? `<form method="post" action="${SECOND_FACTORS_PATH}"><input type="hidden" name="do" value="remove-passkey">
<input type="hidden" name="id" value="${id}"><button class="quiet small" aria-label="Remove ${escapeHtml(name)}">Remove</button></form>`
    : '';
  const rename = mayChange
    ? `<details><summary>Rename</summary><form class="fields" method="post" action="${SECOND_FACTORS_PATH}">
<input type="hidden" name="do" value="rename-passkey"><input type="hidden" name="id" value="${id}">
<label for="name-${id}">New name</label>
<input type="text" id="name-${id}" name="name" value="${escapeHtml(name)}" maxlength="${MAX_PASSKEY_NAME_LENGTH}" required>
<p class="actions"><button class="quiet small">Save name</button></p></form></details>`
    : '';
  return `<li><div><p>${escapeHtml(name)}</p>
<p class="detail">Added ${addedOn}, ${used}${isBackedUp ? ', synced to your devices by your browser or phone' : ''}</p>${rename}</div>${form}</li>`;
}

function codesOn(left: number, mayChange: boolean): string {
  const forms = mayChange
    ? `<div class="actions">${simpleForm('renew-codes', 'Create new recovery codes')}${simpleForm('remove-codes', 'Remove app')}</div>`
    : '';
  return `<p>A code is required after your password. Unused recovery codes: ${left}.</p>${forms}`;
}

function codesOff(mayChange: boolean): string {
  const form = mayChange ? simpleForm('begin-codes', 'Set up app') : '';
  return `<p>An app on your phone shows a new code every 30 seconds. No code is required yet.</p>${form}`;
}

function simpleForm(action: string, button: string): string {
  return `<form method="post" action="${SECOND_FACTORS_PATH}"><input type="hidden" name="do" value="${action}"><button class="quiet">${button}</button></form>`;
}

/** QR code for the app, shown until the app has proven a correct code. */
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
    title: 'Set up app',
    body: `<h1>Set up app</h1>
${isWrong ? '<div class="said" data-tone="bad" role="alert"><p>Wrong code. Enter the next code that the app shows.</p></div>' : ''}
<p>Scan this QR code with the app, or type the key below it.</p>
<figure class="link">${picture}<figcaption><code id="secret">${spacedSecret}</code></figcaption></figure>
<form class="fields" method="post" action="${SECOND_FACTORS_PATH}">
<input type="hidden" name="do" value="confirm-codes">
<label for="code">Current code in the app</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="40" required>
<p class="actions"><button>Confirm code</button></p>
</form>`,
  });
}

/** Shown once, because only digests are stored. */
export function sendRecoveryCodes(res: Response, codes: readonly string[]): void {
  sendPersonPage(res, {
    title: 'Your recovery codes',
    body: `<h1>Your recovery codes</h1>
<p>Print them or write them down. Each replaces one code of your app, once. They are not shown again.</p>
<ul id="codes">${codes.map((code) => `<li><code>${code}</code></li>`).join('')}</ul>
<p><a href="${SECOND_FACTORS_PATH}">Done</a></p>`,
  });
}

import type { Request, RequestHandler } from 'express';
import { Refusal } from '../../platform/errors/errors.ts';
import { formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { networkOf } from '../../platform/limits/counted-caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { BACK_OFFICE_PATH, escapeHtml, personPageErrors, seeOther, sendPersonPage } from '../../site/index.ts';
import { field, said } from '../pages/fields.ts';
import { browserOf, pageContext, setCookies } from '../pages/person-request.ts';
import { texts } from '../pages/texts.ts';
import {
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  nameFault,
  passwordFault,
} from '../person-input.ts';
import type { PasswordHashes } from '../sign-in/password-hash.ts';
import { WRONG_LINKS } from '../sign-in/sign-in.limits.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import { INVITATION_PATH, type InvitationService } from './invitation.service.ts';
import type { OpenInvitation } from './operator-invitation.sql.ts';

interface InvitationPagesOptions {
  platform: Platform;
  invitations: InvitationService;
  signIns: SignIns;
  hashes: PasswordHashes;
}

/** Page of an invitation, `/admin/invitations/{token}`. Viewing it doesn’t use up the invitation. */
export function invitationPages({ platform, invitations, signIns, hashes }: InvitationPagesOptions): Mount[] {
  const found = async (req: Request): Promise<OpenInvitation> => {
    const ctx = pageContext(platform, req);
    const invitation = await invitations.open(ctx, tokenOf(req));
    if (invitation) return invitation;
    // Requests with wrong tokens are rate limited. People open an expired link a few times, not sixty.
    await platform.limits.take(ctx, [WRONG_LINKS, 1, networkOf(ctx.address)]);
    throw invalidInvitation();
  };

  const show: RequestHandler = async (req, res) => {
    sendPersonPage(res, { title: texts.invitation.title, body: invitationForm(req, await found(req), {}) });
  };

  const accept: RequestHandler = async (req, res) => {
    const ctx = pageContext(platform, req);
    const invitation = await found(req);
    const name = formOf(req).text('name');
    const password = formOf(req).exact('password');
    const faults = { name: nameFault(name), password: passwordFault(password, invitation.email) };
    if (faults.name || faults.password) {
      const body = invitationForm(req, invitation, { name, faults });
      return sendPersonPage(res, { title: texts.invitation.title, status: 422, body });
    }
    const operator = await invitations.accept(ctx, tokenOf(req), name, await hashes.hash(password));
    if (!operator) throw invalidInvitation();
    setCookies(res, await signIns.open(ctx, operator, browserOf(req)));
    seeOther(res, BACK_OFFICE_PATH);
  };

  return [
    {
      path: `${INVITATION_PATH}/:token`,
      methods: { GET: [show], POST: [formBody(platform.publicUrl), accept] },
      kind: 'page',
      errors: personPageErrors,
    },
  ];
}

const tokenOf = (req: Request) => String(req.params.token);

const invalidInvitation = () =>
  new Refusal('NOT_FOUND', 'This invitation was already accepted, was revoked, or has expired. Ask for a new one.');

interface InvitationFormValues {
  name?: string;
  faults?: { name: string | null; password: string | null };
}

function invitationForm(
  req: Request,
  { email, roles }: OpenInvitation,
  { name = '', faults }: InvitationFormValues,
): string {
  // The first field with a problem gets the focus.
  const isPasswordFirst = Boolean(faults?.password) && !faults?.name;
  return `<h1>${texts.invitation.heading}</h1>
<p class="lead">${texts.invitation.lead(escapeHtml(roles.join(texts.invitation.and)))}</p>
${faults ? said(texts.form.correct, 'bad') : ''}<form class="fields" method="post" action="${INVITATION_PATH}/${escapeHtml(tokenOf(req))}">
<label for="email">${texts.form.email}</label>
<p class="hint" id="email-hint">${texts.invitation.emailHint}</p>
<input id="email" type="email" autocomplete="username" value="${escapeHtml(email)}" aria-describedby="email-hint" readonly>
${field({ name: 'name', label: texts.form.name, type: 'text', autocomplete: 'name', hint: texts.form.nameHint, value: name, maxLength: MAX_NAME_LENGTH, isFirst: !isPasswordFirst, ...(faults?.name && { fault: faults.name }) })}
${field({ name: 'password', label: texts.form.password, type: 'password', autocomplete: 'new-password', hint: texts.form.passwordHint(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH), isFirst: isPasswordFirst, ...(faults?.password && { fault: faults.password }) })}
<div class="actions"><button>${texts.invitation.submit}</button></div>
</form>
<p class="hint">${texts.invitation.once}</p>`;
}

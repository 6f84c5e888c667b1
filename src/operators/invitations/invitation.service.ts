import { LockMode } from '@mikro-orm/core';
import { can } from '../../platform/auth/principal.ts';
import { hasTokenForm, newToken } from '../../platform/auth/token.ts';
import type { Context } from '../../platform/context.ts';
import { digestOf } from '../../platform/encryption/secrets.ts';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/outbox.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import { InputInvalid, NotFound } from '../../platform/graphql/schema/problem.ts';
import type { IdempotencyKeyReused } from '../../platform/idempotency/idempotency-key-reused.ts';
import { issueOnce, type NoteIssued } from '../../platform/idempotency/issue-once.ts';
import { newId } from '../../platform/ids.ts';
import type { SettingsApi } from '../../settings/index.ts';
import { type Accounts, newAccount } from '../codes/accounts.ts';
import { assertCanGrant } from '../grantable-permissions.ts';
import { accountOf } from '../links.ts';
import { Operator, OperatorRole } from '../operator.entity.ts';
import { OperatorConflict } from '../operator.problems.ts';
import { lockPeople } from '../operator.sql.ts';
import { emailOf } from '../person-input.ts';
import { OperatorAccount } from '../sign-in.entities.ts';
import type { InviteOperatorInput } from './invitation.inputs.ts';
import { invitationDays } from './invitation.settings.ts';
import { OperatorInvitation } from './operator-invitation.entity.ts';
import {
  acceptInvitation,
  countOpenInvitations,
  findOpenInvitation,
  lockOpenInvitation,
  lockOpenInvitationAt,
  type OpenInvitation,
  revokeInvitationsAt,
} from './operator-invitation.sql.ts';

/** Path of invitation links, followed by the token. */
export const INVITATION_PATH = '/admin/invitations';
/** Maximum number of open invitations of all operators. */
const MAX_OPEN = 200;
const DAY_MS = 24 * 3_600_000;

/** Invitation and its link, which no other operation returns. */
export interface InvitationWithLink {
  invitation: OperatorInvitation;
  /** Link of the invitation. Null if an earlier request with the same idempotency key created the invitation. */
  link: string | null;
  alreadyIssued: boolean;
}

interface InvitationServiceOptions {
  accounts: Accounts;
  settings: SettingsApi;
  publicUrl: string;
  /** Called after a change, because cached operators may be outdated. */
  changed: () => void;
}

const findInvitation = entityFinder(OperatorInvitation, ({ principal }) =>
  can(principal, 'operators:manage') ? {} : null,
);

export class InvitationService {
  readonly #options: InvitationServiceOptions;

  constructor(options: InvitationServiceOptions) {
    this.#options = options;
  }

  /**
   * Creates an invitation, once per idempotency key.
   * @throws Refusal FORBIDDEN if the invitation grants permissions that the caller lacks
   */
  invite(
    ctx: Context,
    input: InviteOperatorInput,
  ): Promise<InvitationWithLink | InputInvalid | OperatorConflict | IdempotencyKeyReused> {
    return issueOnce<InvitationWithLink | InputInvalid | OperatorConflict>(ctx, {
      mutation: 'inviteOperator',
      input,
      issue: (note) => this.#invite(ctx, input, note),
      again: async ({ em }, id) => {
        const invitation = await em.findOne(OperatorInvitation, id);
        return invitation && { invitation, link: null, alreadyIssued: true };
      },
    });
  }

  async #invite(
    ctx: Context,
    input: InviteOperatorInput,
    note: NoteIssued,
  ): Promise<InvitationWithLink | InputInvalid | OperatorConflict> {
    const email = emailOf(input.email);
    const roles = Object.values(OperatorRole).filter((role) => input.roles.includes(role));
    const issues: ValueIssue[] = [];
    if (email === null)
      issues.push({ pointer: '/email', detail: 'This isn’t a valid e-mail address. Use the form `ada@example.org`.' });
    if (roles.length === 0) issues.push({ pointer: '/roles', detail: 'Give at least one role.' });
    if (email === null || issues.length > 0) return new InputInvalid(issues);
    assertCanGrant(ctx.principal, roles);
    const days = await this.#options.settings.value(invitationDays);
    return ctx.transactional(async (inner) => {
      const { em, clock, principal } = inner;
      await lockPeople(em);
      if ((await em.count(Operator, { email })) > 0) {
        return new OperatorConflict(
          'An operator with this address already exists. Change that operator’s roles instead.',
        );
      }
      await revokeInvitationsAt(em, email);
      if ((await countOpenInvitations(em)) >= MAX_OPEN) {
        return new OperatorConflict(`The limit of ${MAX_OPEN} open invitations is reached. Revoke one first.`);
      }
      const token = newToken('imol_');
      const row = {
        id: newId('operatorInvitation'),
        email,
        roles,
        tokenDigest: digestOf(token),
        invitedBy: principal.actor,
        expiresAt: new Date(clock.now().getTime() + days * DAY_MS),
      };
      const invitation = em.create(OperatorInvitation, {
        ...row,
        authenticationCode: this.#options.accounts.codes.invitations.of(row),
        acceptedAt: null,
        operatorId: null,
        revokedAt: null,
      });
      await em.persist(invitation).flush();
      await note(inner, invitation.id);
      const link = `${this.#options.publicUrl}${INVITATION_PATH}/${token}`;
      return { invitation, link, alreadyIssued: false };
    });
  }

  /** Revokes an invitation. Revoking it twice changes nothing. An accepted invitation can’t be revoked. */
  async revoke(ctx: Context, id: string): Promise<OperatorInvitation | NotFound | OperatorConflict> {
    return ctx.transactional(async (inner) => {
      const invitation = await inner.em.findOne(OperatorInvitation, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!invitation) return new NotFound(id);
      if (invitation.acceptedAt) {
        return new OperatorConflict('The invitation was already accepted. Disable the operator instead.');
      }
      invitation.revokedAt ??= inner.clock.now();
      invitation.authenticationCode = null;
      return invitation;
    });
  }

  /** Finds an invitation for the query `node`. */
  find(ctx: Context, id: string): Promise<OperatorInvitation | null> {
    return findInvitation(ctx, id);
  }

  /**
   * Finds the open invitation of a link. Null if the link is unknown, its invitation is accepted, revoked or expired, or the
   * service hasn’t stored it.
   */
  async open({ em }: Context, token: string): Promise<OpenInvitation | null> {
    if (!hasTokenForm('imol_', token)) return null;
    return this.#proven(await findOpenInvitation(em, digestOf(token)));
  }

  /**
   * Creates the operator of an invitation, once even for concurrent callers.
   * @param passwordHash computed before the transaction, because hashing is slow
   * @returns null if the link is unknown, its invitation isn't open, or an operator with its address exists
   */
  async accept(ctx: Context, token: string, name: string, passwordHash: string): Promise<Operator | null> {
    const operator = await ctx.transactional(async (inner) => {
      const { em } = inner;
      await lockPeople(em);
      const invitation = this.#proven(await lockOpenInvitation(em, digestOf(token)));
      if (!invitation || (await em.count(Operator, { email: invitation.email })) > 0) return null;
      const made = this.#operatorOf(inner, invitation, name, passwordHash);
      await em.persist(made).flush();
      em.persist(em.create(OperatorAccount, accountOf(made, passwordHash)));
      await acceptInvitation(em, invitation.id, made.id, inner.clock.now());
      publish(inner, 'operators.changed', { operatorId: made.id });
      return made;
    });
    if (operator) this.#options.changed();
    return operator;
  }

  /**
   * Creates the operator of an open invitation for an address that an identity provider has verified. The operator has no
   * password. Must be called in the transaction that links the account.
   * @returns the operator's id; null if an operator with the address exists, or without an open invitation
   */
  async acceptAt(ctx: Context, { email, name }: { email: string; name: string | null }): Promise<string | null> {
    const { em } = ctx;
    await lockPeople(em);
    if ((await em.count(Operator, { email })) > 0) return null;
    const invitation = this.#proven(await lockOpenInvitationAt(em, email));
    if (!invitation) return null;
    const made = this.#operatorOf(ctx, invitation, name ?? email, null);
    await em.persist(made).flush();
    await acceptInvitation(em, invitation.id, made.id, ctx.clock.now());
    publish(ctx, 'operators.changed', { operatorId: made.id });
    return made.id;
  }

  /** The new operator of an invitation, with the code of the account. */
  #operatorOf({ em }: Context, invitation: OpenInvitation, name: string, passwordHash: string | null): Operator {
    const { email, roles, invitedBy } = invitation;
    const account = newAccount({ id: newId('operator'), email, roles }, passwordHash);
    return em.create(Operator, {
      id: account.id,
      name,
      email,
      roles: [...roles],
      disabledAt: null,
      createdBy: invitedBy,
      authenticationCode: this.#options.accounts.codeOf(account),
    });
  }

  /** The invitation if the service has stored it, otherwise null. */
  #proven(invitation: OpenInvitation | null): OpenInvitation | null {
    const { accounts } = this.#options;
    if (invitation === null || accounts.codes.invitations.verifies(invitation, invitation.code)) return invitation;
    accounts.reportWrongCode('invitation', invitation.id);
    return null;
  }
}

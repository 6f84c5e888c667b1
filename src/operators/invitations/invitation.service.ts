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
import type { SettingsApi } from '../../settings/index.ts';
import { assertCanGrant } from '../grantable-permissions.ts';
import { Operator, OperatorRole } from '../operator.entity.ts';
import { OperatorConflict } from '../operator.problems.ts';
import { lockPeople } from '../operator.sql.ts';
import { emailOf } from '../person-input.ts';
import { OperatorAccount } from '../sign-in.entities.ts';
import type { InviteOperatorInput } from './invitation.inputs.ts';
import { invitationDays } from './invitation.settings.ts';
import { OperatorInvitation } from './operator-invitation.entity.ts';
import {
  countOpenInvitations,
  findOpenInvitation,
  isOpenInvitation,
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
      const invitation = em.create(OperatorInvitation, {
        email,
        roles,
        tokenDigest: digestOf(token),
        invitedBy: principal.actor,
        expiresAt: new Date(clock.now().getTime() + days * DAY_MS),
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
      return invitation;
    });
  }

  /** Finds an invitation for the query `node`. */
  find(ctx: Context, id: string): Promise<OperatorInvitation | null> {
    return findInvitation(ctx, id);
  }

  /** Finds the open invitation of a link. Null if the link is unknown or its invitation is accepted, revoked or expired. */
  async open({ em }: Context, token: string): Promise<OpenInvitation | null> {
    if (!hasTokenForm('imol_', token)) return null;
    return findOpenInvitation(em, digestOf(token));
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
      const invitation = await em.findOne(
        OperatorInvitation,
        { tokenDigest: digestOf(token) },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!invitation || !(await isOpenInvitation(em, invitation.id))) return null;
      if ((await em.count(Operator, { email: invitation.email })) > 0) return null;
      const made = em.create(Operator, {
        name,
        email: invitation.email,
        roles: invitation.roles,
        disabledAt: null,
        createdBy: invitation.invitedBy,
      });
      await em.persist(made).flush();
      em.persist(
        em.create(OperatorAccount, {
          operator: made,
          // The provider `credential` marks an account with a password.
          providerId: 'credential',
          accountId: made.id,
          password: passwordHash,
        }),
      );
      invitation.acceptedAt = inner.clock.now();
      invitation.operatorId = made.id;
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
    const openId = await lockOpenInvitationAt(em, email);
    const invitation = openId === null ? null : await em.findOne(OperatorInvitation, openId);
    if (!invitation) return null;
    const made = em.create(Operator, {
      name: name ?? email,
      email,
      roles: invitation.roles,
      disabledAt: null,
      createdBy: invitation.invitedBy,
    });
    invitation.acceptedAt = ctx.clock.now();
    await em.persist(made).flush();
    invitation.operatorId = made.id;
    await em.flush();
    publish(ctx, 'operators.changed', { operatorId: made.id });
    return made.id;
  }
}

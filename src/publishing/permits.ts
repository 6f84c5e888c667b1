import { hash } from 'node:crypto';
import { type Approval, ApprovalState, type ApprovalsApi } from '../approvals/index.ts';
import { findFirstSuccessful } from '../platform/audit/audit-entry.sql.ts';
import type { Context } from '../platform/context.ts';
import type { ErrorCode } from '../platform/errors/error-codes.ts';
import { publish } from '../platform/events/outbox.ts';
import { NotFound } from '../platform/graphql/schema/problem.ts';
import { actionIn } from './canonical-action.ts';
import { type Permit, PermitState } from './permit.type.ts';
import { PublishRequest } from './publish-request.entity.ts';
import { canSee } from './publishing.access.ts';
import { PermitRefused } from './publishing.problems.ts';
import { lockRequest } from './publishing.service.ts';

export interface PermitsOptions {
  approvals: Pick<ApprovalsApi, 'decisions' | 'of' | 'released' | 'stateOf'>;
  /** Checks if enough of the people who approved the action are still approvers. */
  isStillApproved: (ctx: Context, approval: Approval) => Promise<boolean>;
  /** Checks if the requester can still act: an agent, for example, can have been disabled. */
  isEnabled: (ctx: Context, actor: string) => Promise<boolean>;
}

/** States in which a permit is after these actions, which the audit trail records. */
const ENDINGS: Readonly<Record<string, PermitState>> = { fetchPermit: 'USED', revokePublishRequest: 'REVOKED' };

const notTheRequester = () => new PermitRefused('FORBIDDEN', 'Only the requester can fetch this permit.');

/** An approved action that its requester has fetched, with its permit. */
export interface FetchedAction {
  readonly request: PublishRequest;
  readonly permit: Permit;
  /** Canonical JSON of the action. The SHA-256 of its UTF-8 bytes is the digest that was approved. */
  readonly actionText: string;
}

/** Computes the states of permits, and returns each approved action to its requester once. */
export class Permits {
  readonly #options: PermitsOptions;

  constructor(options: PermitsOptions) {
    this.#options = options;
  }

  /** Permit of a request. Null if the request was never approved. */
  async of(ctx: Context, request: PublishRequest): Promise<Permit | null> {
    const approval = await this.#options.approvals.of(ctx, 'PUBLISH_REQUEST', request.id);
    return approval && this.#permit(ctx, request, approval);
  }

  /**
   * Returns an approved action to its requester, once. Checks again under a lock: the state of the approval, that its approvers
   * are still approvers, and that the bytes are those that were approved.
   * @throws Refusal if the bytes were deleted or have changed
   */
  async fetch(ctx: Context, id: string): Promise<FetchedAction | NotFound | PermitRefused> {
    // Requests for a used, expired or revoked permit are refused here, so that they don’t hold a database connection while they
    // wait for the row lock.
    const over = await this.#over(ctx.fork(), id);
    if (over) return over;
    return ctx.fork().transactional(async (inner) => {
      const { approvals } = this.#options;
      const request = await lockRequest(inner, id);
      if (!request || !canSee(ctx.principal, request)) return new NotFound(id);
      const approval = await approvals.of(inner, 'PUBLISH_REQUEST', id);
      const permit = approval && this.#permit(inner, request, approval);
      const refusal = await this.#refusal(inner, request, permit, approval);
      if (refusal) return refusal;
      const bytes = await approvals.released(inner, approval!);
      if (!isOf(bytes, request)) {
        return new PermitRefused(
          'HELD_CONTENT_CHANGED',
          'The stored content isn’t what was approved. Tell the operator.',
        );
      }
      // Compared with what was signed: the row of the request isn’t.
      if (!approval!.barred.includes(ctx.principal.actor)) return notTheRequester();
      const decisions = await approvals.decisions(inner, approval!);
      const decidedAt = Math.max(...decisions.map((one) => one.decidedAt.getTime()));
      if (new Date(decidedAt + request.permitMs) <= inner.clock.now())
        return refusalOf({ ...permit!, state: 'EXPIRED' })!;
      const ended = await findFirstSuccessful(inner.em, Object.keys(ENDINGS), id);
      if (ended) {
        inner.logger.error({ publishRequestId: id, action: ended }, 'the end of a permit was undone in the database');
        return refusalOf({ ...permit!, state: ENDINGS[ended]! })!;
      }
      request.permitIssuedAt = permit!.issuedAt;
      request.permitUsedAt = inner.clock.now();
      request.permitUsedBy = ctx.principal.actor;
      publish(inner, 'permit.used', { permitId: request.permitId, publishRequestId: id });
      publish(inner, 'publish-request.permit-changed', { publishRequestId: id });
      return { request, permit: this.#permit(inner, request, approval!)!, actionText: bytes.toString('utf8') };
    });
  }

  /** Reason why the permit can never be fetched any more. Null if that must be checked under the lock. */
  async #over(ctx: Context, id: string): Promise<NotFound | PermitRefused | null> {
    const request = await ctx.em.findOne(PublishRequest, id);
    if (!request || !canSee(ctx.principal, request)) return new NotFound(id);
    if (!request.askers.includes(ctx.principal.actor)) return null;
    const permit = await this.of(ctx, request);
    return permit && refusalOf(permit);
  }

  async #refusal(
    ctx: Context,
    { askers }: PublishRequest,
    permit: Permit | null,
    approval: Approval | null,
  ): Promise<PermitRefused | null> {
    const { isEnabled, isStillApproved } = this.#options;
    const { actor } = ctx.principal;
    if (!askers.includes(actor)) return notTheRequester();
    if (!(await isEnabled(ctx, actor)))
      return new PermitRefused('FORBIDDEN', 'You were disabled and can’t fetch permits. Ask an operator.');
    if (!permit) {
      const waits = approval && this.#options.approvals.stateOf(ctx, approval) === ApprovalState.PENDING;
      return new PermitRefused(
        'NOT_APPROVED',
        waits
          ? 'The publish request waits for approval. Read its `state` before you try again.'
          : 'The publish request was not approved, so it has no permit.',
      );
    }
    const over = refusalOf(permit);
    if (over) return over;
    if (await isStillApproved(ctx, approval!)) return null;
    return new PermitRefused(
      'NOT_APPROVED',
      'Too few of the people who approved the request still have the right to approve. File a new request.',
    );
  }

  #permit({ clock }: Context, request: PublishRequest, approval: Approval): Permit | null {
    const issuedAt = request.permitIssuedAt ?? (approval.state === ApprovalState.APPROVED ? approval.decidedAt : null);
    if (issuedAt === null) return null;
    const { permitId, permitMs, permitUsedAt = null, permitUsedBy = null } = request;
    const expiresAt = new Date(issuedAt.getTime() + permitMs);
    const state = stateOf(permitUsedAt, approval, expiresAt <= clock.now());
    const used = { usedAt: permitUsedAt, usedBy: permitUsedBy };
    return { id: permitId, state, issuedAt, expiresAt, ...used, publishRequestId: request.id };
  }
}

function stateOf(usedAt: Date | null, approval: Approval, isOver: boolean): PermitState {
  if (usedAt !== null) return PermitState.USED;
  if (approval.state !== ApprovalState.APPROVED) return PermitState.REVOKED;
  return isOver ? PermitState.EXPIRED : PermitState.ISSUED;
}

function refusalOf({ state }: Permit): PermitRefused | null {
  const [code, message] = REFUSALS[state] ?? [];
  return code ? new PermitRefused(code, message!) : null;
}

const REFUSALS: Readonly<Partial<Record<PermitState, readonly [ErrorCode, string]>>> = {
  USED: [
    'PERMIT_USED',
    'This permit was already fetched, and a permit can be fetched once. File a new request to repeat the action.',
  ],
  EXPIRED: ['PERMIT_EXPIRED', 'This permit was not fetched in time. File a new request.'],
  REVOKED: ['PERMIT_REVOKED', 'The approval was revoked. Do not carry out the action.'],
};

/** True if the bytes are the action of this request. Also detects changes of the request’s row. */
function isOf(bytes: Buffer, { id, sha256, requestedBy, owner, tool, channel }: PublishRequest): boolean {
  if (hash('sha256', bytes) !== sha256) return false;
  const action = actionIn(bytes);
  return (
    action.id === id &&
    action.asker === requestedBy &&
    action.owner === owner &&
    action.tool === tool &&
    action.channel === channel
  );
}

import { hash } from 'node:crypto';
import { type Approval, ApprovalState, type ApprovalsApi } from '../approvals/index.ts';
import type { Context } from '../platform/context.ts';
import type { ErrorCode } from '../platform/errors/error-codes.ts';
import { publish } from '../platform/events/outbox.ts';
import { NotFound } from '../platform/graphql/schema/problem.ts';
import { actionIn } from './canonical-action.ts';
import { type Permit, PermitState } from './permit.type.ts';
import { PublishRequest } from './publish-request.entity.ts';
import { sees } from './publishing.access.ts';
import { PermitRefused } from './publishing.problems.ts';
import { locked } from './publishing.service.ts';

export interface PermitsOptions {
  approvals: Pick<ApprovalsApi, 'of' | 'released' | 'stateOf'>;
  /** Whether as many of those who have approved it as it takes could approve it still. */
  isStillApproved: (ctx: Context, approval: Approval) => Promise<boolean>;
  /** Whether an actor that asks may act at all, e.g. an agent that is not disabled. */
  isEnabled: (ctx: Context, actor: string) => Promise<boolean>;
}

/** What was approved, and what lets it be done. */
export interface FetchedAction {
  readonly request: PublishRequest;
  readonly permit: Permit;
  /** The canonical bytes, as text: their SHA-256 as UTF-8 is what was approved. */
  readonly actionText: string;
}

/** How permits stand, and who is given one. */
export class Permits {
  readonly #options: PermitsOptions;

  constructor(options: PermitsOptions) {
    this.#options = options;
  }

  /** That of a request; null as long as it is not approved, and where it never was. */
  async of(ctx: Context, request: PublishRequest): Promise<Permit | null> {
    const approval = await this.#options.approvals.of(ctx, 'PUBLISH_REQUEST', request.id);
    return approval && this.#permit(ctx, request, approval);
  }

  /**
   * Gives what was approved to who asked for it, once. All of it is looked at again while nobody else can: how the approval
   * stands, by whom it is given, whether the bytes are those that were approved.
   * @throws Refusal for bytes that are gone or are others
   */
  async fetch(ctx: Context, id: string): Promise<FetchedAction | NotFound | PermitRefused> {
    // Of many at once those who come late need not wait for the row, each with a connection in its hand, to be told so.
    const over = await this.#over(ctx.afresh(), id);
    if (over) return over;
    return ctx.afresh().transactional(async (inner) => {
      const { approvals } = this.#options;
      const request = await locked(inner, id);
      if (!request || !sees(ctx.principal, request)) return new NotFound(id);
      const approval = await approvals.of(inner, 'PUBLISH_REQUEST', id);
      const permit = approval && this.#permit(inner, request, approval);
      const refusal = await this.#refusal(inner, request, permit, approval);
      if (refusal) return refusal;
      const bytes = await approvals.released(inner, approval!);
      if (!isOf(bytes, request)) {
        return new PermitRefused('HELD_CONTENT_CHANGED', 'What is kept is not what was approved. Tell the operator.');
      }
      request.permitIssuedAt = permit!.issuedAt;
      request.permitUsedAt = inner.clock.now();
      request.permitUsedBy = ctx.principal.actor;
      publish(inner, 'permit.used', { permitId: request.permitId, publishRequestId: id });
      publish(inner, 'publish-request.permit-changed', { publishRequestId: id });
      return { request, permit: this.#permit(inner, request, approval!)!, actionText: bytes.toString('utf8') };
    });
  }

  /** Why it is given to nobody any more, where that is so for good; null: it has to be looked at while nobody else can. */
  async #over(ctx: Context, id: string): Promise<NotFound | PermitRefused | null> {
    const request = await ctx.em.findOne(PublishRequest, id);
    if (!request || !sees(ctx.principal, request)) return new NotFound(id);
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
    if (!askers.includes(actor))
      return new PermitRefused('FORBIDDEN', 'Only who has asked for this fetches its permit.');
    if (!(await isEnabled(ctx, actor))) return new PermitRefused('FORBIDDEN', 'You may not act any more.');
    if (!permit) {
      const waits = approval && this.#options.approvals.stateOf(ctx, approval) === ApprovalState.PENDING;
      return new PermitRefused(
        'NOT_APPROVED',
        waits ? 'Nobody has approved this yet. Ask how it stands before you come again.' : 'This was not approved.',
      );
    }
    const over = refusalOf(permit);
    if (over) return over;
    if (await isStillApproved(ctx, approval!)) return null;
    return new PermitRefused(
      'NOT_APPROVED',
      'Of those who have approved this, too few may decide any more. It has to be asked for anew.',
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
  USED: ['PERMIT_USED', 'This permit was fetched before. It is for once: ask anew for what is to be done again.'],
  EXPIRED: ['PERMIT_EXPIRED', 'This permit was not fetched in time. Ask anew.'],
  REVOKED: ['PERMIT_REVOKED', 'This was approved and then taken back. Do not do it.'],
};

/** Whether bytes are those of this request, whatever became of its row. */
function isOf(bytes: Buffer, { id, sha256, askedBy, owner, tool, channel }: PublishRequest): boolean {
  if (hash('sha256', bytes) !== sha256) return false;
  const action = actionIn(bytes);
  return (
    action.id === id &&
    action.asker === askedBy &&
    action.owner === owner &&
    action.tool === tool &&
    action.channel === channel
  );
}

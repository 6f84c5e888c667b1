import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { isOperator } from '../operators/pure.ts';
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessFor } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { sourceIn } from '../platform/graphql/schema/subscription-source.ts';
import { Approval, ApprovalDecision, ApprovalState } from './approval.entity.ts';
import {
  ApprovalsArgs,
  ApproveInput,
  BeginDecisionInput,
  CancelApprovalInput,
  RejectInput,
} from './approval.inputs.ts';
import { DecisionRefused, NotPending } from './approval.problems.ts';
import { approvalPages, approvalsById, decisionsOfApprovals } from './approval.reads.ts';
import { DecisionObstacle } from './approval.rules.ts';
import type { ApprovalService } from './approval.service.ts';
import { ApprovalActor } from './approval-actor.type.ts';
import { MAX_DECISIONS } from './approvers.ts';
import type { VisibleActor } from './known-actors.ts';
import { obstacleSentence } from './obstacles.ts';
import { DecisionSignatureRequest } from './passkeys/decision-signature-request.type.ts';

const approval = changed(() => Approval, 'Current state of the request.');
const ApprovedRequest = payloadOf('ApprovedRequest', 'Your approval was recorded.', { approval });

const RejectedRequest = payloadOf('RejectedRequest', 'The request for approval was rejected. This is final.', {
  approval,
});

const CanceledRequest = payloadOf('CanceledRequest', 'The request for approval was canceled.', { approval });

const BegunDecision = payloadOf('BegunDecision', 'The decision can be made now. Nothing was recorded.', {
  isPasskeyRequired: field<boolean>(() => Boolean, {
    description: 'True if the decision is refused without a signature with a passkey.',
  }),
  signatureRequest: field<DecisionSignatureRequest | null>(() => DecisionSignatureRequest, {
    nullable: true,
    description:
      'Request for a signature with a passkey. Null if you have no passkey, or browsers don’t allow passkeys at the service’s address.',
  }),
});

const ApprovalConnection = connectionOf(Approval, 'Approval');
const BeginDecisionResult = resultOf('BeginDecision', BegunDecision, [NotFound, DecisionRefused]);
const ApproveResult = resultOf('Approve', ApprovedRequest, [NotFound, DecisionRefused]);
const RejectResult = resultOf('Reject', RejectedRequest, [NotFound, DecisionRefused]);
const CancelApprovalResult = resultOf('CancelApproval', CanceledRequest, [NotFound, NotPending]);

/** A signature with a passkey is a confirmation of the approver’s identity. It is verified before anything is decided. */
const unlessSigned = { unless: ({ input }: { input?: unknown }) => Boolean((input as ApproveInput).passkey) };

@Resolver(() => Approval)
export class ApprovalResolver {
  readonly #approvals: ApprovalService;

  constructor(approvals: ApprovalService) {
    this.#approvals = approvals;
  }

  @AccessFor('own-approvals:manage')
  @Query(() => ApprovalConnection, {
    description:
      'Requests for approval, newest first. Callers see their own; `approvals:read` is needed to see all. Use `filter: { state: [PENDING] }` for pending ones and `totalCount` for their number.',
  })
  approvals(
    @Args(() => ApprovalsArgs) args: ApprovalsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return approvalPages.read(ctx, args, info);
  }

  @AccessFor('own-approvals:manage')
  @Query(() => Approval, {
    nullable: true,
    description: 'Request for approval with this id. Null if it doesn’t exist or the caller can’t see it.',
  })
  approval(
    @Arg('id', () => ID, { description: 'Id of the request for approval.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Approval | null> {
    return this.#approvals.find(ctx, id);
  }

  @AccessFor('approvals:decide')
  @RecordedElsewhere('nowhere: it only asks for a signature, and the decision is recorded')
  @Mutation(() => BeginDecisionResult, {
    nullable: true,
    description:
      'Begins a decision, for approvers who have a passkey: returns what the passkey has to sign. Send the signature with `approve` or `reject` within ten minutes. Changes nothing.',
  })
  async beginDecision(
    @Arg('input', () => BeginDecisionInput) input: BeginDecisionInput,
    @Ctx() ctx: Context,
  ): Promise<typeof BeginDecisionResult> {
    const result = await this.#approvals.begin(ctx, input);
    return result instanceof Problem ? result : new BegunDecision(result);
  }

  @AccessFor('approvals:decide')
  @AfterStepUp(unlessSigned)
  @Mutation(() => ApproveResult, {
    nullable: true,
    description:
      'Approves a request, if its content has the SHA-256 in the input. Requesters can’t approve their own requests.',
  })
  async approve(
    @Arg('input', () => ApproveInput) input: ApproveInput,
    @Ctx() ctx: Context,
  ): Promise<typeof ApproveResult> {
    const result = await this.#approvals.approve(ctx, input);
    return result instanceof Problem ? result : new ApprovedRequest({ approval: result });
  }

  @AccessFor('approvals:decide')
  @AfterStepUp(unlessSigned)
  @Mutation(() => RejectResult, {
    nullable: true,
    description: 'Rejects a request for approval. One rejection is final.',
  })
  async reject(@Arg('input', () => RejectInput) input: RejectInput, @Ctx() ctx: Context): Promise<typeof RejectResult> {
    const result = await this.#approvals.reject(ctx, input);
    return result instanceof Problem ? result : new RejectedRequest({ approval: result });
  }

  @AccessFor('own-approvals:manage')
  @Mutation(() => CancelApprovalResult, {
    nullable: true,
    description:
      'Cancels a pending request for approval that was filed by the caller, the caller’s agent, or with a key that the caller issued. Its content is not released.',
  })
  async cancelApproval(
    @Arg('input', () => CancelApprovalInput) { approvalId }: CancelApprovalInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CancelApprovalResult> {
    const result = await this.#approvals.cancel(ctx, approvalId);
    return result instanceof Problem ? result : new CanceledRequest({ approval: result });
  }

  @AccessFor('own-approvals:manage')
  @Subscription(() => Approval, {
    description:
      'One request for approval: its current state, then each change. Completes when the request isn’t pending any more.',
    subscribe: sourceIn<ApprovalResolver, { id: string }>(
      () => ApprovalResolver,
      (resolver, ctx, { id }) => resolver.changes(ctx, id),
    ),
  })
  approvalChanged(
    @Arg('id', () => ID, { description: 'Id of the request for approval.' }) _id: string,
    @Root() approval: Approval,
  ): Approval {
    return approval;
  }

  @FieldResolver(() => ApprovalState, { description: 'Current state of the request.' })
  state(@Root() approval: Approval, @Ctx() ctx: Context): ApprovalState {
    // Computes the same state as the SQL that lists use.
    return this.#approvals.stateOf(ctx, approval);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Exact text to decide on; its UTF-8 bytes have the digest `sha256`. Only for approvers who aren’t party to the request; null for all other callers. Also null if the content can’t be read: see `errors`.',
  })
  async payloadText(@Root() { id }: Approval, @Ctx() ctx: Context): Promise<string | null> {
    const approval = await ctx.loader(approvalsById).load(id);
    return approval && this.#approvals.textFor(ctx, approval);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Everything that an approver sees, as canonical JSON (RFC 8785): terms, requester and facts such as findings and changes. Its member `sections` is null if the content could not be read. Only for approvers who aren’t party to the request; null for all other callers.',
  })
  async displayText(@Root() { id }: Approval, @Ctx() ctx: Context): Promise<string | null> {
    return (await this.#approvals.displayFor(ctx, id))?.text ?? null;
  }

  @FieldResolver(() => Sha256, {
    nullable: true,
    description:
      'SHA-256 of `displayText` as UTF-8. Approvers can send it with their decision, which then includes it. Null if `displayText` is null.',
  })
  async displayHash(@Root() { id }: Approval, @Ctx() ctx: Context): Promise<string | null> {
    return (await this.#approvals.displayFor(ctx, id))?.hash ?? null;
  }

  @FieldResolver(() => ApprovalActor, {
    nullable: true,
    description: 'Requester with its name and owner. Null if it could not be read: see `errors`.',
  })
  async requester(@Root() { id }: Approval, @Ctx() ctx: Context): Promise<VisibleActor | null> {
    const approval = await ctx.loader(approvalsById).load(id);
    return approval && this.#approvals.actor(ctx, approval.requestedBy);
  }

  @AtMost(MAX_DECISIONS)
  @FieldResolver(() => [ApprovalDecision], { description: 'Decisions in chronological order.' })
  decisions(@Root() { id }: Approval, @Ctx() ctx: Context): Promise<ApprovalDecision[]> {
    return ctx.loader(decisionsOfApprovals).load(id);
  }

  @FieldResolver(() => DecisionObstacle, {
    nullable: true,
    description: 'Reason why the caller can’t decide the request. Null if the caller can, after reading it.',
  })
  async obstacle(@Root() { id }: Approval, @Ctx() ctx: Context): Promise<DecisionObstacle | null> {
    const approval = await ctx.loader(approvalsById).load(id);
    if (!approval) return DecisionObstacle.NOT_A_PERSON;
    if (!can(ctx.principal, 'approvals:decide')) {
      return isOperator(ctx.principal) ? DecisionObstacle.NOT_AN_APPROVER : DecisionObstacle.NOT_A_PERSON;
    }
    return this.#approvals.obstacle(ctx, approval);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Explanation for people: why the caller can’t decide the request, and what to do. Null if the caller can.',
  })
  async obstacleMessage(@Root() approval: Approval, @Ctx() ctx: Context): Promise<string | null> {
    const obstacle = await this.obstacle(approval, ctx);
    return obstacle && obstacleSentence(obstacle);
  }

  /** @throws Refusal NOT_FOUND if the request doesn’t exist or the caller can’t see it */
  async *changes(ctx: Context, id: string): AsyncGenerator<Approval> {
    let version = 0;
    for await (const _ of this.#approvals.changes(id, ctx.signal)) {
      const now = ctx.fork();
      const approval = await this.#approvals.find(now, id);
      if (!approval) throw new Refusal('NOT_FOUND', 'This request for approval doesn’t exist, or you can’t see it.');
      if (approval.version > version) yield approval;
      version = approval.version;
      if (this.#approvals.stateOf(now, approval) !== ApprovalState.PENDING) return;
    }
  }
}

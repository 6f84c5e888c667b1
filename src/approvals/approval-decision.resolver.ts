import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { ApprovalDecision } from './approval.entity.ts';
import type { ApprovalService } from './approval.service.ts';
import { ApprovalActor } from './approval-actor.type.ts';
import type { VisibleActor } from './known-actors.ts';

@Resolver(() => ApprovalDecision)
export class ApprovalDecisionResolver {
  readonly #approvals: Pick<ApprovalService, 'actor'>;

  constructor(approvals: Pick<ApprovalService, 'actor'>) {
    this.#approvals = approvals;
  }

  @FieldResolver(() => Boolean, {
    description:
      'True if the decision has a signature, which is verified whenever the approval is used. False for decisions from before decisions were signed. Those count only if the baseline in the transparency log contains them, and if their request wasn’t pending when the baseline was made.',
  })
  isSigned(@Root() { signature }: ApprovalDecision): boolean {
    return signature !== null;
  }

  @FieldResolver(() => ApprovalActor, {
    nullable: true,
    description: 'Actor who decided, with the name. Null if it could not be read: see `errors`.',
  })
  decider(@Root() { decidedBy }: ApprovalDecision, @Ctx() ctx: Context): Promise<VisibleActor> {
    return this.#approvals.actor(ctx, decidedBy);
  }
}

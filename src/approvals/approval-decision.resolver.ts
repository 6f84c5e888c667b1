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

  @FieldResolver(() => ApprovalActor, {
    nullable: true,
    description: 'Actor who decided, with the name. Null if it could not be read: see `errors`.',
  })
  decider(@Root() { decidedBy }: ApprovalDecision, @Ctx() ctx: Context): Promise<VisibleActor> {
    return this.#approvals.actor(ctx, decidedBy);
  }
}

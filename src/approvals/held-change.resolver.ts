import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { ChangeHeld } from '../platform/held-changes/change-held.ts';
import { Approval } from './approval.entity.ts';
import type { ApprovalService } from './approval.service.ts';

@Resolver(() => ChangeHeld)
export class HeldChangeResolver {
  readonly #approvals: ApprovalService;

  constructor(approvals: ApprovalService) {
    this.#approvals = approvals;
  }

  @FieldResolver(() => Approval, {
    nullable: true,
    description: 'Approval that the change waits for. Null if part of it could not be read: see `errors`.',
  })
  approval(@Root() { approvalId }: ChangeHeld, @Ctx() ctx: Context): Promise<Approval | null> {
    return this.#approvals.find(ctx.fork(), approvalId);
  }
}

import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { ApprovalDecision } from './approval.entity.ts';
import type { ApprovalService } from './approval.service.ts';
import { ApprovalActor } from './approval-actor.type.ts';
import type { VisibleActor } from './known-actors.ts';

const DecisionSigner = graphEnum('DecisionSigner', 'Key that signed a decision.', {
  PASSKEY: 'A passkey of the approver signed the decision, and the service’s key signed which passkey it was.',
  SERVICE_KEY: 'The service’s key signed the decision (`DECISION_PRIVATE_KEY`).',
});
type DecisionSigner = keyof typeof DecisionSigner;

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

  @FieldResolver(() => DecisionSigner, {
    nullable: true,
    description:
      'Key that signed the decision. The signatures are verified whenever the approval is used. Null for decisions from before decisions were signed.',
  })
  signedWith(@Root() { passkey, signature }: ApprovalDecision): DecisionSigner | null {
    if (signature === null) return null;
    return passkey === null ? DecisionSigner.SERVICE_KEY : DecisionSigner.PASSKEY;
  }

  @FieldResolver(() => ApprovalActor, {
    nullable: true,
    description: 'Actor who decided, with the name. Null if it could not be read: see `errors`.',
  })
  decider(@Root() { decidedBy }: ApprovalDecision, @Ctx() ctx: Context): Promise<VisibleActor> {
    return this.#approvals.actor(ctx, decidedBy);
  }
}

import { Field, ObjectType } from 'type-graphql';
import type { VisibleActor } from './known-actors.ts';

@ObjectType({ description: 'Who has done something or asks for it, by name.' })
export class ApprovalActor implements VisibleActor {
  @Field(() => String, { description: 'As it stands in records, e.g. `agent:agt_…` or `customer:cus_…`.' })
  readonly actor!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Name that its owner has given it. It proves nothing: identify the actor by `actor`. Null when it has no name, and for callers who may not see it.',
  })
  readonly name!: string | null;

  @Field(() => ApprovalActor, {
    nullable: true,
    description: 'Who answers for it: the customer or the person whose agent it is. Null for who answers for itself.',
  })
  readonly owner!: ApprovalActor | null;
}

import { Field, ObjectType } from 'type-graphql';
import type { VisibleActor } from './known-actors.ts';

@ObjectType({ description: 'Actor with its name, as far as the caller can see it.' })
export class ApprovalActor implements VisibleActor {
  @Field(() => String, { description: 'Actor as in records, e.g. `agent:agt_…` or `customer:cus_…`.' })
  readonly actor!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Name given by the owner. It proves nothing: identify the actor by `actor`. Null if it has no name or the caller can’t see it.',
  })
  readonly name!: string | null;

  @Field(() => ApprovalActor, {
    nullable: true,
    description:
      'Actor responsible for an agent: a customer or an operator. Null if the actor is responsible for itself.',
  })
  readonly owner!: ApprovalActor | null;
}

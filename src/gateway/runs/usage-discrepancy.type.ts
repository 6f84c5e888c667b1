import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

const REPORTED = 'As the provider reported it. Null where it did not.';
const CHARGED = 'As it was charged: no more than the request could use. Null where it was not reported.';

@ObjectType('UsageDiscrepancy', {
  description:
    'Usage or cost that a provider reported beyond what the request could use or cost, and what was charged instead.',
})
export class UsageDiscrepancyView {
  @Field(() => String, { description: 'Provider and model, e.g. `openai/gpt-6.1-sol`.' }) readonly deployment!: string;
  @Field(() => GraphQLSafeInt, { nullable: true, description: REPORTED }) readonly reportedInputTokens!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: REPORTED }) readonly reportedOutputTokens!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: `Pictures. ${REPORTED}` })
  readonly reportedImages!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Cost that the provider reported; without one, the cost of the reported usage at our price. In micros of USD. Null where no price is known.',
  })
  readonly reportedCostMicros!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: CHARGED }) readonly chargedInputTokens!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: CHARGED }) readonly chargedOutputTokens!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: `Pictures. ${CHARGED}` })
  readonly chargedImages!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'In micros of USD. Null where no price is known.' })
  readonly chargedMicros!: number | null;
}

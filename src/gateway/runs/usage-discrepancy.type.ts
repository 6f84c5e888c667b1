import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

const REPORTED = 'Number reported by the provider. Null if not reported.';
const CHARGED = 'Number charged, at most what the request could use. Null if not reported.';

@ObjectType('UsageDiscrepancy', {
  description:
    'Usage or cost that a provider reported beyond what the request could use, and the amount charged instead.',
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
      'Cost that the provider reported, in micros of USD; without one, the reported usage at the catalogue’s price. Null if no price is known.',
  })
  readonly reportedCostMicros!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: CHARGED }) readonly chargedInputTokens!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: CHARGED }) readonly chargedOutputTokens!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: `Pictures. ${CHARGED}` })
  readonly chargedImages!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Amount charged to the account, in micros of USD. Null if no price is known.',
  })
  readonly chargedMicros!: number | null;
}

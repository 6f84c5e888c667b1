import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

const reported = (what: string) => `Number of ${what} that the provider reported. Null if not reported.`;
const charged = (what: string) =>
  `Number of ${what} charged: at most what the request could use. Null if not reported.`;

@ObjectType('UsageDiscrepancy', {
  description:
    'Usage or cost that a provider reported beyond what the request could use, and the amount charged instead.',
})
export class UsageDiscrepancyView {
  @Field(() => String, { description: 'Provider and model, e.g. `openai/gpt-6.1-sol`.' }) readonly deployment!: string;
  @Field(() => GraphQLSafeInt, { nullable: true, description: reported('input tokens') }) readonly reportedInputTokens!:
    | number
    | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: reported('output tokens') })
  readonly reportedOutputTokens!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: reported('pictures') })
  readonly reportedImages!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Cost that the provider reported, in micros of USD; without one, the reported usage at the catalogue’s price. Null if no price is known.',
  })
  readonly reportedCostMicros!: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: charged('input tokens') }) readonly chargedInputTokens!:
    | number
    | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: charged('output tokens') }) readonly chargedOutputTokens!:
    | number
    | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: charged('pictures') })
  readonly chargedImages!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Amount charged to the account, in micros of USD. Null if no price is known.',
  })
  readonly chargedMicros!: number | null;
}

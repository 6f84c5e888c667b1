import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field } from 'type-graphql';

@ArgsType()
export class PricesArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Only prices of this deployment, such as `openai/gpt-6.1-sol`. Null: all deployments.',
  })
  deployment?: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only prices in effect at this time. Null: all prices, past and future.',
  })
  at?: Date | null;
}

import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field } from 'type-graphql';

@ArgsType()
export class PricesArgs {
  @Field(() => String, { nullable: true, description: 'Of this deployment alone, e.g. `openai/gpt-6.1-sol`.' })
  deployment?: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Those that hold at this time. Null: all of them, past and to come.',
  })
  at?: Date | null;
}

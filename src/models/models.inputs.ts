import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, InputType, Int } from 'type-graphql';

@InputType({ description: 'A catalogue that is to be in force.' })
export class PublishCatalogueInput {
  @Field(() => GraphQLJSONObject, {
    description:
      'All of it, in the form of `CatalogueVersion.document`. The versions of tasks are counted by the service: what is sent there is passed over.',
  })
  document!: Record<string, unknown>;

  @Field(() => String, { description: 'Why, for whoever reads the history. Kept for ever.' })
  reason!: string;

  @Field(() => Int, { description: 'The number of the version that was edited. It has to be the newest one still.' })
  basedOnVersion!: number;
}

@InputType({ description: 'Which earlier catalogue is to be in force again.' })
export class RestoreCatalogueInput {
  @Field(() => Int, { description: 'The number of the version whose document is to be published again.' })
  version!: number;

  @Field(() => String, { description: 'Why, for whoever reads the history. Kept for ever.' })
  reason!: string;
}

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

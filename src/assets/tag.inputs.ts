import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';

@InputType({ description: 'All that is given has to be met.' })
export class TagFilter {
  @Field(() => String, {
    nullable: true,
    description: 'How they begin. Case and look-alike spellings are one, as they are in tags.',
  })
  beginsWith?: string | null;

  @Field(() => Int, { nullable: true, description: 'Those that so many pictures have, or more.' })
  minAssetCount?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Those that stand for another tag, or the others.' })
  isAlias?: boolean | null;
}

const TagOrder = orderInput('Tag', {
  ASSET_COUNT: 'How many pictures have them.',
  LABEL: 'Their folded form, character by character in the order of Unicode.',
});

@ArgsType()
export class TagsArgs extends PageArgs {
  @Field(() => TagFilter, { nullable: true })
  filter?: TagFilter | null;

  @Field(() => TagOrder, { nullable: true, description: 'Default: those that most pictures have come first.' })
  orderBy?: PageOrder<'ASSET_COUNT' | 'LABEL'> | null;
}

import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';

@InputType({ description: 'Conditions for tags. All conditions must match.' })
export class TagFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Prefix of the tag. Case and look-alike characters make no difference.',
  })
  beginsWith?: string | null;

  @Field(() => Int, { nullable: true, description: 'Minimum number of pictures that have the tag.' })
  minAssetCount?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'True: only aliases. False: only tags that aren’t aliases.' })
  isAlias?: boolean | null;
}

const TagOrder = orderInput('Tag', {
  ASSET_COUNT: 'Number of pictures that have the tag.',
  LABEL: 'Label in its normal form (`key`), in Unicode order.',
});

@ArgsType()
export class TagsArgs extends PageArgs {
  @Field(() => TagFilter, { nullable: true })
  filter?: TagFilter | null;

  @Field(() => TagOrder, { nullable: true, description: 'Sort order. Default: most used first.' })
  orderBy?: PageOrder<'ASSET_COUNT' | 'LABEL'> | null;
}

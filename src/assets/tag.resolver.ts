import type DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { loadedPage } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Asset } from './asset.entity.ts';
import type { AssetReads, AssetView } from './asset.reads.ts';
import { Tag } from './tag.entity.ts';
import { TagsArgs } from './tag.inputs.ts';
import { aliasesOfTags, assetsOfTags, findTag, MAX_ALIASES, MAX_ASSETS_BESIDE, tagPages } from './tag.reads.ts';

const TagConnection = connectionOf(Tag, 'Tag');

@Resolver(() => Tag)
export class TagResolver {
  readonly #assetsOf: (ctx: Context) => DataLoader<string, AssetView[]>;

  constructor(reads: AssetReads) {
    this.#assetsOf = assetsOfTags(reads);
  }

  @AccessFor('assets:read')
  @Query(() => TagConnection, { description: 'Tags in the image bank, most used first.' })
  async tags(
    @Args(() => TagsArgs) args: TagsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Tag>> {
    return loadedPage(await tagPages.read(ctx, args, info), (id) => findTag(ctx, id));
  }

  @FieldResolver(() => Tag, {
    nullable: true,
    description: 'Tag that this alias represents. Null if it isn’t an alias.',
  })
  async aliasOf(@Root() tag: Tag, @Ctx() ctx: Context): Promise<Tag | null> {
    return tag.aliasOf ? findTag(ctx, tag.aliasOf.id) : null;
  }

  @AtMost(MAX_ALIASES)
  @FieldResolver(() => [Tag], { description: `Aliases of the tag, at most ${MAX_ALIASES}.` })
  aliases(@Root() tag: Tag, @Ctx() ctx: Context): Promise<Tag[]> {
    return ctx.loader(aliasesOfTags).load(tag.id);
  }

  @AccessFor('assets:list')
  @AtMost(MAX_ASSETS_BESIDE)
  @FieldResolver(() => [Asset], {
    description: `Pictures that have the tag, at most ${MAX_ASSETS_BESIDE}, in a stable selection. For all of them, query \`assets\` with this tag in the filter.`,
  })
  assets(@Root() tag: Tag, @Ctx() ctx: Context): Promise<AssetView[]> {
    return ctx.loader(this.#assetsOf).load(tag.id);
  }
}

import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { Render } from '../renders/index.ts';
import { Seal } from './seal.entity.ts';
import { newestSealOfAsset } from './seal.loaders.ts';

/** What seals add to a render. */
@Resolver(() => Render)
export class RenderSealResolver {
  @FieldResolver(() => Seal, {
    nullable: true,
    description:
      'The newest one of its picture in the bank. Null until there is one, and for a picture that is not kept there.',
  })
  async seal(@Root() render: Render, @Ctx() ctx: Context): Promise<Seal | null> {
    return render.asset ? ctx.loader(newestSealOfAsset).load(render.asset.id) : null;
  }
}

import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { assetIdIssues } from './asset-ids.ts';
import type { AssetPurge, PurgeOutcome } from './asset-purge.ts';
import { type AssetIds, MAX_BULK, PurgeAssetsInput } from './curating.inputs.ts';
import { AssetStatusUnfit } from './curating.problems.ts';

@ObjectType({ description: 'What has become of one of the pictures that were to be erased.' })
class PurgedAsset {
  @Field(() => ID, { description: 'As it was asked for, whether there was one or not.' })
  readonly assetId: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it was erased, now or before; null when it is not.',
  })
  readonly purgedAt: string | null;

  @Field(() => Boolean, { description: 'False when it was erased before, or is not.' })
  readonly isNew: boolean;

  @Field(() => Boolean, {
    description:
      'Whether its bytes are off the store. False for one that was erased, when the store would not let go of them: the service goes on trying.',
  })
  readonly areBytesGone: boolean;

  @Field(() => Problem, { nullable: true, description: 'Why it is not erased; null when it is.' })
  readonly problem: Problem | null;

  constructor({ id, before, purgedAt, isNew, areBytesGone }: PurgeOutcome) {
    this.assetId = id;
    this.purgedAt = purgedAt;
    this.isNew = isNew;
    this.areBytesGone = areBytesGone;
    this.problem = purgedAt ? null : before ? new AssetStatusUnfit(before, NOT_IN_TRASH) : new NotFound(id);
  }
}

const NOT_IN_TRASH = 'Only what is in the trash is erased. Trash it first.';

@ObjectType({ description: 'Each was judged by itself: what was in the trash is erased.' })
class PurgedAssets {
  @AtMost(MAX_BULK)
  @Field(() => [PurgedAsset], {
    nullable: true,
    description: 'One for each id, in the order asked. Null when not all of them could be read.',
  })
  readonly results: PurgedAsset[];

  constructor(results: PurgedAsset[]) {
    this.results = results;
  }

  @Field(() => GraphQLNonNegativeInt, { description: 'How many were erased now.' })
  purgedCount(): number {
    return this.results.filter(({ isNew }) => isNew).length;
  }
}

const PurgeAssetsResult = resultOf('PurgeAssets', PurgedAssets);

/** Erasing what is in the bank. */
@Resolver()
export class PurgeResolver {
  readonly #purge: Pick<AssetPurge, 'purge'>;

  constructor(purge: Pick<AssetPurge, 'purge'>) {
    this.#purge = purge;
  }

  @AccessFor('assets:purge')
  @AfterStepUp()
  @Mutation(() => PurgeAssetsResult, {
    nullable: true,
    description:
      'Erases pictures in the trash for good: bytes, smaller copies and all that was said of them. What was sealed can still be shown to have been sealed. Nothing brings them back.',
  })
  async purgeAssets(
    @Arg('input', () => PurgeAssetsInput) { ids }: AssetIds,
    @Ctx() ctx: Context,
  ): Promise<typeof PurgeAssetsResult> {
    const issues = assetIdIssues(ids);
    if (issues.length > 0) return new InputInvalid(issues);
    return new PurgedAssets((await this.#purge.purge(ctx, ids)).map((one) => new PurgedAsset(one)));
  }
}

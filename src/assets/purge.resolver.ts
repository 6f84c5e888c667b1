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
import { AssetStatusConflict } from './curating.problems.ts';

@ObjectType({ description: 'Result of the purge for one id.' })
class PurgedAsset {
  @Field(() => ID, { description: 'Id as requested, even if no such picture exists.' })
  readonly assetId: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the purge, now or earlier. Null if the picture isn’t purged.',
  })
  readonly purgedAt: string | null;

  @Field(() => Boolean, { description: 'True if this request purged the picture.' })
  readonly isNew: boolean;

  @Field(() => Boolean, {
    description:
      'True if the picture’s bytes are deleted from the store. False if the picture isn’t purged, or if its bytes couldn’t be deleted yet: the service retries.',
  })
  readonly areBytesGone: boolean;

  @Field(() => Problem, { nullable: true, description: 'Reason of the failure. Null if the picture is purged.' })
  readonly problem: Problem | null;

  constructor({ id, before, purgedAt, isNew, areBytesGone }: PurgeOutcome) {
    this.assetId = id;
    this.purgedAt = purgedAt;
    this.isNew = isNew;
    this.areBytesGone = areBytesGone;
    this.problem = purgedAt ? null : before ? new AssetStatusConflict(before, NOT_IN_TRASH) : new NotFound(id);
  }
}

const NOT_IN_TRASH = 'Only pictures in the trash can be purged. Move it to the trash first.';

@ObjectType({ description: 'Results of a purge. Each picture was purged independently.' })
class PurgedAssets {
  @AtMost(MAX_BULK)
  @Field(() => [PurgedAsset], {
    nullable: true,
    description: 'One result per id, in the requested order. Null if some couldn’t be read: see `errors`.',
  })
  readonly results: PurgedAsset[];

  constructor(results: PurgedAsset[]) {
    this.results = results;
  }

  @Field(() => GraphQLNonNegativeInt, { description: 'Number of pictures that this request purged.' })
  purgedCount(): number {
    return this.results.filter(({ isNew }) => isNew).length;
  }
}

const PurgeAssetsResult = resultOf('PurgeAssets', PurgedAssets);

/** Mutation that purges pictures of the bank. */
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
      'Purges pictures in the trash: deletes their bytes, renditions and details. Irreversible. Seals of these pictures stay valid.',
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

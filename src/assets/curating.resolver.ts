import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { Asset } from './asset.entity.ts';
import type { AssetReads, AssetView } from './asset.reads.ts';
import { ASSET_MOVES, type AssetMove, type MoveRow, moveAssets } from './asset.transitions.ts';
import { assetIdIssues } from './asset-ids.ts';
import { tagAssets } from './asset-tagging.ts';
import { updateAsset } from './asset-update.ts';
import {
  ArchiveAssetsInput,
  type AssetIds,
  MAX_BULK,
  QuarantineAssetsInput,
  ReleaseAssetsInput,
  RestoreAssetsInput,
  TagAssetsInput,
  TrashAssetsInput,
  UpdateAssetInput,
} from './curating.inputs.ts';
import { AssetConflict, AssetStatusUnfit } from './curating.problems.ts';

/** What has become of one. */
interface AssetResult {
  id: string;
  isChanged: boolean;
  problem: Problem | null;
}

type ReadAsset = (id: string) => Promise<AssetView | null>;

@ObjectType({ description: 'The picture is as it was wanted.' })
class UpdatedAsset {
  readonly #read: () => Promise<AssetView | null>;

  @Field(() => Boolean, { description: 'False when it was so already.' })
  readonly isChanged: boolean;

  constructor(read: () => Promise<AssetView | null>, isChanged: boolean) {
    this.#read = read;
    this.isChanged = isChanged;
  }

  @Field(() => Asset, { nullable: true, description: 'Null when part of it could not be read.' })
  asset(): Promise<AssetView | null> {
    return this.#read();
  }
}

function movedAsset({ id, before, after }: MoveRow, move: AssetMove): AssetResult {
  const why = before === null ? null : move.otherwise[before];
  const problem = before === null ? new NotFound(id) : why ? new AssetStatusUnfit(before, why) : null;
  return { id, isChanged: after !== null, problem };
}

@ObjectType({ description: 'What has become of one of the pictures that were asked for.' })
class AssetChange {
  readonly #read: ReadAsset;

  @Field(() => ID, { description: 'As it was asked for, whether there is one or not.' })
  readonly assetId: string;

  @Field(() => Boolean, { description: 'False when it was so already, or could not be done: then `problem` says why.' })
  readonly isChanged: boolean;

  @Field(() => Problem, { nullable: true, description: 'Why it was not done; null when it is as it was wanted.' })
  readonly problem: Problem | null;

  constructor({ id, isChanged, problem }: AssetResult, read: ReadAsset) {
    this.#read = read;
    this.assetId = id;
    this.isChanged = isChanged;
    this.problem = problem;
  }

  @Field(() => Asset, {
    nullable: true,
    description: 'Current state of the asset. Null when it doesn’t exist or could not be read.',
  })
  async asset(): Promise<AssetView | null> {
    return this.problem instanceof NotFound ? null : this.#read(this.assetId);
  }
}

@ObjectType({ description: 'Each was judged by itself: what could be done is done.' })
class ChangedAssets {
  @AtMost(MAX_BULK)
  @Field(() => [AssetChange], {
    nullable: true,
    description: 'One for each id, in the order asked. Null when not all of them could be read.',
  })
  readonly results: AssetChange[];

  constructor(results: AssetChange[]) {
    this.results = results;
  }

  @Field(() => GraphQLNonNegativeInt, { description: 'How many were changed.' })
  changedCount(): number {
    return this.results.filter(({ isChanged }) => isChanged).length;
  }
}

const UpdateAssetResult = resultOf('UpdateAsset', UpdatedAsset, [AssetConflict, NotFound]);
const ArchiveAssetsResult = resultOf('ArchiveAssets', ChangedAssets);
const RestoreAssetsResult = resultOf('RestoreAssets', ChangedAssets);
const TrashAssetsResult = resultOf('TrashAssets', ChangedAssets);
const QuarantineAssetsResult = resultOf('QuarantineAssets', ChangedAssets);
const TagAssetsResult = resultOf('TagAssets', ChangedAssets);
const ReleaseAssetsResult = resultOf('ReleaseAssets', ChangedAssets);

/** Changing what is in the bank. */
@Resolver()
export class CuratingResolver {
  readonly #reads: AssetReads;

  constructor(reads: AssetReads) {
    this.#reads = reads;
  }

  @AccessFor('assets:write')
  @Mutation(() => UpdateAssetResult, {
    nullable: true,
    description: 'Changes what is said of a picture. Its bytes never change.',
  })
  async updateAsset(
    @Arg('input', () => UpdateAssetInput) input: UpdateAssetInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateAssetResult> {
    const read = () => this.#reads.view(ctx, input.id);
    const result = await updateAsset(ctx, input);
    if (result instanceof Problem) return result;
    return 'isChanged' in result ? new UpdatedAsset(read, result.isChanged) : new AssetConflict(result, read);
  }

  @AccessFor('assets:write')
  @Mutation(() => ArchiveAssetsResult, {
    nullable: true,
    description: 'Takes pictures out of use: they are not picked and not shown to partners. Their links go on.',
  })
  archiveAssets(
    @Arg('input', () => ArchiveAssetsInput) input: AssetIds,
    @Ctx() ctx: Context,
  ): Promise<typeof ArchiveAssetsResult> {
    return this.#move(ctx, ASSET_MOVES.archive, input);
  }

  @AccessFor('assets:write')
  @Mutation(() => RestoreAssetsResult, {
    nullable: true,
    description:
      'Brings archived pictures back into use, and those in the trash back to where they were: one that was held back is held back again.',
  })
  restoreAssets(
    @Arg('input', () => RestoreAssetsInput) input: AssetIds,
    @Ctx() ctx: Context,
  ): Promise<typeof RestoreAssetsResult> {
    return this.#move(ctx, ASSET_MOVES.restore, input);
  }

  @AccessFor('assets:write')
  @Mutation(() => TrashAssetsResult, {
    nullable: true,
    description:
      'Throws pictures away: strangers find nothing at their links. They may be restored until they are purged.',
  })
  trashAssets(
    @Arg('input', () => TrashAssetsInput) input: AssetIds,
    @Ctx() ctx: Context,
  ): Promise<typeof TrashAssetsResult> {
    return this.#move(ctx, ASSET_MOVES.trash, input);
  }

  @AccessFor('assets:review')
  @Mutation(() => QuarantineAssetsResult, {
    nullable: true,
    description: 'Holds pictures back until somebody releases them: strangers find nothing at their links.',
  })
  quarantineAssets(
    @Arg('input', () => QuarantineAssetsInput) input: AssetIds,
    @Ctx() ctx: Context,
  ): Promise<typeof QuarantineAssetsResult> {
    return this.#move(ctx, ASSET_MOVES.quarantine, input);
  }

  @AccessFor('assets:review')
  @Mutation(() => ReleaseAssetsResult, {
    nullable: true,
    description: 'Brings pictures that were held back into use. Nothing else does.',
  })
  releaseAssets(
    @Arg('input', () => ReleaseAssetsInput) input: AssetIds,
    @Ctx() ctx: Context,
  ): Promise<typeof ReleaseAssetsResult> {
    return this.#move(ctx, ASSET_MOVES.release, input);
  }

  @AccessFor('assets:write')
  @Mutation(() => TagAssetsResult, {
    nullable: true,
    description: 'Gives pictures tags and takes tags away. What each has besides stays.',
  })
  async tagAssets(
    @Arg('input', () => TagAssetsInput) input: TagAssetsInput,
    @Ctx() ctx: Context,
  ): Promise<typeof TagAssetsResult> {
    const read: ReadAsset = (id) => this.#reads.view(ctx, id);
    const tagged = await tagAssets(ctx, input);
    return tagged instanceof InputInvalid ? tagged : new ChangedAssets(tagged.map((one) => new AssetChange(one, read)));
  }

  async #move(ctx: Context, move: AssetMove, { ids }: AssetIds): Promise<ChangedAssets | InputInvalid> {
    const issues = assetIdIssues(ids);
    if (issues.length > 0) return new InputInvalid(issues);
    const read: ReadAsset = (id) => this.#reads.view(ctx, id);
    const moved = await moveAssets(ctx, move, ids);
    return new ChangedAssets(moved.map((one) => new AssetChange(movedAsset(one, move), read)));
  }
}

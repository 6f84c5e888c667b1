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
import { AssetConflict, AssetStatusConflict } from './curating.problems.ts';

/** Result of an update or move for one picture. */
interface AssetResult {
  id: string;
  isChanged: boolean;
  problem: Problem | null;
}

type ReadAsset = (id: string) => Promise<AssetView | null>;

@ObjectType({ description: 'The picture has the requested values.' })
class UpdatedAsset {
  readonly #read: () => Promise<AssetView | null>;

  @Field(() => Boolean, { description: 'False if the picture had the requested values before.' })
  readonly isChanged: boolean;

  constructor(read: () => Promise<AssetView | null>, isChanged: boolean) {
    this.#read = read;
    this.isChanged = isChanged;
  }

  @Field(() => Asset, {
    nullable: true,
    description: 'The picture. Null if part of it couldn’t be read: see `errors`.',
  })
  asset(): Promise<AssetView | null> {
    return this.#read();
  }
}

function movedAsset({ id, before, after }: MoveRow, move: AssetMove): AssetResult {
  const why = before === null ? null : move.otherwise[before];
  const problem = before === null ? new NotFound(id) : why ? new AssetStatusConflict(before, why) : null;
  return { id, isChanged: after !== null, problem };
}

@ObjectType({ description: 'Result for one of the requested pictures.' })
class AssetChange {
  readonly #read: ReadAsset;

  @Field(() => ID, { description: 'Id as requested, even if no such picture exists.' })
  readonly assetId: string;

  @Field(() => Boolean, {
    description: 'False if the picture was already as requested, or if the change failed (see `problem`).',
  })
  readonly isChanged: boolean;

  @Field(() => Problem, { nullable: true, description: 'Reason of the failure. Null if the picture is as requested.' })
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

@ObjectType({ description: 'Results of a bulk change. Each picture was changed independently.' })
class UpdatedAssets {
  @AtMost(MAX_BULK)
  @Field(() => [AssetChange], {
    nullable: true,
    description: 'One result per id, in the requested order. Null if some couldn’t be read: see `errors`.',
  })
  readonly results: AssetChange[];

  constructor(results: AssetChange[]) {
    this.results = results;
  }

  @Field(() => GraphQLNonNegativeInt, { description: 'Number of pictures that were changed.' })
  changedCount(): number {
    return this.results.filter(({ isChanged }) => isChanged).length;
  }
}

const UpdateAssetResult = resultOf('UpdateAsset', UpdatedAsset, [AssetConflict, NotFound]);
const ArchiveAssetsResult = resultOf('ArchiveAssets', UpdatedAssets);
const RestoreAssetsResult = resultOf('RestoreAssets', UpdatedAssets);
const TrashAssetsResult = resultOf('TrashAssets', UpdatedAssets);
const QuarantineAssetsResult = resultOf('QuarantineAssets', UpdatedAssets);
const TagAssetsResult = resultOf('TagAssets', UpdatedAssets);
const ReleaseAssetsResult = resultOf('ReleaseAssets', UpdatedAssets);

/** Mutations that edit pictures of the bank. */
@Resolver()
export class CuratingResolver {
  readonly #reads: AssetReads;

  constructor(reads: AssetReads) {
    this.#reads = reads;
  }

  @AccessFor('assets:write')
  @Mutation(() => UpdateAssetResult, {
    nullable: true,
    description: 'Updates details of a picture. Its bytes never change.',
  })
  async updateAsset(
    @Arg('input', () => UpdateAssetInput) input: UpdateAssetInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateAssetResult> {
    const read = () => this.#reads.view(ctx, input.assetId);
    const result = await updateAsset(ctx, input);
    if (result instanceof Problem) return result;
    return 'isChanged' in result ? new UpdatedAsset(read, result.isChanged) : new AssetConflict(result, read);
  }

  @AccessFor('assets:write')
  @Mutation(() => ArchiveAssetsResult, {
    nullable: true,
    description: 'Archives pictures: they aren’t picked or shown to partners any more. Their links keep working.',
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
      'Restores pictures: archived ones become LIVE, trashed ones get their previous status back. A picture that was quarantined before is quarantined again.',
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
      'Moves pictures to the trash. Their links then work only with the permission `assets:list`. The pictures can be restored until they are purged.',
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
    description:
      'Quarantines pictures until an operator releases them. Their links then work only with the permission `assets:list`.',
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
    description: 'Releases quarantined pictures: they become LIVE. Only this mutation ends a quarantine.',
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
    description: 'Adds tags to pictures and removes tags from them. Other tags of the pictures stay.',
  })
  async tagAssets(
    @Arg('input', () => TagAssetsInput) input: TagAssetsInput,
    @Ctx() ctx: Context,
  ): Promise<typeof TagAssetsResult> {
    const read: ReadAsset = (id) => this.#reads.view(ctx, id);
    const tagged = await tagAssets(ctx, input);
    return tagged instanceof InputInvalid ? tagged : new UpdatedAssets(tagged.map((one) => new AssetChange(one, read)));
  }

  async #move(ctx: Context, move: AssetMove, { ids }: AssetIds): Promise<UpdatedAssets | InputInvalid> {
    const issues = assetIdIssues(ids);
    if (issues.length > 0) return new InputInvalid(issues);
    const read: ReadAsset = (id) => this.#reads.view(ctx, id);
    const moved = await moveAssets(ctx, move, ids);
    return new UpdatedAssets(moved.map((one) => new AssetChange(movedAsset(one, move), read)));
  }
}

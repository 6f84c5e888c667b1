import DataLoader from 'dataloader';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { badUserInput } from '../platform/errors/errors.ts';
import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { forPermission, type NodeRead } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../platform/graphql/reads/page-projection.ts';
import { RowConditions } from '../platform/graphql/reads/row-conditions.ts';
import type { AssetReads, AssetView } from './asset.reads.ts';
import { Tag } from './tag.entity.ts';
import type { TagsArgs } from './tag.inputs.ts';
import { findAliases, findTaggedAssets, TAG_KEY } from './tag.sql.ts';
import { TagInvalid, tagKey } from './tag-folding.ts';

/** Maximum number of aliases returned per tag. */
export const MAX_ALIASES = 20;
/** Maximum number of pictures returned per tag in a list of tags. The query `assets` with a filter returns all of them. */
export const MAX_ASSETS_BESIDE = 10;

const tag = entityProjection(Tag);
tag.extend('aliasOf', { object: tag, rows: 'select meant.* from tag meant where meant.id = tag.alias_of_id' });

export const tagPages = new PageProjection<TagsArgs, { id: string }>({
  typeName: 'TagConnection',
  node: tag,
  ids: 'tag',
  mayLag: true,
  orders: {
    ASSET_COUNT: { sql: 'tag.asset_count', type: 'integer' },
    LABEL: { sql: TAG_KEY, type: 'text' },
  },
  filter: ({ filter }) => {
    const { beginsWith, minAssetCount, isAlias } = filter ?? {};
    const rows = new RowConditions();
    const beginning = beginsWith && foldedBeginning(beginsWith);
    // The prefix is compared as a range, which the index on the key can answer.
    if (beginning) rows.where(`(${TAG_KEY} >= $::text and ${TAG_KEY} < $::text || chr(1114111))`, beginning);
    if (typeof minAssetCount === 'number') rows.where('tag.asset_count >= $', minAssetCount);
    if (typeof isAlias === 'boolean') rows.where(`tag.alias_of_id is ${isAlias ? 'not ' : ''}null`);
    return rows;
  },
});

/** Read of a tag by its id, for the queries `node` and `nodes`. */
export const tagNode: NodeRead = { projection: tag, visible: forPermission('assets:read') };

/** Queries of tags that can be answered without the GraphQL executor. */
export const tagReads: CompilableFields = { tags: tagPages.compilable };

function foldedBeginning(text: string): string {
  try {
    return tagKey(text);
  } catch (error) {
    if (!(error instanceof TagInvalid)) throw error;
    throw badUserInput(error.message, [{ pointer: '/filter/beginsWith', detail: error.message }]);
  }
}

/** Finds a tag by its id, for callers with the permission to read pictures. */
export const findTag = entityFinder(Tag, ({ principal }) => (can(principal, 'assets:read') ? {} : null));

/** Loads the aliases of each tag, ordered by key. */
export const aliasesOfTags = ({ em }: Context) =>
  new DataLoader<string, Tag[]>(
    async (tagIds) => {
      const rows = await findAliases(em, [...new Set(tagIds)], MAX_ALIASES);
      const byTag = Map.groupBy(
        rows.map((row) => em.map(Tag, row)),
        ({ aliasOf }) => aliasOf?.id,
      );
      return tagIds.map((id) => byTag.get(id) ?? []);
    },
    { cache: false },
  );

/** Reads pictures of each tag, with two statements for all tags: one for the ids, one for the pictures. */
export const assetsOfTags = (reads: AssetReads) => (ctx: Context) =>
  new DataLoader<string, AssetView[]>(
    async (tagIds) => {
      const rows = await findTaggedAssets(ctx.em, [...new Set(tagIds)], MAX_ASSETS_BESIDE);
      const views = await reads.byIds(ctx.database, [...new Set(rows.map(({ assetId }) => assetId))]);
      const byId = new Map(views.flatMap((view) => (view ? [[view.id, view] as const] : [])));
      const byTag = Map.groupBy(rows, ({ tagId }) => tagId);
      return tagIds.map((id) => (byTag.get(id) ?? []).flatMap(({ assetId }) => byId.get(assetId) ?? []));
    },
    { cache: false },
  );

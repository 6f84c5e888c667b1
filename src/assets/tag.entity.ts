import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import { Asset } from './asset.entity.ts';

const TagSchema = defineEntity({
  name: 'Tag',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('tag')),
    // Number that pictures and indexes use instead of the tag's id, because it takes a fifth of the space.
    number: p.integer().autoincrement().unique(),
    key: p.string().length(256).unique(),
    label: p.text(),
    aliasOf: () => p.manyToOne(Tag).ref().nullable(),
    assetCount: p.integer().default(0),
  },
  indexes: [
    { name: 'tag_asset_count_id_index', properties: ['assetCount', 'id'] },
    {
      name: 'tag_key_c_id_index',
      expression: `create index "tag_key_c_id_index" on "tag" ("key" collate "C", "id")`,
    },
    {
      name: 'tag_alias_of_id_index',
      expression: `create index "tag_alias_of_id_index" on "tag" ("alias_of_id") where "alias_of_id" is not null`,
    },
  ],
});

/** A word for finding pictures. `key` is its normal form, so that `Zürich` and `ZÜRICH` are one tag. */
@ObjectType({
  implements: Node,
  description:
    'A word for finding pictures. Spellings that differ only in case or look-alike characters are the same tag.',
})
export class Tag extends TagSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => String, { description: 'Label in normal form: lower case, without look-alike spellings. Unique.' })
  declare key: string;
  @Field(() => String, { description: 'Tag in its first spelling.' }) declare label: string;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Number of pictures in the bank that have the tag, in any status.',
  })
  declare assetCount: Opt<number>;
}
TagSchema.setClass(Tag);

const AssetTagSchema = defineEntity({
  name: 'AssetTag',
  properties: {
    asset: () => p.manyToOne(Asset).ref().primary().deleteRule('cascade'),
    tag: () => p.manyToOne(Tag).ref().primary(),
    // Copy of the asset's `pickKey`. It sorts the assets of a tag in a random but stable order, and `asset_tag_walk_index` then
    // suffices to read the first of them.
    pickKey: p.double(),
  },
  indexes: [
    {
      name: 'asset_tag_walk_index',
      expression: 'create index "asset_tag_walk_index" on "asset_tag" ("tag_id", "pick_key") include ("asset_id")',
    },
    // Index for reading the newest pictures of a tag.
    { name: 'asset_tag_list_index', properties: ['tag', 'asset'] },
  ],
});

export class AssetTag extends AssetTagSchema.class {}
AssetTagSchema.setClass(AssetTag);

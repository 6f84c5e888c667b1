import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

export const AssetKind = graphEnum('AssetKind', 'Kind of media in the image bank.', { IMAGE: 'Still picture.' });
export type AssetKind = keyof typeof AssetKind;

export const AssetOrigin = graphEnum('AssetOrigin', 'Origin of a picture in the image bank.', {
  RENDER: 'Drawn by this service, or by a model for it.',
  UPLOAD: 'Sent as a file or in base64.',
  IMPORT: 'Downloaded from a URL.',
});
export type AssetOrigin = keyof typeof AssetOrigin;

export const AssetStatus = graphEnum(
  'AssetStatus',
  'Status of a picture. Only LIVE pictures are picked and shown to partners.',
  {
    LIVE: 'The picture is in use.',
    ARCHIVED: 'The picture is kept but no longer used. Its links keep working.',
    TRASHED: 'The picture is in the trash and can be restored. Its links work only with the permission `assets:list`.',
    QUARANTINED:
      'The picture is withheld until an operator releases it. Its links work only with the permission `assets:list`.',
  },
);
export type AssetStatus = keyof typeof AssetStatus;

/**
 * Columns in each index that lists scan, in addition to the columns of its order. All filters except the search are answered from
 * the index, without reading the table.
 */
export const WALKED_COLUMNS = [
  'status',
  'origin',
  'width',
  'height',
  'color_cell',
  'has_licence',
  'created_at',
  'updated_at',
  'valid_from',
  'valid_until',
  'facets',
] as const;

function walkIndex(order: string, ...key: string[]) {
  const name = `asset_${order}_walk_index`;
  const others = WALKED_COLUMNS.filter((column) => !key.includes(column));
  return { name, expression: `create index "${name}" on "asset" (${key.join(', ')}) include (${others.join(', ')})` };
}

const AssetSchema = defineEntity({
  name: 'Asset',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('asset')),
    kind: p
      .enum(() => AssetKind)
      .$type<AssetKind>()
      .default(AssetKind.IMAGE),
    origin: p.enum(() => AssetOrigin).$type<AssetOrigin>(),
    status: p
      .enum(() => AssetStatus)
      .$type<AssetStatus>()
      .default(AssetStatus.LIVE),
    title: p.text(),
    alt: p.text(),
    source: p.text().nullable(),
    // The bytes are stored under this digest. The same bytes are always the same asset.
    sha256: p.string().length(64).unique(),
    extension: p.string().length(8),
    mediaType: p.string(),
    byteSize: p.integer(),
    width: p.integer(),
    height: p.integer(),
    thumbhash: p.string(),
    dominantColor: p.string().length(7),
    perceptualHash: p.string().length(16),
    // Labels and folded keys of the tags, copied from `asset_tag`: a list of fifty assets would otherwise need fifty look-ups.
    tagLabels: p.array().default([]),
    tagKeys: p.array().default([]),
    // Keys of tags that were removed from the asset, so that a request for the same bytes doesn't add them again. Set by a
    // trigger on writes of `tag_keys`.
    removedTagKeys: p.array().default([]),
    // Everything by which the asset is found, as numbers that are small enough to be in every index of the list. Set by a trigger
    // on writes of the source columns. See `facets.ts`.
    facets: p.array().columnType('int[]').default([]),
    licence: p.text().nullable(),
    credit: p.text().nullable(),
    validFrom: p.datetime(3).nullable(),
    validUntil: p.datetime(3).nullable(),
    // Incremented by every change, for optimistic locking.
    version: p.integer().default(1),
    // Actor of the last change. Null if the asset was never changed after it was added.
    updatedBy: p.string().nullable(),
    trashedAt: p.datetime(3).nullable(),
    // Status that the picture gets when it is restored from the trash. A quarantined picture returns to quarantine.
    trashedFrom: p
      .enum(() => AssetStatus)
      .$type<AssetStatus>()
      .nullable(),
    // Position of the asset in the fixed random order in which rotations pick.
    pickKey: p.double().defaultRaw('random()'),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // Keys for ordering and filtering the list, set by the trigger that sets `facets`.
    titleKey: p.text().collation('C').default(''),
    pixels: p.bigint('number').default(0),
    colorCell: p.smallint().default(0),
    hasLicence: p.boolean().default(false),
  },
  indexes: [
    walkIndex('created', 'id'),
    walkIndex('updated', 'updated_at', 'id'),
    walkIndex('title', 'title_key', 'id'),
    walkIndex('size', 'pixels', 'id'),
    // Index in the order in which rotations pick.
    {
      name: 'asset_pick_walk_index',
      expression: `create index "asset_pick_walk_index" on "asset" (pick_key, id) include (facets, valid_from, valid_until) where status = 'LIVE'`,
    },
    {
      name: 'asset_facets_index',
      expression: 'create index "asset_facets_index" on "asset" using gin ("facets")',
    },
    {
      name: 'asset_plain_words_index',
      expression: `create index "asset_plain_words_index" on "asset" using gin (without_accents(title || chr(10) || alt) gin_trgm_ops)`,
    },
    // Index used by searches of release 0.1.0, which can run at the same time. Version 0.3.0 drops it.
    {
      name: 'asset_words_index',
      expression: `create index "asset_words_index" on "asset" using gin ((title || chr(10) || alt) gin_trgm_ops)`,
    },
    // Index used by release 0.0.1, which can run at the same time. Version 0.3.0 drops it.
    {
      name: 'asset_tag_keys_index',
      expression: 'create index "asset_tag_keys_index" on "asset" using gin ("tag_keys")',
    },
    {
      name: 'asset_trashed_at_index',
      expression: `create index "asset_trashed_at_index" on "asset" ("trashed_at") where "trashed_at" is not null`,
    },
  ],
});

/**
 * A picture in the bank. Lists read it through `AssetReads`. This class is used for changes and declares the columns that the API
 * exposes.
 */
@ObjectType({ implements: Node, description: 'A reusable picture in the image bank.' })
export class Asset extends AssetSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => AssetKind, { description: 'Kind of media.' }) declare kind: Opt<AssetKind>;
  @Field(() => AssetOrigin, { description: 'Origin of the picture.' }) declare origin: AssetOrigin;
  @Field(() => AssetStatus, { description: 'Current status.' }) declare status: Opt<AssetStatus>;
  @Field(() => String, { description: 'Title, 1 to 200 characters.' }) declare title: string;
  @Field(() => String, { description: 'Text alternative: a description of what the picture shows.' })
  declare alt: string;
  @Field(() => String, {
    description: 'Blurred preview of about 25 bytes, in base64: see https://evanw.github.io/thumbhash.',
  })
  declare thumbhash: string;
  @Field(() => String, { description: 'Dominant colour as `#rrggbb`.' }) declare dominantColor: string;
  @Field(() => String, {
    nullable: true,
    description: 'Licence terms for using the picture. Null if none are recorded.',
  })
  declare licence: string | null;
  @Field(() => String, { nullable: true, description: 'Name to credit next to the picture. Null if none is recorded.' })
  declare credit: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Start of the period of use. Null: no start date.' })
  declare validFrom: Date | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'End of the period of use, exclusive. Null: no end date.',
  })
  declare validUntil: Date | null;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Incremented by every change. Send it as `ifVersion` for optimistic locking.',
  })
  declare version: Opt<number>;
  @Field(() => GraphQLDateTime, { description: 'Time when the picture was added.' }) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { description: 'Time of the last change.' }) declare updatedAt: Opt<Date>;
}
AssetSchema.setClass(Asset);

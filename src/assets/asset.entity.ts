import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

export const AssetKind = graphEnum('AssetKind', 'Kind of media in the bank.', { IMAGE: null });
export type AssetKind = keyof typeof AssetKind;

export const AssetOrigin = graphEnum('AssetOrigin', 'Origin of a picture in the bank.', {
  RENDER: null,
  UPLOAD: null,
  IMPORT: null,
});
export type AssetOrigin = keyof typeof AssetOrigin;

export const AssetStatus = graphEnum(
  'AssetStatus',
  'Status of a picture. Only LIVE pictures are picked and shown to partners.',
  {
    LIVE: null,
    ARCHIVED: 'Kept, but no longer used. Its links keep working.',
    TRASHED: 'In the trash, from which it can be restored. Its links return 404 to anonymous callers.',
    QUARANTINED: 'Withheld until an operator has reviewed it. Its links return 404 to anonymous callers.',
  },
);
export type AssetStatus = keyof typeof AssetStatus;

/** What the walk indexes hold besides their order: every filter but the search is answered by them, without a look at the table. */
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
    // The bytes are stored under this digest; one digest is one asset, however often it is sent.
    sha256: p.string().length(64).unique(),
    extension: p.string().length(8),
    mediaType: p.string(),
    byteSize: p.integer(),
    width: p.integer(),
    height: p.integer(),
    thumbhash: p.string(),
    dominantColor: p.string().length(7),
    perceptualHash: p.string().length(16),
    // Tags as people wrote them and their folded keys, kept beside the rows of `asset_tag`: a list of fifty assets
    // would otherwise need fifty look-ups to show them.
    tagLabels: p.array().default([]),
    tagKeys: p.array().default([]),
    // Keys of tags that were removed from it, so that a request for the same bytes doesn't add them again. Written by a
    // trigger whenever `tag_keys` is written.
    removedTagKeys: p.array().default([]),
    // All that it is found by, as numbers: small enough for every index that the list is walked along. A trigger writes them
    // whenever one of the columns that they are made of is written. See `facets.ts`.
    facets: p.array().columnType('int[]').default([]),
    licence: p.text().nullable(),
    credit: p.text().nullable(),
    validFrom: p.datetime(3).nullable(),
    validUntil: p.datetime(3).nullable(),
    // Raised by every change, so that nobody changes unseen what somebody else has changed.
    version: p.integer().default(1),
    // The actor of the last change. Null: nobody has changed it since it came in.
    updatedBy: p.string().nullable(),
    trashedAt: p.datetime(3).nullable(),
    // Where it goes back to: what was held back before it was thrown away is held back again.
    trashedFrom: p
      .enum(() => AssetStatus)
      .$type<AssetStatus>()
      .nullable(),
    // A fixed place in a random order, which fair rotation walks along.
    pickKey: p.double().defaultRaw('random()'),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    updatedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    // What the list is ordered and filtered by, written by the trigger that writes `facets`.
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
    // In the order in which pictures take turns.
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
    // Release 0.1.0 searches with it, and can run beside this one. The next release drops it.
    {
      name: 'asset_words_index',
      expression: `create index "asset_words_index" on "asset" using gin ((title || chr(10) || alt) gin_trgm_ops)`,
    },
    // Release 0.0.1 looks for pictures by it, and may go on beside this one. To be dropped in the next release.
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

/** A picture in the bank. Read through `AssetReads`; this class is for changing it and names the columns that are public. */
@ObjectType({ implements: Node, description: 'A reusable picture in the image bank.' })
export class Asset extends AssetSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => AssetKind) declare kind: Opt<AssetKind>;
  @Field(() => AssetOrigin) declare origin: AssetOrigin;
  @Field(() => AssetStatus) declare status: Opt<AssetStatus>;
  @Field(() => String) declare title: string;
  @Field(() => String, { description: 'Text alternative: a description of what the picture shows.' })
  declare alt: string;
  @Field(() => String, { description: 'A blurred preview of about 25 bytes, base64. See thumbhash.' })
  declare thumbhash: string;
  @Field(() => String, { description: 'As `#rrggbb`.' }) declare dominantColor: string;
  @Field(() => String, { nullable: true, description: 'What its use is bound to.' }) declare licence: string | null;
  @Field(() => String, { nullable: true, description: 'Whom to name beside the picture.' }) declare credit:
    | string
    | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Not used before. Null: from the beginning.' })
  declare validFrom: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Not used from then on. Null: without an end.' })
  declare validUntil: Date | null;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Rises with every change. Send it as `ifVersion`, and nothing is overwritten that you have not seen.',
  })
  declare version: Opt<number>;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime) declare updatedAt: Opt<Date>;
}
AssetSchema.setClass(Asset);

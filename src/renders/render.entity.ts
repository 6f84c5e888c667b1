import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Asset, AssetKind, type NotApplied } from '../assets/index.ts';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import type { UnderstoodBrief } from './understood-brief.type.ts';

export const RenderStatus = graphEnum('RenderStatus', 'Status of a render. All but QUEUED and RUNNING are final.', {
  QUEUED: null,
  RUNNING: null,
  SUCCEEDED: null,
  FAILED: null,
  BLOCKED: 'Refused for its content, by this service or the provider.',
  CANCELED: null,
  ABORTED: 'The deadline passed before it started.',
});
export type RenderStatus = keyof typeof RenderStatus;

export const RenderFailureReason = graphEnum('RenderFailureReason', 'Reason why a render failed.', {
  ENGINE_ERROR: null,
  ENGINE_TIMEOUT: null,
  WORKER_LOST: 'Its worker ended during each of several attempts.',
  CONTENT_REFUSED: 'The provider refused the content of the brief. The render is BLOCKED.',
  NO_PROVIDER: 'No permitted model is available.',
  PROVIDER_ERROR: 'The provider failed.',
  PROVIDER_TIMEOUT: 'The provider did not answer in time.',
  PROVIDER_BUSY: 'The provider can’t be reached, or accepts no more requests at the moment.',
  PROVIDER_REFUSED: 'The provider refused the request or the account.',
  PROVIDER_ANSWER_UNUSABLE: 'The provider’s answer was not a complete picture.',
  BUDGET_EXCEEDED: 'The worst-case cost exceeds the hard limit of the paying account.',
  NOT_ALLOWED: 'The paying account isn’t permitted to use the model.',
});
export type RenderFailureReason = keyof typeof RenderFailureReason;

/** A picture that was paid for, in the store. */
export interface PaidDrawing {
  readonly runId: string;
  readonly provider: string;
  readonly model: string;
  readonly sha256: string;
  readonly extension: string;
}

const RenderSchema = defineEntity({
  name: 'Render',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('render')),
    status: p
      .enum(() => RenderStatus)
      .$type<RenderStatus>()
      .default(RenderStatus.QUEUED),
    // Raised by every change of status, so that who sees two answers knows which is the later one.
    version: p.integer().default(1),
    attempts: p.integer().default(0),
    kind: p
      .enum(() => AssetKind)
      .$type<AssetKind>()
      .default(AssetKind.IMAGE),
    title: p.text(),
    source: p.text().nullable(),
    prompt: p.text(),
    provider: p.string().default('embedded'),
    seed: p.bigint('number'),
    width: p.integer(),
    height: p.integer(),
    saveToBank: p.boolean(),
    tags: p.array().default([]),
    // Drawn by the engine of this service, whatever the policy says: what costs nothing must stay so.
    isEngineOnly: p.boolean().default(false),
    requestedBy: p.string(),
    // True if the requester could tag any picture at the time of the request.
    mayTag: p.boolean().default(false),
    // Unique: asked twice to try one again, it is tried again once.
    retryOf: () => p.oneToOne(Render).ref().nullable(),
    idempotencyKey: p.string().length(255).nullable(),
    requestHash: p.string().length(64),
    understood: p.json<UnderstoodBrief>().nullable(),
    ignoredTerms: p.array().default([]),
    note: p.text().nullable(),
    notApplied: p.json<NotApplied[]>().defaultRaw(`'[]'`),
    asset: () => p.manyToOne(Asset).ref().nullable(),
    sha256: p.string().length(64).nullable().index(),
    extension: p.string().length(8).nullable(),
    mediaType: p.string().nullable(),
    byteSize: p.integer().nullable(),
    // Of the picture: a model may give another size than it was asked for.
    imageWidth: p.integer().nullable(),
    imageHeight: p.integer().nullable(),
    model: p.string().nullable(),
    runId: p.string().nullable(),
    // What a model has drawn, and is paid for, while the render has not ended: it is not drawn again.
    drawn: p.json<PaidDrawing>().nullable(),
    failureReason: p
      .enum(() => RenderFailureReason)
      .$type<RenderFailureReason>()
      .nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    // Null: it is kept.
    expiresAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['requestedBy', 'idempotencyKey'] }],
  indexes: [
    {
      name: 'render_under_way_index',
      expression: `create index "render_under_way_index" on "render" ("status") where "status" in ('QUEUED', 'RUNNING')`,
    },
    // Looked for when an asset is erased.
    {
      name: 'render_asset_id_index',
      expression: `create index "render_asset_id_index" on "render" ("asset_id") where "asset_id" is not null`,
    },
    {
      name: 'render_expires_at_index',
      expression: `create index "render_expires_at_index" on "render" ("expires_at") where "expires_at" is not null`,
    },
    // Each order of the list, of all, of one's own and of one status.
    { name: 'render_created_at_id_index', properties: ['createdAt', 'id'] },
    { name: 'render_requested_by_created_at_id_index', properties: ['requestedBy', 'createdAt', 'id'] },
    { name: 'render_status_created_at_id_index', properties: ['status', 'createdAt', 'id'] },
    {
      name: 'render_in_bank_index',
      expression: `create index "render_in_bank_index" on "render" ("created_at", "id") where "asset_id" is not null`,
    },
    {
      name: 'render_beside_bank_index',
      expression: `create index "render_beside_bank_index" on "render" ("created_at", "id") where "asset_id" is null`,
    },
    {
      name: 'render_ended_id_index',
      expression: `create index "render_ended_id_index" on "render" ((coalesce("completed_at", 'infinity'::timestamptz)), "id")`,
    },
    {
      name: 'render_requested_by_ended_id_index',
      expression: `create index "render_requested_by_ended_id_index" on "render" ("requested_by", (coalesce("completed_at", 'infinity'::timestamptz)), "id")`,
    },
    {
      name: 'render_status_ended_id_index',
      expression: `create index "render_status_ended_id_index" on "render" ("status", (coalesce("completed_at", 'infinity'::timestamptz)), "id")`,
    },
    {
      name: 'render_asset_id_id_index',
      expression: `create index "render_asset_id_id_index" on "render" ("asset_id", "id") where "asset_id" is not null`,
    },
    {
      name: 'render_plain_prompt_index',
      expression: `create index "render_plain_prompt_index" on "render" using gin (without_accents("prompt") gin_trgm_ops) with (fastupdate = off)`,
    },
    // Release 0.1.0 searches with it, and can run beside this one. The next release drops it.
    {
      name: 'render_prompt_index',
      expression: `create index "render_prompt_index" on "render" using gin ("prompt" gin_trgm_ops) with (fastupdate = off)`,
    },
  ],
});

/** One brief and what became of it. */
@ObjectType({ implements: Node, description: 'One brief and what became of it.' })
export class Render extends RenderSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => RenderStatus) declare status: Opt<RenderStatus>;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Rises with every change; of two answers, the higher is the later.',
  })
  declare version: Opt<number>;
  @Field(() => GraphQLNonNegativeInt) declare attempts: Opt<number>;
  @Field(() => AssetKind) declare kind: Opt<AssetKind>;
  @Field(() => String) declare title: string;
  @Field(() => String, { nullable: true }) declare source: string | null;
  @Field(() => String) declare prompt: string;
  @Field(() => GraphQLPositiveInt, {
    description: 'In pixels, as it was asked for: `file` has the size that the picture came out in.',
  })
  declare width: number;
  @Field(() => GraphQLPositiveInt, { description: 'In pixels, as it was asked for.' }) declare height: number;
  @Field(() => Boolean, { description: 'Whether the picture was asked to become an asset.' })
  declare saveToBank: boolean;
  @Field(() => Boolean, {
    description: 'Whether the engine of this service draws it whatever the policy says, so that it costs nothing.',
  })
  declare isEngineOnly: Opt<boolean>;
  @Field(() => String, { description: 'Who asked for it, as it stands in records, e.g. `operator:opr_…`.' })
  declare requestedBy: string;
  @Field(() => String, {
    description:
      'Provider that drew it, or the expected one until the render has succeeded. `embedded` is the engine of this service. `none`: no provider was available.',
  })
  declare provider: Opt<string>;
  @Field(() => String, {
    nullable: true,
    description:
      'The model that drew it, as its provider calls it. Null until then, and for the engine of this service.',
  })
  declare model: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The run that drew it, in the log of runs. Null until then.',
  })
  declare runId: string | null;
  @Field(() => GraphQLSafeInt, {
    description:
      'Seed of the picture. The `embedded` engine draws the same bytes for the same prompt, size and seed. A model can ignore it.',
  })
  declare seed: number;
  @Field(() => [String], {
    description: 'Words of the brief that the engine could not draw, verbatim. Empty for a picture by a model.',
  })
  declare ignoredTerms: Opt<string[]>;
  @Field(() => String, {
    nullable: true,
    description:
      'What the picture shows instead, if the subject of the brief can’t be drawn. For a picture by a model: a warning that its content is unchecked. Null otherwise, and until the render has succeeded.',
  })
  declare note: string | null;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it was first begun. Null while it waits, and where it ended before.',
  })
  declare startedAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true }) declare completedAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it is forgotten. Null: it is kept.' })
  declare expiresAt: Date | null;
}
RenderSchema.setClass(Render);

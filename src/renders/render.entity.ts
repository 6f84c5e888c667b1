import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Asset, AssetKind, type NotApplied } from '../assets/index.ts';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import type { UnderstoodBrief } from './understood-brief.type.ts';

export const RenderStatus = graphEnum(
  'RenderStatus',
  'Status of a render. QUEUED and RUNNING can change; all others are final.',
  {
    QUEUED: 'Waiting for a worker.',
    RUNNING: 'A worker draws the picture, or the render waits for its next attempt.',
    SUCCEEDED: 'The picture is available.',
    FAILED: 'No picture. `failure` has the reason.',
    BLOCKED: 'The provider refused the content of the brief.',
    CANCELED: 'Canceled by a caller or an operator.',
    ABORTED: 'The render ended before it started. Reserved: no render gets this status at present.',
  },
);
export type RenderStatus = keyof typeof RenderStatus;

export const RenderFailureReason = graphEnum('RenderFailureReason', 'Reason why a render failed.', {
  ENGINE_ERROR: 'The embedded engine failed, or the service failed to store the picture.',
  ENGINE_TIMEOUT: 'The embedded engine exceeded its time limit.',
  WORKER_LOST: 'No attempt finished: its worker process ended, or couldn’t store the picture that a model had drawn.',
  CONTENT_REFUSED: 'The provider refused the content of the brief. The render is BLOCKED.',
  NO_PROVIDER: 'No permitted model can be called, for example because none has a valid key or a known price.',
  PROVIDER_ERROR: 'The provider failed.',
  PROVIDER_TIMEOUT: 'The provider did not answer in time.',
  PROVIDER_BUSY:
    'The provider can’t be reached, or a limit of the provider, the service or the paying account is reached.',
  PROVIDER_REFUSED: 'The provider refused the request or the account.',
  PROVIDER_ANSWER_UNUSABLE: 'The provider’s answer was not a complete picture that the image bank accepts.',
  BUDGET_EXCEEDED: 'The worst-case cost exceeds what is left of the hard limit of the paying account.',
  NOT_ALLOWED: 'The paying account isn’t permitted to have this picture drawn.',
});
export type RenderFailureReason = keyof typeof RenderFailureReason;

/** Picture that a model has drawn for a render that hasn't ended. The picture is paid for and stored. */
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
    // Incremented by every attempt, every change of status, and the removal of the picture, so that a client can tell which of
    // two responses is newer.
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
    // True if the embedded engine draws the render and the routing policy is ignored, so that a free render stays free.
    isEngineOnly: p.boolean().default(false),
    requestedBy: p.string(),
    // True if, at the time of the request, the requester had the permission to tag any picture.
    mayTag: p.boolean().default(false),
    // Render that this one retries. Unique, so that two requests to retry a render create one retry.
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
    // Width of the drawn picture, because a model can return a different size than requested.
    imageWidth: p.integer().nullable(),
    imageHeight: p.integer().nullable(),
    model: p.string().nullable(),
    runId: p.string().nullable(),
    // Picture that a model has drawn and that was paid for, until the render ends. The next attempt uses it instead of drawing
    // again.
    drawn: p.json<PaidDrawing>().nullable(),
    failureReason: p
      .enum(() => RenderFailureReason)
      .$type<RenderFailureReason>()
      .nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
    // Time at which the render is deleted. Null if it never expires.
    expiresAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['requestedBy', 'idempotencyKey'] }],
  indexes: [
    {
      name: 'render_under_way_index',
      expression: `create index "render_under_way_index" on "render" ("status") where "status" in ('QUEUED', 'RUNNING')`,
    },
    // Index used when an asset is purged.
    {
      name: 'render_asset_id_index',
      expression: `create index "render_asset_id_index" on "render" ("asset_id") where "asset_id" is not null`,
    },
    {
      name: 'render_expires_at_index',
      expression: `create index "render_expires_at_index" on "render" ("expires_at") where "expires_at" is not null`,
    },
    // The next three indexes sort the list of all renders, of the renders of one requester, and of the renders with one status.
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
    // Index used by searches of release 0.1.0, which can run next to this release. Version 0.3.0 drops it.
    {
      name: 'render_prompt_index',
      expression: `create index "render_prompt_index" on "render" using gin ("prompt" gin_trgm_ops) with (fastupdate = off)`,
    },
  ],
});

/** A brief for a picture, and the result of drawing it. */
@ObjectType({ implements: Node, description: 'A requested picture: its brief, status and result.' })
export class Render extends RenderSchema.class implements Node {
  @Field(() => ID, { description: 'Id of the render.' }) declare id: string;
  @Field(() => RenderStatus, { description: 'Status of the render.' }) declare status: Opt<RenderStatus>;
  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Incremented by every attempt, by every change of status, and when the picture is purged. The response with a higher version is newer.',
  })
  declare version: Opt<number>;
  @Field(() => GraphQLNonNegativeInt, {
    description:
      'Number of attempts to draw the picture so far. An attempt that an outage of the service ended doesn’t count, unless it was possibly paid for.',
  })
  declare attempts: Opt<number>;
  @Field(() => AssetKind, { description: 'Kind of the result.' }) declare kind: Opt<AssetKind>;
  @Field(() => String, { description: 'Title from the request, or a generated one.' }) declare title: string;
  @Field(() => String, {
    nullable: true,
    description: 'Origin of the request, as sent with it. Null if none was sent.',
  })
  declare source: string | null;
  @Field(() => String, { description: 'Text that the picture is drawn from.' }) declare prompt: string;
  @Field(() => GraphQLPositiveInt, {
    description: 'Requested width in pixels. `file` has the actual width.',
  })
  declare width: number;
  @Field(() => GraphQLPositiveInt, { description: 'Requested height in pixels. `file` has the actual height.' })
  declare height: number;
  @Field(() => Boolean, { description: 'True if the picture was requested to become an asset.' })
  declare saveToBank: boolean;
  @Field(() => Boolean, {
    description: 'True if the embedded engine draws the picture at no cost, independent of the policy.',
  })
  declare isEngineOnly: Opt<boolean>;
  @Field(() => String, { description: 'Actor who requested the render, e.g. `operator:op_…`.' })
  declare requestedBy: string;
  @Field(() => String, {
    description:
      'Provider that drew the picture, or the expected one unless the render has succeeded. `embedded` is the engine of this service. `none`: no provider was expected to be available.',
  })
  declare provider: Opt<string>;
  @Field(() => String, {
    nullable: true,
    description:
      'Model that drew the picture, by its name at the provider. Null unless the render has succeeded, and for the embedded engine.',
  })
  declare model: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Id of the run that drew the picture. Null unless the render has succeeded.',
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
      'Content of the picture, if the engine can’t draw the subject of the brief. For a picture by a model: a warning that its content is unchecked, and its size if that differs from the requested one. Null otherwise, and unless the render has succeeded.',
  })
  declare note: string | null;
  @Field(() => GraphQLDateTime, { description: 'Time when the render was requested.' }) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the first attempt started. Null while queued, and if the render ended before.',
  })
  declare startedAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time when the render ended. Null until then.' })
  declare completedAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time when the render will be deleted. Null: never.' })
  declare expiresAt: Date | null;
}
RenderSchema.setClass(Render);

import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Asset, AssetKind } from '../assets/index.ts';
import { Node } from '../platform/graphql/node.ts';
import { newId } from '../platform/ids.ts';
import type { UnderstoodBrief } from './understood-brief.type.ts';

export const RenderStatus = {
  QUEUED: 'QUEUED',
  RUNNING: 'RUNNING',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
  BLOCKED: 'BLOCKED',
  CANCELED: 'CANCELED',
  ABORTED: 'ABORTED',
} as const;
export type RenderStatus = (typeof RenderStatus)[keyof typeof RenderStatus];
registerEnumType(RenderStatus, {
  name: 'RenderStatus',
  description: 'QUEUED and RUNNING go on; the others are final.',
  valuesConfig: {
    BLOCKED: { description: 'Refused for what it asks for, by us or by the provider.' },
    ABORTED: { description: 'Its deadline passed before it began.' },
  },
});

export const RenderFailureReason = {
  ENGINE_ERROR: 'ENGINE_ERROR',
  ENGINE_TIMEOUT: 'ENGINE_TIMEOUT',
  WORKER_LOST: 'WORKER_LOST',
} as const;
export type RenderFailureReason = (typeof RenderFailureReason)[keyof typeof RenderFailureReason];
registerEnumType(RenderFailureReason, {
  name: 'RenderFailureReason',
  description: 'What kept the picture from being drawn.',
  valuesConfig: { WORKER_LOST: { description: 'The worker died in the middle, time and again.' } },
});

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
    requestedBy: p.string(),
    idempotencyKey: p.string().length(255).nullable(),
    requestHash: p.string().length(64),
    understood: p.json<UnderstoodBrief>().nullable(),
    ignoredTerms: p.array().default([]),
    note: p.text().nullable(),
    asset: () => p.manyToOne(Asset).ref().nullable(),
    sha256: p.string().length(64).nullable().index(),
    extension: p.string().length(8).nullable(),
    mediaType: p.string().nullable(),
    byteSize: p.integer().nullable(),
    failureReason: p
      .enum(() => RenderFailureReason)
      .$type<RenderFailureReason>()
      .nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    startedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['requestedBy', 'idempotencyKey'] }],
  indexes: [
    {
      name: 'render_under_way_index',
      expression: `create index "render_under_way_index" on "render" ("status") where "status" in ('QUEUED', 'RUNNING')`,
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
  @Field(() => String, { description: 'Who drew it. `embedded` is the engine in this service: no model, no network.' })
  declare provider: Opt<string>;
  @Field(() => GraphQLSafeInt, { description: 'The same prompt, size and seed give the same picture, byte for byte.' })
  declare seed: number;
  @Field(() => [String], {
    description: 'Words of the brief that are not in the picture, as they were written; emoji and other scripts, too.',
  })
  declare ignoredTerms: Opt<string[]>;
  @Field(() => String, {
    nullable: true,
    description: 'One sentence when the subject of the brief cannot be drawn. Null when it is drawn, and until then.',
  })
  declare note: string | null;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { nullable: true }) declare completedAt: Date | null;
}
RenderSchema.setClass(Render);

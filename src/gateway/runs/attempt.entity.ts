import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, ID, ObjectType } from 'type-graphql';
import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { CredentialSource, FailureClass } from '../../providers/index.ts';
import { CostSource } from './usage.ts';
import {
  CACHE_WRITES,
  CACHED_TOKENS,
  CHARGED,
  COST_SOURCE,
  FIRST_PART,
  IMAGES,
  INPUT_TOKENS,
  NOT_STREAMED,
  OUTPUT_TOKENS,
  REASONING_TOKENS,
  usageColumns,
} from './usage-columns.ts';

export const AttemptStatus = graphEnum('AttemptStatus', 'Outcome of an attempt.', {
  SUCCEEDED: 'The deployment answered.',
  FAILED: 'The deployment failed, or its answer does not fit the requested schema.',
  CANCELED: 'The caller disconnected, or the run was stopped.',
});
export type AttemptStatus = keyof typeof AttemptStatus;

const AttemptSchema = defineEntity({
  name: 'Attempt',
  properties: {
    id: p.string().primary(),
    // No foreign key: a month of runs and the month of their attempts are deleted together.
    runId: p.string().index(),
    number: p.integer(),
    status: p.enum(() => AttemptStatus).$type<AttemptStatus>(),
    deployment: p.string(),
    provider: p.string(),
    // Model, as the provider names it. Null if it doesn't report one.
    responseModel: p.string().nullable(),
    responseId: p.string().nullable(),
    credentialSource: p.enum(() => CredentialSource).$type<CredentialSource>(),
    providerKeyId: p.string().nullable(),
    failure: p
      .enum(() => FailureClass)
      .$type<FailureClass>()
      .nullable(),
    statusCode: p.integer().nullable(),
    ...usageColumns(),
    // Milliseconds waited before the attempt, because the one before it failed.
    waitedMs: p.float(),
    startedAt: p.datetime(3),
    headersMs: p.float().nullable(),
    firstPartMs: p.float().nullable(),
    durationMs: p.float(),
    // Provider's reason for a failure, without keys and parts of the request. Null without a usable reason, for a refused key,
    // and in rows older than this column.
    providerReason: p.text().nullable(),
  },
});

const COST_OF_ATTEMPT =
  'Cost at the provider, in micros of USD, also if a customer’s own key pays it. Null if unknown.';

/** One call of a deployment within a run. */
@ObjectType({ description: 'One call of a deployment within a run.' })
export class Attempt extends AttemptSchema.class {
  @Field(() => GraphQLNonNegativeInt, { description: 'Number of the attempt within its run, from 1.' })
  declare number: number;
  @Field(() => AttemptStatus, { description: 'Status of the attempt.' }) declare status: AttemptStatus;
  @Field(() => String, { description: 'Deployment that was called, e.g. `openai/gpt-6.1-sol`.' })
  declare deployment: string;
  @Field(() => String, { description: 'Provider of the deployment, e.g. `openai`.' }) declare provider: string;
  @Field(() => String, {
    nullable: true,
    description: 'Model, as the provider names it. Null if the provider doesn’t report it.',
  })
  declare responseModel: string | null;
  @Field(() => String, { nullable: true, description: 'Id that the provider gave the call. Null if it gave none.' })
  declare responseId: string | null;
  @Field(() => CredentialSource, { description: 'Owner of the key or server that the call used.' })
  declare credentialSource: CredentialSource;
  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the stored provider key or own server that the call used. Null if the call used none, e.g. a key from the environment.',
  })
  declare providerKeyId: string | null;
  @Field(() => FailureClass, {
    nullable: true,
    description: 'Reason why the attempt failed or was canceled. Null if it succeeded.',
  })
  declare failure: FailureClass | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'HTTP status of the provider’s answer. Null if there was no answer.',
  })
  declare statusCode: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: INPUT_TOKENS }) declare inputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: CACHED_TOKENS })
  declare cachedInputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: OUTPUT_TOKENS })
  declare outputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: REASONING_TOKENS })
  declare reasoningTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: IMAGES }) declare images: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: COST_OF_ATTEMPT }) declare costMicros: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: CHARGED }) declare chargedMicros: number | null;
  @Field(() => Boolean, {
    description: 'True if tokens or cost were counted by this service, because the provider didn’t report them.',
  })
  declare isEstimated: boolean;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: CACHE_WRITES })
  declare cacheWriteTokens: number | null;
  @Field(() => CostSource, { nullable: true, description: COST_SOURCE }) declare costSource: CostSource | null;
  @Field(() => Float, { description: 'Milliseconds waited before the attempt, because the one before it failed.' })
  declare waitedMs: number;
  @Field(() => GraphQLDateTime, { description: 'Time at which the attempt started, after any wait.' })
  declare startedAt: Date;
  @Field(() => Float, {
    nullable: true,
    description: 'Milliseconds from the start of the call until the headers of the answer arrived. Null if none did.',
  })
  declare headersMs: number | null;
  @Field(() => Float, { nullable: true, description: `${FIRST_PART} ${NOT_STREAMED}` })
  declare firstPartMs: number | null;
  @Field(() => Float, { description: 'Duration in milliseconds.' }) declare durationMs: number;
}
AttemptSchema.setClass(Attempt);

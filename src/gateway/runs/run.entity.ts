import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, ID, ObjectType } from 'type-graphql';
import { describeEnum, graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { Node } from '../../platform/graphql/schema/node.ts';
import { Sha256 } from '../../platform/graphql/schema/scalars.ts';
import { CredentialSource, FailureClass } from '../../providers/index.ts';
import type { Decision, RoutingRequest, RoutingSnapshot } from '../routing/decide.ts';
import { OutputMismatchKind } from './output-mismatch.ts';
import type { RedactionCounts } from './redaction/run-redaction.ts';
import { CostSource, type UsageDiscrepancy } from './usage.ts';
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

/** A run in progress has no row; its reservation is its only record. */
export const RunStatus = graphEnum('RunStatus', 'Final status of a run.', {
  SUCCEEDED: 'The run gave a complete answer.',
  FAILED: 'The run gave no answer, only a part of it, or one that misses a strict schema. `failure` has the reason.',
  CANCELED:
    'The caller disconnected, or the service stopped, before the end. Output that the caller got until then is charged.',
  ABORTED: 'The process that ran the task ended. The progress and cost of the run are unknown.',
});
export type RunStatus = keyof typeof RunStatus;

export const RunKind = graphEnum('RunKind', 'Kind of output that was requested.', {
  TEXT: 'Text.',
  IMAGE: 'Pictures.',
});
export type RunKind = keyof typeof RunKind;

export const RunSurface = graphEnum('RunSurface', 'API or feature that started a run.', {
  GRAPHQL: '`runTask` or `taskRun` of GraphQL.',
  CHAT_COMPLETIONS: '`/v1/chat/completions`.',
  RESPONSES: '`/v1/responses`.',
  IMAGES: '`/v1/images/generations`.',
  RENDER: 'A render for the image bank.',
});
export type RunSurface = keyof typeof RunSurface;

export const FinishReason = graphEnum('FinishReason', 'Reason why an answer ended.', {
  STOP: 'The answer is complete.',
  LENGTH: 'The limit of output tokens was reached. The answer is incomplete.',
  CONTENT_FILTER: 'A filter cut the answer, or the model refused to answer.',
  TOOL_CALLS: 'The model called tools and waits for their results.',
  OTHER: 'The provider gave another reason, or none.',
});
export type FinishReason = keyof typeof FinishReason;

describeEnum(OutputMismatchKind, 'OutputMismatchKind', 'Reason why an answer does not fit its schema.', {
  NOT_JSON: 'The answer isn’t JSON.',
  UNFIT: 'The answer is JSON and doesn’t fit the schema.',
  UNCHECKED:
    'The answer couldn’t be checked: it is too long or too deeply nested, the check took too long, or the schema can’t be compiled.',
});

/** A routing decision with its inputs, so that it can be replayed. */
export interface RecordedDecision {
  readonly decision: Decision;
  readonly request: RoutingRequest;
  readonly snapshot: RoutingSnapshot;
}

const RunSchema = defineEntity({
  name: 'Run',
  properties: {
    // Contains a time: usually that of the start of the run. The table is partitioned by the id, one partition per month.
    id: p.string().primary(),
    kind: p.enum(() => RunKind).$type<RunKind>(),
    status: p.enum(() => RunStatus).$type<RunStatus>(),
    surface: p.enum(() => RunSurface).$type<RunSurface>(),
    task: p.string(),
    taskVersion: p.integer(),
    customerId: p.string(),
    customerKeyId: p.string().nullable(),
    requestedBy: p.string(),
    deployment: p.string().nullable(),
    model: p.string().nullable(),
    credentialSource: p
      .enum(() => CredentialSource)
      .$type<CredentialSource>()
      .nullable(),
    providerKeyId: p.string().nullable(),
    // Null if the process of the run ended unexpectedly. `durationMs` is null in this case too.
    attemptCount: p.integer().nullable(),
    finishReason: p
      .enum(() => FinishReason)
      .$type<FinishReason>()
      .nullable(),
    failure: p
      .enum(() => FailureClass)
      .$type<FailureClass>()
      .nullable(),
    ...usageColumns(),
    startedAt: p.datetime(3),
    endedAt: p.datetime(3),
    firstPartMs: p.float().nullable(),
    durationMs: p.float().nullable(),
    overheadMs: p.float().nullable(),
    inputBytes: p.integer(),
    // Null once erased: a digest of a short text could be used to guess the text.
    inputSha256: p.string().length(64).nullable(),
    outputBytes: p.integer().nullable(),
    outputSha256: p.string().length(64).nullable(),
    isStreamed: p.boolean(),
    isSimulated: p.boolean(),
    isNotFinal: p.boolean(),
    isPastSoftCap: p.boolean(),
    policyVersion: p.integer(),
    catalogueVersion: p.integer(),
    // Approval that held the output. Null if no output was held.
    approvalId: p.string().nullable(),
    // Larger than all other columns together, so it is loaded only on request.
    decision: p.json<RecordedDecision>().lazy(),
    // Null if there was no text, once erased, and in rows older than this column.
    outputTextSha256: p.string().length(64).nullable(),
    // Number of redacted places by kind. Null if redaction didn't run.
    redactions: p.json<RedactionCounts>().nullable(),
    // Null if the provider reported no more than the request could use.
    usageDiscrepancy: p.json<UsageDiscrepancy>().nullable(),
    outputMismatch: p.string().$type<OutputMismatchKind>().nullable(),
    // Null if there are none, and in rows older than this column.
    warnings: p.json<readonly string[]>().nullable(),
    // The ABORTED record of this run, from when its process seemed to have ended.
    abortedRunId: p.string().nullable(),
    // Digest of the verified citations of an answer from documents. Null for other answers, and in rows older than this column.
    citationsSha256: p.string().length(64).nullable(),
    // On the ABORTED record: the record written when the run ended after all. Not part of the linked record.
    laterRunId: p.string().nullable(),
  },
  indexes: [
    { properties: ['customerId', 'id'] },
    { properties: ['task', 'id'] },
    // Partial index for runs of agents, so that writing other runs doesn't cost more.
    {
      name: 'run_by_agent_index',
      expression: `create index "run_by_agent_index" on "run" ("requested_by", "id") where "requested_by" like 'agent:%'`,
    },
    {
      name: 'run_not_succeeded_index',
      expression: `create index "run_not_succeeded_index" on "run" ("status", "id") where "status" <> 'SUCCEEDED'`,
    },
  ],
});

/** Cost of a run, for its record and its outcome. */
export const COST_OF_RUN =
  'Cost of all attempts at their providers, in micros of USD, also if a customer’s own key pays it. An attempt of unknown cost is left out if an upper bound of its cost is known. Null if an attempt has neither a known cost nor a known bound, or if only free attempts have a known cost.';
export const NOT_FINAL = 'True if the answer is a draft that a person must review before an end customer sees it.';
export const PAST_SOFT_CAP =
  'True if the account had reached its soft cap, or the upper bound of this run’s cost exceeded what was left of it.';
const OF_ALL_ATTEMPTS = 'For a run of several attempts, the sum of the known counts.';

/**
 * One call of the gateway and its result, with one shape for every provider, kind and status. Fields are added but never removed.
 */
@ObjectType({
  implements: Node,
  description:
    'One task that was run, with its status, tokens and cost. Prompt and answer are not part of it, except a held answer after its approval.',
})
export class Run extends RunSchema.class implements Node {
  @Field(() => ID, { description: 'Id of the run.' }) declare id: string;
  @Field(() => RunKind, { description: 'Kind of output.' }) declare kind: RunKind;
  @Field(() => RunStatus, { description: 'Final status of the run.' }) declare status: RunStatus;
  @Field(() => RunSurface, { description: 'API or feature that started the run.' }) declare surface: RunSurface;
  @Field(() => String, { description: 'Name of the task, e.g. `human-phrasing/warm-tone`.' }) declare task: string;
  @Field(() => GraphQLNonNegativeInt, { description: 'Version of the task at the time of the run.' })
  declare taskVersion: number;
  @Field(() => ID, { description: 'Customer that pays for the run.' }) declare customerId: string;
  @Field(() => ID, { nullable: true, description: 'Customer key that the request used. Null if it used none.' })
  declare customerKeyId: string | null;
  @Field(() => String, { description: 'Requester of the run, e.g. `operator:admin`. `erased` after an erasure.' })
  declare requestedBy: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Deployment that answered or was called last, e.g. `openai/gpt-6.1-sol`. Null if none was called, or the run was aborted.',
  })
  declare deployment: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Model, as the provider names it. Null if none was called, or the run was aborted.',
  })
  declare model: string | null;
  @Field(() => CredentialSource, {
    nullable: true,
    description: 'Owner of the key or server that the call used. Null if no call was made, or the run was aborted.',
  })
  declare credentialSource: CredentialSource | null;
  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the stored provider key or own server that the call used. Null if the call used none, e.g. a key from the environment, and for aborted runs.',
  })
  declare providerKeyId: string | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Number of attempts over all deployments. Null for aborted runs.',
  })
  declare attemptCount: number | null;
  @Field(() => FinishReason, {
    nullable: true,
    description: 'Reason why the answer ended. Null if the run didn’t succeed.',
  })
  declare finishReason: FinishReason | null;
  @Field(() => ID, {
    nullable: true,
    description:
      'The `ABORTED` record of this run, if its process seemed to have ended before the run did. Null otherwise.',
  })
  declare abortedRunId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: 'Record of the final status, if the run ended after it was recorded as `ABORTED`. Null otherwise.',
  })
  declare laterRunId: string | null;
  @Field(() => OutputMismatchKind, {
    nullable: true,
    description:
      'Mismatch between the answer and its schema. Null if the answer fits, has no schema, was cut off or calls tools, and if the run failed: `failure` is then OUTPUT_INVALID.',
  })
  declare outputMismatch: OutputMismatchKind | null;
  @Field(() => FailureClass, {
    nullable: true,
    description: 'Reason why the run failed or was canceled. Null otherwise.',
  })
  declare failure: FailureClass | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: `${INPUT_TOKENS} ${OF_ALL_ATTEMPTS}` })
  declare inputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: CACHED_TOKENS })
  declare cachedInputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: `${OUTPUT_TOKENS} ${OF_ALL_ATTEMPTS}` })
  declare outputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: REASONING_TOKENS })
  declare reasoningTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: IMAGES }) declare images: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: COST_OF_RUN }) declare costMicros: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: CHARGED }) declare chargedMicros: number | null;
  @Field(() => Boolean, {
    description: 'True if tokens or cost were counted by this service, because the provider didn’t report them.',
  })
  declare isEstimated: boolean;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: CACHE_WRITES })
  declare cacheWriteTokens: number | null;
  @Field(() => CostSource, { nullable: true, description: COST_SOURCE }) declare costSource: CostSource | null;
  @Field(() => GraphQLDateTime, { description: 'Time at which the run started, before its first attempt.' })
  declare startedAt: Date;
  @Field(() => GraphQLDateTime, {
    description: 'Time at which the run ended. For an aborted run, the time at which the abort was detected.',
  })
  declare endedAt: Date;
  @Field(() => Float, { nullable: true, description: `${FIRST_PART} ${NOT_STREAMED}` })
  declare firstPartMs: number | null;
  @Field(() => Float, { nullable: true, description: 'Duration in milliseconds. Null if unknown.' })
  declare durationMs: number | null;
  @Field(() => Float, {
    nullable: true,
    description: 'Milliseconds spent in this service, without waiting for providers. Null if unknown.',
  })
  declare overheadMs: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Size of the caller’s prompt as JSON, in bytes; for pictures, of the request.',
  })
  declare inputBytes: number;
  @Field(() => Sha256, {
    nullable: true,
    description: 'SHA-256 of the caller’s prompt as JSON; for pictures, of the request. Null once erased.',
  })
  declare inputSha256: string | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Size of the output in bytes; for pictures, of their stored files. Null if there was none, or the run was aborted.',
  })
  declare outputBytes: number | null;
  @Field(() => Sha256, {
    nullable: true,
    description:
      'SHA-256 of the output; for pictures, of their stored files, one after the other. Null if there was none, the run was aborted, or once erased.',
  })
  declare outputSha256: string | null;
  @Field(() => Sha256, {
    nullable: true,
    description:
      'SHA-256 of the answer’s text only, in UTF-8. A seal of the answer covers these bytes. Null if there was no text, once erased, for aborted runs, and in runs from before this was recorded.',
  })
  declare outputTextSha256: string | null;
  @Field(() => Boolean, { description: 'True if the caller requested a stream.' }) declare isStreamed: boolean;
  @Field(() => Boolean, { description: 'True if the sandbox answered instead of a model.' })
  declare isSimulated: boolean;
  @Field(() => Boolean, { description: NOT_FINAL })
  declare isNotFinal: boolean;
  @Field(() => Boolean, { description: PAST_SOFT_CAP })
  declare isPastSoftCap: boolean;
  @Field(() => GraphQLNonNegativeInt, { description: 'Version of the routing policy that decided.' })
  declare policyVersion: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Version of the catalogue at the time of the run.' })
  declare catalogueVersion: number;
}
RunSchema.setClass(Run);

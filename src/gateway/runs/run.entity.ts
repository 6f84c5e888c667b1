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

/** There is no row for a run under way: what is set aside for it tells of it. */
export const RunStatus = graphEnum('RunStatus', 'Final status of a run.', {
  SUCCEEDED: null,
  FAILED: 'The run gave no answer, or only a part of it. `failure` has the reason.',
  CANCELED: 'The caller disconnected before the end. Output that came until then is charged.',
  ABORTED: 'The process that ran it ended. Its progress and its cost are unknown.',
});
export type RunStatus = keyof typeof RunStatus;

export const RunKind = graphEnum('RunKind', 'Kind of output that was requested.', { TEXT: null, IMAGE: null });
export type RunKind = keyof typeof RunKind;

export const RunSurface = graphEnum('RunSurface', 'API or feature that started a run.', {
  GRAPHQL: null,
  CHAT_COMPLETIONS: '`/v1/chat/completions`.',
  RESPONSES: '`/v1/responses`.',
  IMAGES: '`/v1/images/generations`.',
  RENDER: 'A render of the bank.',
});
export type RunSurface = keyof typeof RunSurface;

export const FinishReason = graphEnum('FinishReason', 'Reason why an answer ended.', {
  STOP: null,
  LENGTH: 'The limit of output tokens was reached. The answer is incomplete.',
  CONTENT_FILTER: 'A filter cut the answer, or the model refused to answer.',
  TOOL_CALLS: 'The model called tools and waits for their results.',
  OTHER: null,
});
export type FinishReason = keyof typeof FinishReason;

describeEnum(OutputMismatchKind, 'OutputMismatchKind', 'How an answer misses the schema that was requested for it.', {
  NOT_JSON: 'It isn’t JSON.',
  UNFIT: 'It is JSON and doesn’t fit the schema.',
  UNCHECKED: 'It couldn’t be checked: too long, too deep, or not in time.',
});

describeEnum(CostSource, 'CostSource', 'Source of a cost.', {
  PROVIDER: 'The provider reported it with its answer.',
  PRICE_LIST: "The provider's count of tokens at the prices of the catalogue.",
  ESTIMATE: 'Tokens counted here at the prices of the catalogue.',
});
describeEnum(FailureClass, 'FailureClass', 'Reason why a call failed.', {
  RATE_LIMITED: 'The provider was busy.',
  QUOTA: 'The account at the provider has no credit left.',
  KEY_REFUSED: 'The provider did not accept the key. A check of the key decides whether it is paused.',
  FORBIDDEN: 'The provider or a firewall before it did not allow this request: status 403, and no word about the key.',
  UNREACHABLE: 'No connection was made, so nothing was sent.',
  TRUNCATED: 'The answer ended before its end was announced.',
  GARBAGE: 'The answer was not valid in the protocol of the provider.',
  BREAKER_OPEN: 'Recent calls failed too often, so the deployment was not called.',
  BULKHEAD_FULL: 'Too many calls to the deployment were under way.',
  CANCELED: 'The caller disconnected.',
  OUTPUT_INVALID: 'The answer does not fit its schema.',
  NO_PROVIDER_AVAILABLE:
    'No deployment could be called: each was paused or had no key. The run has no attempts and costs nothing.',
});

/** What was decided and all that it was decided by, so that it can be decided again. */
export interface RecordedDecision {
  readonly decision: Decision;
  readonly request: RoutingRequest;
  readonly snapshot: RoutingSnapshot;
}

/** What a run and each try of it have to say of tokens and money. Null is "nobody knows", which is not 0. */
const measured = () => ({
  inputTokens: p.integer().nullable(),
  cachedInputTokens: p.integer().nullable(),
  outputTokens: p.integer().nullable(),
  reasoningTokens: p.integer().nullable(),
  images: p.integer().nullable(),
  // What it costs at the provider, whoever pays there.
  costMicros: p.bigint('number').nullable(),
  // What the account was charged of it: nothing where the key was the customer's own.
  chargedMicros: p.bigint('number').nullable(),
  // What the provider may have billed beyond the charge, at most. Null: no upper bound is known, or from before it was recorded.
  possibleCostMicros: p.bigint('number').nullable(),
  isEstimated: p.boolean(),
  // Null in rows from before they were recorded.
  cacheWriteTokens: p.integer().nullable(),
  costSource: p.string().$type<CostSource>().nullable(),
});

const RunSchema = defineEntity({
  name: 'Run',
  properties: {
    // Holds the time at which the run began: the table is partitioned by it, a partition for each month.
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
    // Unknown of a run whose process did not come back, as is how long it took.
    attemptCount: p.integer().nullable(),
    finishReason: p
      .enum(() => FinishReason)
      .$type<FinishReason>()
      .nullable(),
    failure: p
      .enum(() => FailureClass)
      .$type<FailureClass>()
      .nullable(),
    ...measured(),
    startedAt: p.datetime(3),
    endedAt: p.datetime(3),
    firstPartMs: p.float().nullable(),
    durationMs: p.float().nullable(),
    overheadMs: p.float().nullable(),
    inputBytes: p.integer(),
    // Null once it was erased: whoever guesses a short text could find out by it whether that was it.
    inputSha256: p.string().length(64).nullable(),
    outputBytes: p.integer().nullable(),
    outputSha256: p.string().length(64).nullable(),
    isStreamed: p.boolean(),
    isSimulated: p.boolean(),
    isNotFinal: p.boolean(),
    isPastSoftCap: p.boolean(),
    policyVersion: p.integer(),
    catalogueVersion: p.integer(),
    // What its output was held for; null where it was given out at once.
    approvalId: p.string().nullable(),
    // More than all the others together: read where somebody asks for it.
    decision: p.json<RecordedDecision>().lazy(),
    // Null where there was no text, and of runs from before it was recorded.
    outputTextSha256: p.string().length(64).nullable(),
    // Places by kind; null where nothing was looked for.
    redactions: p.json<RedactionCounts>().nullable(),
    // Null where the provider reported no more than the request could use.
    usageDiscrepancy: p.json<UsageDiscrepancy>().nullable(),
    outputMismatch: p.string().$type<OutputMismatchKind>().nullable(),
    // Null where there are none, and in rows from before they were recorded.
    warnings: p.json<readonly string[]>().nullable(),
    // The record of this run from the time when it was thought lost.
    abortedRunId: p.string().nullable(),
    // In that record: the one that was written when the run ended after all. Not a part of the linked record.
    laterRunId: p.string().nullable(),
  },
  indexes: [
    { properties: ['customerId', 'id'] },
    { properties: ['task', 'id'] },
    // Of agents alone: what others run pays nothing for it.
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

const INPUT_TOKENS = 'Input tokens, as the model counts them. Null: unknown, which isn’t 0.';
const OUTPUT_TOKENS = 'Output tokens, reasoning included. Null: unknown, which isn’t 0.';
const IMAGES = 'Number of pictures that the provider returned. Null for texts, and when the number is unknown.';
const COST =
  'Cost at the provider as far as it is known, in micros of USD, also where a customer’s own key pays it. Null where none of it is known.';
const CHARGED = 'What the account was charged of that: nothing where the key was the customer’s own.';
const CACHE_WRITES =
  'Of the input, tokens that the provider wrote into its cache. Null where it does not say, and in older runs.';
const COST_SOURCE =
  'Where the cost comes from; of several attempts the least certain. Null where nothing was spent or the cost is unknown, and in older runs.';
const FIRST_PART = 'Milliseconds from the beginning to the first part that can be seen. Null unless it was streamed.';

/** One call of the gateway and what became of it: one shape for every provider, kind and outcome. Only ever added to. */
@ObjectType({ implements: Node, description: 'One task that was run, and what became of it. Without what was said.' })
export class Run extends RunSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => RunKind) declare kind: RunKind;
  @Field(() => RunStatus) declare status: RunStatus;
  @Field(() => RunSurface, { description: 'By which door it came.' }) declare surface: RunSurface;
  @Field(() => String, { description: 'By name, e.g. `human-phrasing/warm-tone`.' }) declare task: string;
  @Field(() => GraphQLNonNegativeInt, { description: 'Of the task, as it was then.' }) declare taskVersion: number;
  @Field(() => ID, { description: 'Of the customer who pays.' }) declare customerId: string;
  @Field(() => ID, { nullable: true, description: 'Of the customer’s key that was shown.' })
  declare customerKeyId: string | null;
  @Field(() => String, { description: 'Who asked, e.g. `operator:admin`.' }) declare requestedBy: string;
  @Field(() => ID, { nullable: true, description: 'That answered, or was tried last, e.g. `openai/gpt-6.1-sol`.' })
  declare deployment: string | null;
  @Field(() => String, { nullable: true, description: 'As the provider calls what it used.' })
  declare model: string | null;
  @Field(() => CredentialSource, {
    nullable: true,
    description: 'Whose key the call showed. Null where none was made.',
  })
  declare credentialSource: CredentialSource | null;
  @Field(() => ID, { nullable: true, description: 'Of the key for the provider, where it is kept here.' })
  declare providerKeyId: string | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Tries, over all deployments. Null where nobody knows.',
  })
  declare attemptCount: number | null;
  @Field(() => FinishReason, { nullable: true, description: 'Null unless it succeeded.' })
  declare finishReason: FinishReason | null;
  @Field(() => ID, {
    nullable: true,
    description: 'The `ABORTED` record of this run, written while its process was thought to be gone. Null for most.',
  })
  declare abortedRunId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: 'Record of how the run ended, if it ended after it was recorded as `ABORTED`. Null for all others.',
  })
  declare laterRunId: string | null;
  @Field(() => OutputMismatchKind, {
    nullable: true,
    description: 'How the answer misses the schema that was requested for it. Null if it fits, or has no schema.',
  })
  declare outputMismatch: OutputMismatchKind | null;
  @Field(() => FailureClass, { nullable: true, description: 'Null unless it failed or was canceled.' })
  declare failure: FailureClass | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: INPUT_TOKENS }) declare inputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Of the input, those that the provider had still.',
  })
  declare cachedInputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: OUTPUT_TOKENS })
  declare outputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Of the output, those that were thought and not said.',
  })
  declare reasoningTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: IMAGES }) declare images: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: COST }) declare costMicros: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: CHARGED }) declare chargedMicros: number | null;
  @Field(() => Boolean, { description: 'Whether tokens or cost are our own count, because the provider did not say.' })
  declare isEstimated: boolean;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: CACHE_WRITES })
  declare cacheWriteTokens: number | null;
  @Field(() => CostSource, { nullable: true, description: COST_SOURCE }) declare costSource: CostSource | null;
  @Field(() => GraphQLDateTime, { description: 'When it was taken on, before its first try.' }) declare startedAt: Date;
  @Field(() => GraphQLDateTime, { description: 'Of one that was aborted: when that was found.' }) declare endedAt: Date;
  @Field(() => Float, { nullable: true, description: FIRST_PART }) declare firstPartMs: number | null;
  @Field(() => Float, { nullable: true, description: 'Milliseconds. Null where nobody knows.' })
  declare durationMs: number | null;
  @Field(() => Float, { nullable: true, description: 'Of the duration, what was not waited for providers.' })
  declare overheadMs: number | null;
  @Field(() => GraphQLNonNegativeInt, { description: 'Of what the caller sent, as JSON.' }) declare inputBytes: number;
  @Field(() => Sha256, { nullable: true, description: 'Of the same bytes. Null once it was erased.' })
  declare inputSha256: string | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: 'Of what came out, in the order it came.' })
  declare outputBytes: number | null;
  @Field(() => Sha256, { nullable: true, description: 'Of the same bytes.' }) declare outputSha256: string | null;
  @Field(() => Sha256, {
    nullable: true,
    description:
      'Of the text of the answer alone, in UTF-8: what a seal of it seals. Null where there was none, and for runs from before it was recorded.',
  })
  declare outputTextSha256: string | null;
  @Field(() => Boolean, { description: 'Whether the answer was given piece by piece.' }) declare isStreamed: boolean;
  @Field(() => Boolean, { description: 'Whether the sandbox answered, and no model.' }) declare isSimulated: boolean;
  @Field(() => Boolean, { description: 'Whether the answer is a draft that no end customer should be shown as it is.' })
  declare isNotFinal: boolean;
  @Field(() => Boolean, { description: 'Whether the account was beyond its soft cap.' }) declare isPastSoftCap: boolean;
  @Field(() => GraphQLNonNegativeInt, { description: 'Of the routing policy that decided.' })
  declare policyVersion: number;
  @Field(() => GraphQLNonNegativeInt, { description: 'Of the catalogue that was in force then.' })
  declare catalogueVersion: number;
}
RunSchema.setClass(Run);

export const AttemptStatus = graphEnum('AttemptStatus', 'Outcome of an attempt.', {
  SUCCEEDED: null,
  FAILED: null,
  CANCELED: null,
});
export type AttemptStatus = keyof typeof AttemptStatus;

const AttemptSchema = defineEntity({
  name: 'Attempt',
  properties: {
    id: p.string().primary(),
    // No foreign key: a month of runs and the month of their attempts are let go of together.
    runId: p.string().index(),
    number: p.integer(),
    status: p.enum(() => AttemptStatus).$type<AttemptStatus>(),
    deployment: p.string(),
    provider: p.string(),
    // As the provider calls what it used; null where it does not say.
    responseModel: p.string().nullable(),
    responseId: p.string().nullable(),
    credentialSource: p.enum(() => CredentialSource).$type<CredentialSource>(),
    providerKeyId: p.string().nullable(),
    failure: p
      .enum(() => FailureClass)
      .$type<FailureClass>()
      .nullable(),
    statusCode: p.integer().nullable(),
    ...measured(),
    // How long was waited before it, because the one before it failed.
    waitedMs: p.float(),
    startedAt: p.datetime(3),
    headersMs: p.float().nullable(),
    firstPartMs: p.float().nullable(),
    durationMs: p.float(),
    // Without keys and parts of the request. Null where there was none, and of attempts from before it was recorded.
    providerReason: p.text().nullable(),
  },
});

/** One try at one deployment. */
@ObjectType({ description: 'One try of a run at one deployment.' })
export class Attempt extends AttemptSchema.class {
  @Field(() => GraphQLNonNegativeInt, { description: 'Which of the run’s tries, from 1 on.' }) declare number: number;
  @Field(() => AttemptStatus) declare status: AttemptStatus;
  @Field(() => ID, { description: 'That was tried, e.g. `openai/gpt-6.1-sol`.' }) declare deployment: string;
  @Field(() => String, { description: 'Who runs it, e.g. `openai`.' }) declare provider: string;
  @Field(() => String, {
    nullable: true,
    description: 'As the provider calls what it used. Null where it does not say.',
  })
  declare responseModel: string | null;
  @Field(() => String, { nullable: true, description: 'The provider’s own id of the call.' })
  declare responseId: string | null;
  @Field(() => CredentialSource, { description: 'Whose key was shown.' }) declare credentialSource: CredentialSource;
  @Field(() => ID, { nullable: true, description: 'Of that key, where it is kept here.' })
  declare providerKeyId: string | null;
  @Field(() => FailureClass, { nullable: true, description: 'Null where it succeeded.' })
  declare failure: FailureClass | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: 'HTTP. Null where nothing came.' })
  declare statusCode: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: INPUT_TOKENS }) declare inputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Of the input, those that the provider had still.',
  })
  declare cachedInputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: OUTPUT_TOKENS })
  declare outputTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: 'Of the output, those that were thought and not said.',
  })
  declare reasoningTokens: number | null;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: IMAGES }) declare images: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: COST }) declare costMicros: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: CHARGED }) declare chargedMicros: number | null;
  @Field(() => Boolean, { description: 'Whether tokens or cost are our own count, because the provider did not say.' })
  declare isEstimated: boolean;
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: CACHE_WRITES })
  declare cacheWriteTokens: number | null;
  @Field(() => CostSource, { nullable: true, description: COST_SOURCE }) declare costSource: CostSource | null;
  @Field(() => Float, { description: 'Milliseconds that were waited before it, because the one before it failed.' })
  declare waitedMs: number;
  @Field(() => GraphQLDateTime, { description: 'When it was begun, after what was waited.' }) declare startedAt: Date;
  @Field(() => Float, { nullable: true, description: 'Milliseconds to the head of the answer.' })
  declare headersMs: number | null;
  @Field(() => Float, { nullable: true, description: FIRST_PART }) declare firstPartMs: number | null;
  @Field(() => Float, { description: 'Milliseconds.' }) declare durationMs: number;
}
AttemptSchema.setClass(Attempt);

const RunContentSchema = defineEntity({
  name: 'RunContent',
  properties: {
    runId: p.string().primary(),
    prompt: p.json<unknown>(),
    answer: p.json<unknown>(),
    // After this it is gone; null: kept for as long as the run.
    expiresAt: p.datetime(3).nullable().index(),
  },
});

/** What was sent and answered, of tasks that keep it and of no others. */
export class RunContent extends RunContentSchema.class {}
RunContentSchema.setClass(RunContent);

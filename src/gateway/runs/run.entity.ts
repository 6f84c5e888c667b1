import { defineEntity, p } from '@mikro-orm/core';
import { CredentialSource, FailureClass } from '../../providers/index.ts';
import type { Decision, RoutingRequest, RoutingSnapshot } from '../routing/decide.ts';

/** There is no row for a run under way: what is set aside for it tells of it. */
export const RunStatus = {
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
  CANCELED: 'CANCELED',
  ABORTED: 'ABORTED',
} as const;
export type RunStatus = (typeof RunStatus)[keyof typeof RunStatus];

export const RunKind = { TEXT: 'TEXT', IMAGE: 'IMAGE' } as const;
export type RunKind = (typeof RunKind)[keyof typeof RunKind];

export const RunSurface = {
  GRAPHQL: 'GRAPHQL',
  CHAT_COMPLETIONS: 'CHAT_COMPLETIONS',
  RESPONSES: 'RESPONSES',
} as const;
export type RunSurface = (typeof RunSurface)[keyof typeof RunSurface];

export const FinishReason = {
  STOP: 'STOP',
  LENGTH: 'LENGTH',
  CONTENT_FILTER: 'CONTENT_FILTER',
  TOOL_CALLS: 'TOOL_CALLS',
  OTHER: 'OTHER',
} as const;
export type FinishReason = (typeof FinishReason)[keyof typeof FinishReason];

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
  isEstimated: p.boolean(),
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
    inputSha256: p.string().length(64),
    outputBytes: p.integer().nullable(),
    outputSha256: p.string().length(64).nullable(),
    isStreamed: p.boolean(),
    isSimulated: p.boolean(),
    isNotFinal: p.boolean(),
    isPastSoftCap: p.boolean(),
    policyVersion: p.integer(),
    catalogueVersion: p.integer(),
    decision: p.json<RecordedDecision>(),
  },
  indexes: [
    { properties: ['customerId', 'id'] },
    { properties: ['task', 'id'] },
    {
      name: 'run_not_succeeded_index',
      expression: `create index "run_not_succeeded_index" on "run" ("status", "id") where "status" <> 'SUCCEEDED'`,
    },
  ],
});

/** One call of the gateway and what became of it: one shape for every provider, kind and outcome. Only ever added to. */
export class Run extends RunSchema.class {}
RunSchema.setClass(Run);

export const AttemptStatus = { SUCCEEDED: 'SUCCEEDED', FAILED: 'FAILED', CANCELED: 'CANCELED' } as const;
export type AttemptStatus = (typeof AttemptStatus)[keyof typeof AttemptStatus];

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
  },
});

/** One try at one deployment. */
export class Attempt extends AttemptSchema.class {}
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

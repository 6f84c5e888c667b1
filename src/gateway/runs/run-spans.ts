import { type Attributes, context, type Span, SpanKind, trace } from '@opentelemetry/api';
import type { DeploymentEntry } from '../../models/index.ts';
import { SCOPE } from '../../platform/telemetry/scope.ts';
import { fail, isTraced } from '../../platform/telemetry/spans.ts';
import { GEN_AI, GEN_AI_SCHEMA_URL, genAiProvider, OPERATION } from '../../providers/index.ts';
import type { RoutingRequest } from '../routing/decide.ts';
import type { LiveAttempt } from './attempt.ts';
import type { AnyRunContext } from './run-context.ts';
import type { RunEnd } from './run-rows.ts';
import type { TaskRequest } from './run-task.ts';

/**
 * Traces a finished run, if tracing is on: one span for the run, one for each attempt. Attribute names follow the semantic
 * conventions for generative AI, 1.42. Spans contain no prompts or answers.
 */
export function traceRun(run: AnyRunContext, end: RunEnd): void {
  if (!isTraced()) return;
  const { decision } = run.routed;
  const span = begun('gateway.run', SpanKind.INTERNAL, run.startedAt, {
    'imprimatur.run.id': run.id,
    'imprimatur.run.status': end.status,
    'imprimatur.task': run.task.name,
    'imprimatur.cluster': run.task.slot.split('/')[0]!,
    'imprimatur.policy.version': decision.policyVersion,
    'imprimatur.catalogue.version': decision.catalogueVersion,
    'imprimatur.past_soft_cap': run.isPastSoftCap,
    'imprimatur.attempts': run.attempts.length,
  });
  const within = trace.setSpan(context.active(), span);
  context.with(within, () => {
    for (const attempt of run.attempts) traceAttempt(run, attempt, end);
  });
  endSpan(span, run.startedAt, run.elapsedMs, end.failure?.failure);
}

function traceAttempt({ request, routed, task }: AnyRunContext, attempt: LiveAttempt, end: RunEnd): void {
  const { deployment, cost, failure, startedAt, durationMs, firstPartMs, credential } = attempt;
  const { usage } = cost;
  const isSimulated = credential.source === 'SANDBOX';
  // Only the attempt that answered has a finish reason.
  const finishReason = attempt.status === 'SUCCEEDED' ? end.finishReason : null;
  const operation = OPERATION[task.kind];
  const span = begun(`${operation} ${deployment.model}`, SpanKind.CLIENT, startedAt, {
    [GEN_AI.OPERATION_NAME]: operation,
    [GEN_AI.PROVIDER_NAME]: genAiProvider(deployment.provider, isSimulated),
    [GEN_AI.REQUEST_MODEL]: deployment.model,
    [GEN_AI.REQUEST_STREAM]: request.isStreamed,
    ...(task.kind === 'TEXT' ? ofText(request as TaskRequest, routed.request, deployment) : OF_IMAGES),
    ...known(GEN_AI.RESPONSE_MODEL, attempt.responseModel),
    ...known(GEN_AI.RESPONSE_ID, attempt.responseId),
    ...(finishReason !== null && { [GEN_AI.RESPONSE_FINISH_REASONS]: [finishReason] }),
    ...known(GEN_AI.TIME_TO_FIRST_CHUNK, firstPartMs === null ? null : firstPartMs / 1000),
    ...known(GEN_AI.INPUT_TOKENS, usage.inputTokens),
    ...known(GEN_AI.OUTPUT_TOKENS, usage.outputTokens),
    ...known(GEN_AI.CACHE_READ_TOKENS, usage.cachedInputTokens),
    ...known(GEN_AI.CACHE_WRITE_TOKENS, usage.cacheWriteTokens ?? null),
    ...known(GEN_AI.REASONING_TOKENS, usage.reasoningTokens),
    'imprimatur.attempt': attempt.number,
    'imprimatur.credential.source': credential.source,
    'imprimatur.simulated': isSimulated,
  });
  endSpan(span, startedAt, durationMs, failure?.failure);
}

/** The schema URL tells collectors which version of the attribute names is used. */
const tracer = trace.getTracerProvider().getTracer(SCOPE, undefined, { schemaUrl: GEN_AI_SCHEMA_URL });

function begun(name: string, kind: SpanKind, startTime: Date, attributes: Attributes): Span {
  return tracer.startSpan(name, { kind, startTime, attributes });
}

function endSpan(span: Span, startedAt: Date, durationMs: number, failure: string | undefined): void {
  if (failure !== undefined) fail(span, failure.toLowerCase());
  span.end(new Date(startedAt.getTime() + durationMs));
}

const known = (name: string, value: string | number | null): Attributes => (value === null ? {} : { [name]: value });

const OF_IMAGES: Attributes = { [GEN_AI.OUTPUT_TYPE]: 'image' };

function ofText(request: TaskRequest, { maxOutputTokens }: RoutingRequest, deployment: DeploymentEntry): Attributes {
  const takesTemperature = deployment.kind === 'TEXT' && deployment.takesTemperature;
  return {
    [GEN_AI.REQUEST_MAX_TOKENS]: maxOutputTokens,
    [GEN_AI.OUTPUT_TYPE]: request.json ? 'json' : 'text',
    ...known(GEN_AI.REQUEST_TEMPERATURE, takesTemperature ? request.temperature : null),
    ...known(GEN_AI.REQUEST_SEED, request.seed),
  };
}

import { type Attributes, context, type Span, SpanKind, trace } from '@opentelemetry/api';
import type { ProviderName } from '../../models/index.ts';
import { fail, isTraced, tracer } from '../../platform/telemetry/spans.ts';
import type { Attempt } from './attempt.ts';
import type { AnyCourse } from './course.ts';
import type { Ending } from './run-rows.ts';
import type { TaskRequest } from './run-task.ts';

/**
 * What is told of a run to whoever traces, where somebody does: one span for the run, one for each try, both after the fact.
 * Names of attributes are those of the semantic conventions for generative AI, 1.42; no content is among them.
 */
export function traceRun(course: AnyCourse, ending: Ending): void {
  if (!isTraced()) return;
  const { decision } = course.routed;
  const span = begun('gateway.run', SpanKind.INTERNAL, course.startedAt, {
    'imprimatur.run.id': course.id,
    'imprimatur.run.status': ending.status,
    'imprimatur.task': course.task.name,
    'imprimatur.policy.version': decision.policyVersion,
    'imprimatur.catalogue.version': decision.catalogueVersion,
    'imprimatur.past_soft_cap': course.isPastSoftCap,
    'imprimatur.attempts': course.attempts.length,
  });
  const within = trace.setSpan(context.active(), span);
  context.with(within, () => {
    for (const attempt of course.attempts) traceAttempt(course, attempt);
  });
  end(span, course.startedAt, course.elapsedMs, ending.failure?.failure);
}

function traceAttempt({ request, routed, task }: AnyCourse, attempt: Attempt): void {
  const { deployment, cost, failure, startedAt, durationMs, firstPartMs } = attempt;
  const { usage } = cost;
  const operation = task.kind === 'TEXT' ? 'chat' : 'generate_content';
  const span = begun(`${operation} ${deployment.model}`, SpanKind.CLIENT, startedAt, {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': PROVIDERS[deployment.provider],
    'gen_ai.request.model': deployment.model,
    'gen_ai.request.stream': request.isStreamed,
    ...(task.kind === 'TEXT' && { 'gen_ai.request.max_tokens': routed.request.maxOutputTokens }),
    'gen_ai.output.type': task.kind === 'IMAGE' ? 'image' : (request as TaskRequest).json ? 'json' : 'text',
    ...known('gen_ai.response.model', attempt.responseModel),
    ...known('gen_ai.response.id', attempt.responseId),
    ...known('gen_ai.response.time_to_first_chunk', firstPartMs === null ? null : firstPartMs / 1000),
    ...known('gen_ai.usage.input_tokens', usage.inputTokens),
    ...known('gen_ai.usage.output_tokens', usage.outputTokens),
    ...known('gen_ai.usage.cache_read.input_tokens', usage.cachedInputTokens),
    ...known('gen_ai.usage.reasoning.output_tokens', usage.reasoningTokens),
    'imprimatur.credential.source': attempt.credential.source,
  });
  end(span, startedAt, durationMs, failure?.failure);
}

function begun(name: string, kind: SpanKind, startTime: Date, attributes: Attributes): Span {
  return tracer.startSpan(name, { kind, startTime, attributes });
}

function end(span: Span, startedAt: Date, durationMs: number, failure: string | undefined): void {
  if (failure !== undefined) fail(span, failure);
  span.end(new Date(startedAt.getTime() + durationMs));
}

const known = (name: string, value: string | number | null): Attributes => (value === null ? {} : { [name]: value });

/** By the conventions' own names. */
const PROVIDERS: Readonly<Record<ProviderName, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  deepseek: 'deepseek',
  mistral: 'mistral_ai',
  xai: 'x_ai',
  google: 'gcp.gemini',
  perplexity: 'perplexity',
  own: 'own',
  embedded: 'imprimatur.embedded',
};

import type { TextTask } from '../../models/index.ts';
import type { ModelRequest } from '../../providers/index.ts';
import type { TaskRequest } from './run-task.ts';

/** A task's request as its models are asked: the task's instructions before the caller's messages, and within its bounds. */
export function modelRequest(request: TaskRequest, task: TextTask): ModelRequest {
  const { prompt, topP, seed, stopSequences, tools, toolChoice, isOneToolAtATime } = request;
  return {
    prompt: task.instructions === null ? prompt : [{ role: 'system', content: task.instructions }, ...prompt],
    maxOutputTokens: maxOutputTokensOf(request, task),
    temperature: temperatureOf(request, task).temperature,
    topP,
    frequencyPenalty: request.frequencyPenalty ?? null,
    presencePenalty: request.presencePenalty ?? null,
    seed,
    stopSequences,
    reasoningEffort: request.reasoningEffort ?? null,
    verbosity: request.verbosity ?? null,
    tools,
    toolChoice,
    isOneToolAtATime,
    format: formatOf(request, task),
    cacheKey: request.cacheKey ?? null,
  };
}

export function maxOutputTokensOf({ maxOutputTokens }: TaskRequest, { parameters }: TextTask): number {
  return maxOutputTokens ?? parameters.defaultMaxOutputTokens;
}

/** The caller's temperature within the task's bounds, with a sentence where that changes it. */
export function temperatureOf(
  { temperature }: TaskRequest,
  { name, parameters }: TextTask,
): { readonly temperature: number | null; readonly warning: string | null } {
  const bounds = parameters.temperature;
  if (temperature === null) return { temperature, warning: null };
  if (!bounds) return { temperature: null, warning: `temperature was left out: the task ${name} takes none.` };
  const { min, max } = bounds;
  const bounded = Math.min(Math.max(temperature, min), max);
  const warning = `temperature was set to ${bounded}: the task ${name} takes ${min} to ${max}.`;
  return { temperature: bounded, warning: bounded === temperature ? null : warning };
}

/** The caller's schema is the one to write by; the task's own, where there is one as well, is checked afterwards. */
function formatOf({ json }: TaskRequest, { outputSchema, name }: TextTask): ModelRequest['format'] {
  const schema = json?.schema ?? outputSchema;
  if (!json && !schema) return null;
  return {
    ...json,
    schema: schema as NonNullable<ModelRequest['format']>['schema'],
    name: schema ? (json?.name ?? name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)) : null,
  };
}

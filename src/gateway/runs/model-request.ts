import type { TextTask } from '../../models/index.ts';
import type { ModelRequest } from '../../providers/index.ts';
import type { TaskRequest } from './run-task.ts';

/**
 * Converts a task's request to a model request: the task's instructions come first, and the temperature is kept within the task's
 * bounds.
 */
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

/**
 * Clamps the caller's temperature to the task's bounds, or drops it if the task doesn't support one. Either change causes a
 * warning.
 */
export function temperatureOf(
  { temperature }: TaskRequest,
  { name, parameters }: TextTask,
): { readonly temperature: number | null; readonly warning: string | null } {
  const bounds = parameters.temperature;
  if (temperature === null) return { temperature, warning: null };
  if (!bounds)
    return { temperature: null, warning: `temperature was not applied: the task ${name} does not support it.` };
  const { min, max } = bounds;
  const bounded = Math.min(Math.max(temperature, min), max);
  const warning = `temperature was set to ${bounded}: the task ${name} allows ${min} to ${max}.`;
  return { temperature: bounded, warning: bounded === temperature ? null : warning };
}

/** The model gets the caller's schema, or else the task's. If both exist, the answer is checked against the task's schema too. */
function formatOf({ json }: TaskRequest, { outputSchema, name }: TextTask): ModelRequest['format'] {
  const schema = json?.schema ?? outputSchema;
  if (!json && !schema) return null;
  return {
    ...json,
    schema: schema as NonNullable<ModelRequest['format']>['schema'],
    name: schema ? (json?.name ?? name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)) : null,
  };
}

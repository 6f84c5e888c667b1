import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { TextDeployment, TextTask } from '../../models/index.ts';
import { oneToolAtATime } from '../../providers/index.ts';
import type { TaskRequest } from './run-task.ts';

export interface PreparedCall {
  readonly options: LanguageModelV4CallOptions;
  /** What was left out of the request, in sentences. */
  readonly warnings: readonly string[];
}

/**
 * A request as a provider is sent it: the task's instructions before the caller's messages, and what the caller left out left
 * out, since some servers refuse an explicit null.
 */
export function callOptions(request: TaskRequest, task: TextTask, deployment: TextDeployment): PreparedCall {
  const { prompt, temperature, topP, seed, stopSequences, tools, toolChoice } = request;
  const warnings: string[] = [];
  const options: LanguageModelV4CallOptions = {
    prompt: task.instructions === null ? prompt : [{ role: 'system', content: task.instructions }, ...prompt],
    maxOutputTokens: maxOutputTokensOf(request, task),
  };
  if (temperature !== null) {
    if (deployment.takesTemperature) options.temperature = temperature;
    else warnings.push(`temperature was left out: ${deployment.id} takes none.`);
  }
  if (topP !== null) {
    if (deployment.takesTemperature) options.topP = topP;
    else warnings.push(`top_p was left out: ${deployment.id} takes none.`);
  }
  if (seed !== null) options.seed = seed;
  if (stopSequences.length > 0) options.stopSequences = [...stopSequences];
  if (tools.length > 0) options.tools = [...tools];
  if (toolChoice !== null) options.toolChoice = toolChoice;
  if (request.isOneToolAtATime && tools.length > 0) {
    const oneAtATime = oneToolAtATime(deployment.provider);
    if (oneAtATime) options.providerOptions = oneAtATime;
    else warnings.push(`parallel_tool_calls was left out: ${deployment.id} takes none, and may call several tools.`);
  }
  const format = formatOf(request, task);
  if (format !== null) options.responseFormat = format;
  return { options, warnings };
}

export function maxOutputTokensOf({ maxOutputTokens }: TaskRequest, { parameters }: TextTask): number {
  return maxOutputTokens ?? parameters.defaultMaxOutputTokens;
}

/** The caller's schema is the one to write by; the task's own, where there is one as well, is checked afterwards. */
function formatOf(
  { json }: TaskRequest,
  { outputSchema, name }: TextTask,
): LanguageModelV4CallOptions['responseFormat'] | null {
  const schema = json?.schema ?? (outputSchema as LanguageModelV4Schema | null);
  if (!json && !schema) return null;
  return {
    type: 'json',
    ...(schema && { schema, name: json?.name ?? name.replaceAll(/[^a-zA-Z0-9_-]/g, '_') }),
  };
}

type LanguageModelV4Schema = NonNullable<NonNullable<TaskRequest['json']>['schema']>;

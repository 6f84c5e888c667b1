import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { TextDeployment } from '../../models/index.ts';
import { oneToolAtATime } from '../calls/one-tool-at-a-time.ts';
import type { FittedRequest, ModelRequest } from './model-request.ts';

/** Fits a request to a deployment. Pure: the same request gives the same form, so that a provider's cache finds its prefix. */
export function fitted(request: ModelRequest, deployment: TextDeployment): FittedRequest {
  const { prompt, maxOutputTokens, temperature, topP, seed, stopSequences, tools, toolChoice, format } = request;
  const warnings: string[] = [];
  const options: LanguageModelV4CallOptions = { prompt, maxOutputTokens };
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
  if (format !== null) {
    options.responseFormat = {
      type: 'json',
      ...(format.schema && { schema: format.schema, ...(format.name !== null && { name: format.name }) }),
    };
  }
  return { options, warnings };
}

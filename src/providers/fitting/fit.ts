import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { TextDeployment } from '../../models/index.ts';
import { anthropic } from './anthropic.ts';
import { withPromptCache } from './cache-breakpoints.ts';
import { Changes } from './changes.ts';
import { deepseek } from './deepseek.ts';
import { google } from './google.ts';
import { mistral } from './mistral.ts';
import { abilitiesOf, type FittedProvider } from './model-abilities.ts';
import type { FittedRequest, ModelRequest } from './model-request.ts';
import { openai } from './openai.ts';
import { own } from './own.ts';
import { perplexity } from './perplexity.ts';
import type { ProviderFit } from './provider-fit.ts';
import { xai } from './xai.ts';

/** How requests are fitted, by provider. */
export const FITS: Readonly<Record<FittedProvider, ProviderFit>> = {
  openai,
  anthropic,
  google,
  mistral,
  deepseek,
  xai,
  perplexity,
  own,
};

/**
 * Fits a request to a deployment. Pure: the same request gives the same form, so that a provider's cache finds its prefix. It
 * doesn't throw: every request that an API of this service takes has a form for each deployment of its task.
 */
export function fitted(request: ModelRequest, deployment: TextDeployment): FittedRequest {
  if (deployment.provider === 'embedded') throw new Error('The engine of this service makes no texts.');
  const changes = new Changes(deployment.id);
  const abilities = abilitiesOf(deployment);
  const { provider, model } = deployment;
  const { options, stopAt, toolNames } = FITS[provider].fit({ request, deployment, abilities, changes });
  return {
    options: withPromptCache(options, request, { provider, model }, changes),
    warnings: changes.warnings,
    changes: changes.names,
    edits: { stopAt, toolNames },
  };
}

/** The request as it came, for the sandbox, with the warnings that the deployment in its place would give. */
export function simulated(request: ModelRequest, deployment: TextDeployment): FittedRequest {
  const { temperature, topP, seed, stopSequences, tools, toolChoice, format } = request;
  const { warnings } = fitted(request, deployment);
  const options: LanguageModelV4CallOptions = {
    prompt: request.prompt,
    maxOutputTokens: request.maxOutputTokens,
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
    ...(seed !== null && { seed }),
    ...(stopSequences.length > 0 && { stopSequences: stopSequences.filter((stop) => stop !== '') }),
    ...(tools.length > 0 && { tools: [...tools] }),
    ...(toolChoice !== null && { toolChoice }),
    ...(format !== null && { responseFormat: { type: 'json', ...(format.schema && { schema: format.schema }) } }),
  };
  return { options, warnings, changes: [], edits: { stopAt: [], toolNames: {} } };
}

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
import { withPassages } from './passages.ts';
import { perplexity } from './perplexity.ts';
import type { ProviderFit } from './provider-fit.ts';
import { xai } from './xai.ts';

/** Request conversion by provider. */
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
 * Converts a request to the form of a deployment. Pure: equal requests get equal forms, so that a provider's cache finds its
 * prefix. Never throws for a request of this service's APIs to a deployment of its task.
 */
export function fitted(asked: ModelRequest, deployment: TextDeployment): FittedRequest {
  if (deployment.provider === 'embedded') throw new Error("The embedded engine can't produce texts.");
  const changes = new Changes(deployment.id);
  const abilities = abilitiesOf(deployment);
  const { provider, model } = deployment;
  const request = { ...asked, prompt: withPassages(asked.prompt, provider === 'anthropic') };
  const { options, stopAt, toolNames } = FITS[provider].fit({ request, deployment, abilities, changes });
  return {
    options: withPromptCache(options, request, { provider, model }, changes),
    warnings: changes.warnings,
    changes: changes.names,
    edits: { stopAt, toolNames },
  };
}

/**
 * Request for the sandbox, which isn't converted for a provider, with the warnings that the simulated deployment would cause.
 */
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

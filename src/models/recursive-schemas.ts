import type { ProviderName, TextDeployment } from './catalogue.ts';

/**
 * Providers that accept a schema that refers to itself, as of November 2026. OpenAI and Google follow the reference; DeepSeek's
 * package writes the schema into the prompt; own servers use OpenAI's format. Anthropic and Perplexity refuse it with 400. xAI
 * and Mistral document nothing, so operators can set `takesRecursiveSchema` in the catalogue.
 */
const TAKING: ReadonlySet<ProviderName> = new Set<ProviderName>(['openai', 'google', 'deepseek', 'own']);

export const takesRecursiveSchema = ({
  provider,
  takesOutputSchema,
  takesRecursiveSchema: stated,
}: TextDeployment): boolean => takesOutputSchema && (stated ?? TAKING.has(provider));

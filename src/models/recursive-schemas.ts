import type { ProviderName, TextDeployment } from './catalogue.ts';

/**
 * Providers that take a schema that contains itself, read in November 2026. OpenAI and Google answer by it; DeepSeek's package
 * writes the schema into the prompt; an own server speaks like OpenAI. Anthropic and Perplexity refuse it with 400. For xAI and
 * Mistral nothing is documented, so nothing is paid to find out: an operator who knows says so in the catalogue.
 */
const TAKING: ReadonlySet<ProviderName> = new Set<ProviderName>(['openai', 'google', 'deepseek', 'own']);

export const takesRecursiveSchema = ({
  provider,
  takesOutputSchema,
  takesRecursiveSchema: stated,
}: TextDeployment): boolean => takesOutputSchema && (stated ?? TAKING.has(provider));

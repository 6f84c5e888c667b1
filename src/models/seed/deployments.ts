import { DataClass, ProviderName, type TextDeployment } from '../catalogue.ts';

/**
 * Context windows and abilities as of 2026-11-21, from the packages' model tables and the vendors' documentation. These figures
 * change, so operators publish updates.
 */
export const deployments: readonly TextDeployment[] = [
  hosted(ProviderName.OPENAI, 'gpt-6.1-sol', {
    contextWindow: 1_050_000,
    maxInputTokens: 922_000,
    maxOutputTokens: 128_000,
    takesTemperature: false,
  }),
  hosted(ProviderName.OPENAI, 'gpt-6-luna', { contextWindow: 1_050_000, takesTemperature: false }),
  hosted(ProviderName.ANTHROPIC, 'claude-opus-5-5', {
    contextWindow: 1_000_000,
    maxOutputTokens: 128_000,
    takesTemperature: false,
  }),
  hosted(ProviderName.ANTHROPIC, 'claude-sonnet-5-5', {
    contextWindow: 1_000_000,
    maxOutputTokens: 128_000,
    takesTemperature: false,
  }),
  hosted(ProviderName.ANTHROPIC, 'claude-haiku-5-5', {
    contextWindow: 1_000_000,
    maxOutputTokens: 128_000,
    takesTemperature: false,
  }),
  // Both models of DeepSeek reason by default, and ignore a temperature while they reason.
  hosted(ProviderName.DEEPSEEK, 'deepseek-v4-pro', {
    contextWindow: 1_000_000,
    maxOutputTokens: 384_000,
    mixtureOfExperts: true,
    takesTemperature: false,
  }),
  hosted(ProviderName.DEEPSEEK, 'deepseek-v4-flash', {
    contextWindow: 1_000_000,
    maxOutputTokens: 384_000,
    mixtureOfExperts: true,
    takesTemperature: false,
  }),
  hosted(ProviderName.MISTRAL, 'mistral-large-2512', { contextWindow: 262_144, mixtureOfExperts: true }),
  // The vendor's pages say one million tokens, two marketplaces say two million, so the confidence is MEDIUM.
  hosted(ProviderName.XAI, 'grok-4.20-reasoning', { contextWindow: 2_000_000, confidence: 'MEDIUM' }),
  hosted(ProviderName.GOOGLE, 'gemini-3.8-flash', { contextWindow: 1_000_000 }),
  hosted(ProviderName.GOOGLE, 'gemini-4-hydrogen', { contextWindow: 1_000_000, confidence: 'LOW' }),
  hosted(ProviderName.PERPLEXITY, 'sonar-pro', { contextWindow: 200_000, takesTools: false }),
  hosted(ProviderName.PERPLEXITY, 'sonar-deep-research', {
    contextWindow: 128_000,
    takesTools: false,
    confidence: 'MEDIUM',
  }),
  {
    ...hosted(ProviderName.OWN, 'openai/gpt-oss-120b', { contextWindow: 131_072, mixtureOfExperts: true }),
    dataClass: DataClass.LOCAL_ONLY,
  },
];

function hosted(
  provider: ProviderName,
  model: string,
  known: Pick<TextDeployment, 'contextWindow'> & Partial<TextDeployment>,
): TextDeployment {
  return {
    kind: 'TEXT',
    id: `${provider}/${model}`,
    provider,
    model,
    maxInputTokens: null,
    maxOutputTokens: null,
    confidence: 'HIGH',
    mixtureOfExperts: null,
    dataClass: DataClass.HOSTED,
    takesTemperature: true,
    takesTools: true,
    takesOutputSchema: true,
    ...known,
  };
}

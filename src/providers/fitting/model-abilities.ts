import type { ProviderName, TextDeployment } from '../../models/index.ts';
import type { ReasoningEffort } from './model-request.ts';

interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Abilities of a model that the catalogue doesn't list. From the packages and the providers' pages, November 2026. */
export interface ModelAbilities {
  /** Supported reasoning efforts, from low to high. Empty if the model doesn't accept an effort. */
  readonly efforts: readonly ReasoningEffort[];
  readonly verbosity: boolean;
  /** Range of a seed. Null if unsupported. */
  readonly seed: NumberRange | null;
  readonly temperature: NumberRange;
  readonly topP: NumberRange;
  /**
   * True if the model accepts temperature and top_p with the effort `none`, even if the catalogue says that it doesn't accept a
   * temperature.
   */
  readonly samplesWithoutReasoning: boolean;
  /** Range of both penalties. Null if unsupported. */
  readonly penalties: NumberRange | null;
  readonly stops: { readonly most: number; readonly blank: boolean };
  /** Support for a forced tool call. */
  readonly forcedTools: 'TAKEN' | 'WITHOUT_THINKING' | 'NONE';
}

export type FittedProvider = Exclude<ProviderName, 'embedded'>;

const USUAL: ModelAbilities = {
  efforts: [],
  verbosity: false,
  seed: null,
  temperature: { min: 0, max: 2 },
  topP: { min: 0, max: 1 },
  samplesWithoutReasoning: false,
  penalties: null,
  stops: { most: 4, blank: true },
  forcedTools: 'TAKEN',
};

const PENALTIES: NumberRange = { min: -2, max: 2 };
const ANY_SEED: NumberRange = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
/** Range of `top_p` for providers that don't accept 0. */
const ABOVE_ZERO: NumberRange = { min: 0.0001, max: 1 };
const ALL_EFFORTS: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Defaults for models of a provider. */
export const PROVIDERS: Readonly<Record<FittedProvider, ModelAbilities>> = {
  openai: { ...USUAL, efforts: ALL_EFFORTS, verbosity: true, seed: ANY_SEED, penalties: PENALTIES },
  anthropic: {
    ...USUAL,
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    temperature: { min: 0, max: 1 },
    stops: { most: 100, blank: false },
  },
  google: {
    ...USUAL,
    efforts: ['low', 'medium', 'high'],
    seed: { min: 1 - 2 ** 31, max: 2 ** 31 - 1 },
    penalties: { min: -2, max: 1.99 },
    stops: { most: 5, blank: true },
  },
  mistral: {
    ...USUAL,
    seed: { min: 0, max: 2 ** 31 - 1 },
    temperature: { min: 0, max: 1.5 },
    topP: ABOVE_ZERO,
    penalties: PENALTIES,
  },
  xai: {
    ...USUAL,
    efforts: ['none', 'low', 'medium', 'high'],
    seed: { min: 0, max: 2 ** 31 - 1 },
    stops: { most: 0, blank: false },
  },
  deepseek: {
    ...USUAL,
    efforts: ['none', 'low', 'high', 'max'],
    topP: ABOVE_ZERO,
    samplesWithoutReasoning: true,
    stops: { most: 16, blank: true },
    forcedTools: 'WITHOUT_THINKING',
  },
  perplexity: {
    ...USUAL,
    temperature: { min: 0, max: 1.99 },
    penalties: PENALTIES,
    stops: { most: 0, blank: false },
    forcedTools: 'NONE',
  },
  own: { ...USUAL, efforts: ALL_EFFORTS, verbosity: true, seed: ANY_SEED, topP: ABOVE_ZERO, penalties: PENALTIES },
};

/** Exceptions by prefix of the model's name. The longest matching prefix counts. */
export const MODELS: readonly {
  readonly provider: FittedProvider;
  readonly name: string;
  readonly abilities: Partial<ModelAbilities>;
}[] = [
  { provider: 'openai', name: 'gpt-4', abilities: { efforts: [], verbosity: false } },
  { provider: 'openai', name: 'gpt-5', abilities: { efforts: ['minimal', 'low', 'medium', 'high'], penalties: null } },
  { provider: 'openai', name: 'gpt-6', abilities: { efforts: ['low', 'medium', 'high', 'xhigh'], penalties: null } },
  {
    provider: 'openai',
    name: 'gpt-6-luna',
    abilities: { efforts: ['none', 'low', 'medium', 'high', 'xhigh'], penalties: null, samplesWithoutReasoning: true },
  },
  { provider: 'anthropic', name: 'claude-opus-5-5', abilities: { forcedTools: 'NONE' } },
  { provider: 'anthropic', name: 'claude-sonnet-5-5', abilities: { forcedTools: 'NONE' } },
  { provider: 'mistral', name: 'magistral', abilities: { efforts: ['none', 'high'] } },
  { provider: 'mistral', name: 'mistral-small', abilities: { efforts: ['none', 'high'] } },
  { provider: 'mistral', name: 'mistral-medium', abilities: { efforts: ['none', 'high'] } },
  { provider: 'xai', name: 'grok-4.20-reasoning', abilities: { efforts: [] } },
  { provider: 'xai', name: 'grok-4.20-non-reasoning', abilities: { efforts: [] } },
  { provider: 'perplexity', name: 'sonar-deep-research', abilities: { efforts: ['low', 'medium', 'high'] } },
];

export function abilitiesOf({ provider, model }: Pick<TextDeployment, 'provider' | 'model'>): ModelAbilities {
  if (provider === 'embedded') throw new Error("The embedded engine can't produce texts.");
  const own = MODELS.filter((one) => one.provider === provider && model.startsWith(one.name)).sort(
    (one, other) => other.name.length - one.name.length,
  )[0];
  return { ...PROVIDERS[provider], ...own?.abilities };
}

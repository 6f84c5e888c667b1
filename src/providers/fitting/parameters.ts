import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { TextDeployment } from '../../models/index.ts';
import type { Changes } from './changes.ts';
import type { ModelAbilities } from './model-abilities.ts';
import type { ModelRequest, ReasoningEffort, Verbosity } from './model-request.ts';

type Sampling = Pick<
  LanguageModelV4CallOptions,
  'temperature' | 'topP' | 'frequencyPenalty' | 'presencePenalty' | 'seed'
>;

/**
 * Sampling parameters for a model. An unsupported one is removed, and a value outside its range becomes the nearest supported
 * one. Both cause a warning, except for an unsupported penalty of 0. A seed outside its range is mapped into it without a
 * warning.
 *
 * @param effort reasoning effort of the request
 */
export function sampling(
  request: ModelRequest,
  { takesTemperature }: Pick<TextDeployment, 'takesTemperature'>,
  abilities: ModelAbilities,
  effort: ReasoningEffort | null,
  changes: Changes,
): Sampling {
  const { temperature, topP, frequencyPenalty, presencePenalty, seed } = request;
  const samples = takesTemperature || (abilities.samplesWithoutReasoning && effort === 'none');
  const taken: Sampling = {};
  const take = (name: keyof Sampling, value: number | null, range: ModelAbilities['seed']) => {
    if (value === null) return;
    // No warning for a penalty of 0: it is the default, which some clients always send.
    if (value === 0 && range === null && name.endsWith('Penalty')) return;
    const bounded =
      range === null ? null : name === 'seed' ? folded(value, range, changes) : boundedBy(range, name, value, changes);
    if (bounded === null) leftOut(DIALECT[name], changes);
    else taken[name] = bounded;
  };
  take('temperature', temperature, samples ? abilities.temperature : null);
  take('topP', topP, samples ? abilities.topP : null);
  take('frequencyPenalty', frequencyPenalty, abilities.penalties);
  take('presencePenalty', presencePenalty, abilities.penalties);
  take('seed', seed, abilities.seed);
  return taken;
}

/** Names of the parameters in this service's OpenAI-compatible API, for warnings. */
const DIALECT: Readonly<Record<keyof Sampling, string>> = {
  temperature: 'temperature',
  topP: 'top_p',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  seed: 'seed',
};

export function leftOut(parameter: string, changes: Changes): void {
  changes.note('PARAMETER_LEFT_OUT', `${parameter} was left out: ${changes.deployment} does not support it.`);
}

function boundedBy(
  { min, max }: NonNullable<ModelAbilities['seed']>,
  name: keyof Sampling,
  value: number,
  changes: Changes,
): number {
  const bounded = Math.min(Math.max(value, min), max);
  if (bounded !== value) {
    changes.note(
      'PARAMETER_BOUNDED',
      `${DIALECT[name]} was set to ${bounded}: ${changes.deployment} supports ${min} to ${max}.`,
    );
  }
  return bounded;
}

/** Maps a seed into the model's range. Equal seeds give equal values, which is all that a seed is for. */
function folded(seed: number, { min, max }: NonNullable<ModelAbilities['seed']>, changes: Changes): number {
  if (seed >= min && seed <= max) return seed;
  changes.note('SEED');
  const width = max - min + 1;
  return min + ((((seed - min) % width) + width) % width);
}

const ORDER: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/**
 * Reasoning effort for a model: the caller's, else the next lower supported one, else the lowest. `none` replaces another
 * effort only if the model supports nothing else. Null: the model's default.
 */
export function effortOf(
  { reasoningEffort }: ModelRequest,
  { efforts }: ModelAbilities,
  changes: Changes,
): ReasoningEffort | null {
  if (reasoningEffort === null) return null;
  if (efforts.length === 0) {
    leftOut('reasoning_effort', changes);
    return null;
  }
  const most = ORDER.indexOf(reasoningEffort);
  // Reasoning is never turned off for a caller who requested some.
  const lower = efforts.filter((one) => ORDER.indexOf(one) <= most && (one !== 'none' || most === 0));
  const taken = lower.at(-1) ?? efforts.find((one) => one !== 'none') ?? efforts[0]!;
  if (taken !== reasoningEffort) {
    changes.note(
      'EFFORT',
      `reasoning_effort was set to ${taken}: ${changes.deployment} does not support ${reasoningEffort}.`,
    );
  }
  return taken;
}

export function verbosityOf(
  { verbosity }: ModelRequest,
  abilities: ModelAbilities,
  changes: Changes,
): Verbosity | null {
  if (verbosity === null || abilities.verbosity) return verbosity;
  // No warning for `medium`: it is the default of every model.
  if (verbosity !== 'medium') leftOut('verbosity', changes);
  return null;
}

import type { ExplainRouteInput, ModelProvider, SanctuaryFacts, TaskFacts } from '../pure.ts';

export const PLANS = ['BASE', 'PRO', 'ENTERPRISE'] as const;
export const KEYS = ['all', 'own', 'here'] as const;
export const PREFERENCES = ['cost', 'latency'] as const;

/**
 * Settings of the playground: assumptions about the caller, the providers and the spending. The address contains the settings
 * that differ from their defaults.
 */
export interface PlaygroundState {
  task: string;
  plan: (typeof PLANS)[number];
  /**
   * Provider keys that are assumed: `all` for a key for every provider, `own` for the customer's keys, `here` for the keys that
   * this service really has.
   */
  keys: (typeof KEYS)[number];
  tokens: number;
  /** Providers that are assumed to be unavailable. */
  down: readonly string[];
  /** Amount in US dollars that is assumed to be spent this month. */
  spent: number;
  /** True to assume a hard spending limit in addition to the soft cap. */
  hasLimit: boolean;
  prefer: (typeof PREFERENCES)[number] | null;
}

export const SOFT_CAP = 20;
export const HARD_LIMIT = 25;
export const MAX_SPENT = 30;
const DEFAULT_TOKENS = 12_000;
const MAX_TOKENS = 4_000_000;

const tasksOf = ({ clusters }: SanctuaryFacts) => clusters.flatMap(({ tasks }) => tasks);

export function taskNamed(name: string, facts: SanctuaryFacts): TaskFacts | undefined {
  return tasksOf(facts).find((task) => task.name === name);
}

/** Provider of a deployment: the part of its name before the slash. */
export const providerOf = (deployment: string) => deployment.slice(0, deployment.indexOf('/'));
export const modelOf = (deployment: string) => deployment.slice(deployment.indexOf('/') + 1);

/** Providers of a task's deployments, each once. */
export const providersOf = ({ deployments }: TaskFacts) => [...new Set(deployments.map(providerOf))];

/** Reads the playground's settings from a query string. Unknown parameters and values are ignored. */
export function stateOf(search: string, facts: SanctuaryFacts): PlaygroundState {
  const given = new URLSearchParams(search);
  const tasks = tasksOf(facts);
  const known = new Set(tasks.flatMap(providersOf));
  const plan = oneOf(PLANS, given.get('plan')) ?? 'BASE';
  const keys = oneOf(KEYS, given.get('keys')) ?? 'all';
  return {
    task: tasks.find(({ name }) => name === given.get('task'))?.name ?? tasks[0]?.name ?? '',
    plan,
    // Only customers with the plan PRO or higher can use provider keys of their own.
    keys: keys === 'own' && plan === 'BASE' ? 'all' : keys,
    tokens: Math.round(numberIn(given.get('tokens'), DEFAULT_TOKENS, 1, MAX_TOKENS)),
    down: (given.get('down') ?? '').split(',').filter((one, at, all) => known.has(one) && all.indexOf(one) === at),
    spent: numberIn(given.get('spent'), 0, 0, MAX_SPENT),
    hasLimit: given.get('limit') === '1',
    prefer: oneOf(PREFERENCES, given.get('prefer')) ?? null,
  };
}

/** Writes the playground's settings as a query string, without default values. */
export function searchOf(state: PlaygroundState, facts: SanctuaryFacts): string {
  const defaults = stateOf('', facts);
  const search = new URLSearchParams();
  const add = (name: string, value: string | number, isDefault: boolean) => {
    if (!isDefault) search.set(name, String(value));
  };
  add('task', state.task, state.task === defaults.task);
  add('plan', state.plan, state.plan === defaults.plan);
  add('keys', state.keys, state.keys === defaults.keys);
  add('tokens', state.tokens, state.tokens === defaults.tokens);
  add('down', state.down.join(','), state.down.length === 0);
  add('spent', state.spent, state.spent === defaults.spent);
  add('limit', 1, !state.hasLimit);
  add('prefer', state.prefer ?? '', state.prefer === null);
  // Slashes and commas are allowed unescaped in a query string, and easier to read.
  return search.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');
}

/** Input of the query `explainRoute` for the playground's settings. */
export function explainInput(state: PlaygroundState, facts: SanctuaryFacts): ExplainRouteInput {
  const { task, plan, keys, tokens, down, spent, hasLimit, prefer } = state;
  const deployments = taskNamed(task, facts)?.deployments ?? [];
  const providers = [...new Set(tasksOf(facts).flatMap(providersOf))].map(
    (name) => name.toUpperCase() as ModelProvider,
  );
  const hosted = providers.filter((name) => name !== 'OWN');
  return {
    task,
    inputTokens: tokens,
    preference: prefer === null ? null : prefer === 'cost' ? 'COST' : 'LATENCY',
    assumptions: {
      plan,
      ...(keys !== 'here' && { keys: hosted, sandbox: false }),
      ...(keys === 'own' && { ownKeys: providers }),
      outages: deployments.filter((one) => down.includes(providerOf(one))),
      spentMicros: Math.round(spent * 1e6),
      softCapMicros: SOFT_CAP * 1e6,
      ...(hasLimit && { hardLimitMicros: HARD_LIMIT * 1e6 }),
    },
  };
}

function oneOf<const Value extends string>(values: readonly Value[], given: string | null): Value | undefined {
  return values.find((value) => value === given);
}

function numberIn(given: string | null, fallback: number, min: number, max: number): number {
  const value = given === null || given.trim() === '' ? Number.NaN : Number(given);
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : fallback;
}

import type { ExplainRouteInput, ModelProvider, SanctuaryFacts, TaskFacts } from '../pure.ts';

export const PLANS = ['BASE', 'PRO', 'ENTERPRISE'] as const;
export const KEYS = ['all', 'own', 'here'] as const;
export const PREFERENCES = ['cost', 'latency'] as const;

/** What is supposed in the playground: all of it stands in the address. */
export interface PlaygroundState {
  task: string;
  plan: (typeof PLANS)[number];
  /** Whose keys: the service's for every provider, the customer's own, or as this service stands. */
  keys: (typeof KEYS)[number];
  tokens: number;
  /** Providers that fail. */
  down: readonly string[];
  /** Dollars. */
  spent: number;
  /** Whether there is a hard limit beside the soft cap. */
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

/** Who runs a deployment: the first part of its name. */
export const providerOf = (deployment: string) => deployment.slice(0, deployment.indexOf('/'));
export const modelOf = (deployment: string) => deployment.slice(deployment.indexOf('/') + 1);

/** Those of a task, each once. */
export const providersOf = ({ deployments }: TaskFacts) => [...new Set(deployments.map(providerOf))];

/** Whatever an address says is taken for what it can mean, and the rest passed over. */
export function stateOf(search: string, facts: SanctuaryFacts): PlaygroundState {
  const given = new URLSearchParams(search);
  const tasks = tasksOf(facts);
  const known = new Set(tasks.flatMap(providersOf));
  const plan = oneOf(PLANS, given.get('plan')) ?? 'BASE';
  const keys = oneOf(KEYS, given.get('keys')) ?? 'all';
  return {
    task: tasks.find(({ name }) => name === given.get('task'))?.name ?? tasks[0]?.name ?? '',
    plan,
    // Keys of one's own begin with PRO.
    keys: keys === 'own' && plan === 'BASE' ? 'all' : keys,
    tokens: Math.round(numberIn(given.get('tokens'), DEFAULT_TOKENS, 1, MAX_TOKENS)),
    down: (given.get('down') ?? '').split(',').filter((one, at, all) => known.has(one) && all.indexOf(one) === at),
    spent: numberIn(given.get('spent'), 0, 0, MAX_SPENT),
    hasLimit: given.get('limit') === '1',
    prefer: oneOf(PREFERENCES, given.get('prefer')) ?? null,
  };
}

/** Without what is usual, so that an address says only what was changed. */
export function searchOf(state: PlaygroundState, facts: SanctuaryFacts): string {
  const usual = stateOf('', facts);
  const search = new URLSearchParams();
  const add = (name: string, value: string | number, isUsual: boolean) => {
    if (!isUsual) search.set(name, String(value));
  };
  add('task', state.task, state.task === usual.task);
  add('plan', state.plan, state.plan === usual.plan);
  add('keys', state.keys, state.keys === usual.keys);
  add('tokens', state.tokens, state.tokens === usual.tokens);
  add('down', state.down.join(','), state.down.length === 0);
  add('spent', state.spent, state.spent === usual.spent);
  add('limit', 1, !state.hasLimit);
  add('prefer', state.prefer ?? '', state.prefer === null);
  // Slashes and commas need no escape there, and such an address is read by people.
  return search.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');
}

/** The question to the gateway. */
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
    suppose: {
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

function numberIn(given: string | null, usual: number, least: number, most: number): number {
  const value = given === null || given.trim() === '' ? Number.NaN : Number(given);
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : usual;
}

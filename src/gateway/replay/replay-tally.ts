import type { TaskEntry } from '../../models/index.ts';
import type { BeforeAfter, PastDecision, ReplayedDecision } from './replay-one.ts';

/** Maximum example runs in each group of changes. */
export const MOST_EXAMPLES = 5;
/** Maximum groups of one kind of change, those with the most decisions first. */
export const MOST_GROUPS = 50;

interface ChangeGroup {
  readonly decisions: number;
  readonly examples: readonly string[];
}

export type ChangedChoice = ChangeGroup & { readonly task: string; readonly from: string; readonly to: string };
export type ChangedRefusal = ChangeGroup & { readonly task: string; readonly code: ReplayedDecision['code'] };
export type UnknownOutcome = ChangeGroup & { readonly task: string; readonly deployments: readonly string[] };
export type ChangedGate = ChangeGroup & {
  readonly task: string;
  readonly gate: TaskEntry['gates'][number];
  readonly isAdded: boolean;
};
export type ChangedLabel = ChangeGroup & {
  readonly task: string;
  readonly label: TaskEntry['labels'][number];
  readonly isAdded: boolean;
};

/** Sums over the decisions whose amounts are known both in the record and in the replay. */
export interface MoneyChange extends BeforeAfter {
  readonly decisions: number;
  /** Decisions with an unknown amount, left out of both sums. */
  readonly unknown: number;
}

/** Counts the differences between recorded and replayed decisions, in groups, so that memory doesn't grow with each decision. */
export class ReplayTally {
  /** Number of decisions that were read, including those that can't be replayed. */
  examined = 0;
  same = 0;
  fallbacks = 0;
  /** Number of records that can't be replayed: policy, catalogue or task isn't available, or the format is unknown. */
  notReplayable = 0;
  oldest: Date | null = null;
  newest: Date | null = null;
  readonly choices = new ChangeGroups<{ task: string; from: string; to: string }>();
  readonly refused = new ChangeGroups<{ task: string; code: ReplayedDecision['code'] }>();
  readonly possible = new ChangeGroups<{ task: string; code: ReplayedDecision['code'] }>();
  readonly notKnown = new ChangeGroups<{ task: string; deployments: readonly string[] }>();
  readonly gates = new ChangeGroups<{ task: string; gate: TaskEntry['gates'][number]; isAdded: boolean }>();
  readonly labels = new ChangeGroups<{ task: string; label: TaskEntry['labels'][number]; isAdded: boolean }>();
  readonly upperBound = new MoneySums();
  readonly cost = new MoneySums();

  /** @param replayed null if the decision couldn't be replayed */
  add({ runId, record, startedAt }: PastDecision, before: TaskEntry | null, replayed: ReplayedDecision | null): void {
    this.examined += 1;
    this.newest ??= startedAt;
    this.oldest = startedAt;
    if (replayed === null || before === null) {
      this.notReplayable += 1;
      return;
    }
    const { task } = record.decision;
    const { outcome, from, to, code, depends } = replayed;
    if (outcome === 'SAME') this.same += 1;
    if (outcome === 'FALLBACKS') this.fallbacks += 1;
    if (outcome === 'CHOICE') this.choices.add({ task, from: from!, to: to! }, runId);
    if (outcome === 'REFUSED') this.refused.add({ task, code }, runId);
    if (outcome === 'POSSIBLE') this.possible.add({ task, code }, runId);
    if (outcome === 'NOT_KNOWN') this.notKnown.add({ task, deployments: depends }, runId);
    if (replayed.task) this.#compare(before, replayed.task, runId);
    if (from === null || to === null) return;
    this.upperBound.add(replayed.upperBound);
    this.cost.add(replayed.cost);
  }

  #compare(before: TaskEntry, after: TaskEntry, runId: string): void {
    if (before === after) return;
    const task = before.name;
    for (const [gate, isAdded] of changed(before.gates, after.gates)) this.gates.add({ task, gate, isAdded }, runId);
    for (const [label, isAdded] of changed(before.labels, after.labels))
      this.labels.add({ task, label, isAdded }, runId);
  }
}

function changed<T>(before: readonly T[], after: readonly T[]): (readonly [T, boolean])[] {
  return [
    ...before.filter((one) => !after.includes(one)).map((one) => [one, false] as const),
    ...after.filter((one) => !before.includes(one)).map((one) => [one, true] as const),
  ];
}

class ChangeGroups<Kind extends object> {
  readonly #groups = new Map<string, Kind & { decisions: number; examples: string[] }>();
  decisions = 0;

  add(kind: Kind, runId: string): void {
    this.decisions += 1;
    const name = JSON.stringify(kind);
    const group = this.#groups.get(name) ?? { ...kind, decisions: 0, examples: [] };
    this.#groups.set(name, group);
    group.decisions += 1;
    if (group.examples.length < MOST_EXAMPLES) group.examples.push(runId);
  }

  /** At most `MOST_GROUPS` groups, those with the most decisions first. */
  list(): (Kind & ChangeGroup)[] {
    return [...this.#groups.values()].sort((a, b) => b.decisions - a.decisions).slice(0, MOST_GROUPS);
  }
}

class MoneySums implements MoneyChange {
  beforeMicros = 0;
  afterMicros = 0;
  decisions = 0;
  unknown = 0;

  add(both: BeforeAfter | null): void {
    if (both === null) {
      this.unknown += 1;
      return;
    }
    this.decisions += 1;
    this.beforeMicros += both.beforeMicros;
    this.afterMicros += both.afterMicros;
  }
}

import type { Catalogue, DeploymentEntry, SlotEntry, TaskEntry } from '../../models/index.ts';
import type { RoutingPolicyDocument, RoutingRule } from './policy.ts';

/** A deployment that the policy or the slot of a task names. */
export interface ConsideredDeployment {
  readonly id: string;
  /** Null if the catalogue no longer has the deployment. */
  readonly entry: DeploymentEntry | null;
  readonly isInSlot: boolean;
  /** True if the policy names the deployment for the task, before or past the soft cap. */
  readonly isNamed: boolean;
  /** True if the policy uses the deployment in the account's current state: before or past the soft cap. */
  readonly isInRule: boolean;
  /** True if the deployment comes first because of the soft cap. */
  readonly isForCap: boolean;
  /** Index of the deployment in the rule's `path`. Null if the path doesn't have it. */
  readonly place: number | null;
}

/** All deployments to consider for a task, in the order of the policy. Those that only the slot has come last. */
export interface ConsideredDeployments {
  readonly rule: RoutingRule | null;
  readonly slot: SlotEntry | null;
  readonly deployments: readonly ConsideredDeployment[];
  /** True if the account is past its soft cap and the rule has a path for that. */
  readonly isCapRule: boolean;
}

type ByTask = WeakMap<TaskEntry, { before: ConsideredDeployments; past: ConsideredDeployments }>;

/** Policies and catalogues are immutable, so the result for a policy, a catalogue and a task is computed once. */
const computed = new WeakMap<RoutingPolicyDocument, WeakMap<Catalogue, ByTask>>();

export function consideredFor(
  policy: RoutingPolicyDocument,
  catalogue: Catalogue,
  task: TaskEntry,
  isPastSoftCap: boolean,
): ConsideredDeployments {
  let byCatalogue = computed.get(policy);
  if (!byCatalogue) {
    byCatalogue = new WeakMap();
    computed.set(policy, byCatalogue);
  }
  let byTask = byCatalogue.get(catalogue);
  if (!byTask) {
    byTask = new WeakMap();
    byCatalogue.set(catalogue, byTask);
  }
  let both = byTask.get(task);
  if (!both) {
    both = {
      before: considerationOf(policy, catalogue, task, false),
      past: considerationOf(policy, catalogue, task, true),
    };
    byTask.set(task, both);
  }
  return isPastSoftCap ? both.past : both.before;
}

function considerationOf(
  policy: RoutingPolicyDocument,
  catalogue: Catalogue,
  task: TaskEntry,
  isPastSoftCap: boolean,
): ConsideredDeployments {
  const rule = policy.rules.find((one) => one.task === task.name) ?? null;
  const slot = catalogue.slots.find(({ name }) => name === task.slot) ?? null;
  const forCap = rule?.pathPastSoftCap ?? [];
  const first = isPastSoftCap ? forCap : [];
  const path = rule?.path ?? [];
  const inSlot = slot ? [slot.preferred, ...slot.alternates] : [];
  const ids = new Set([...first, ...path, ...forCap, ...inSlot]);
  return {
    rule,
    slot,
    isCapRule: first.length > 0,
    deployments: [...ids].map((id) => ({
      id,
      entry: catalogue.deployments.find((one) => one.id === id) ?? null,
      isInSlot: inSlot.includes(id),
      isNamed: forCap.includes(id) || path.includes(id),
      isInRule: first.includes(id) || path.includes(id),
      isForCap: first.includes(id),
      place: path.includes(id) ? path.indexOf(id) : null,
    })),
  };
}

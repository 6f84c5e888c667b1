import type { Catalogue, DeploymentEntry, SlotEntry, TaskEntry } from '../../models/index.ts';
import type { RoutingPolicyDocument, RoutingRule } from './policy.ts';

/** One deployment that has something to do with a task. */
export interface ConsideredDeployment {
  readonly id: string;
  /** Null where the catalogue has it no more. */
  readonly entry: DeploymentEntry | null;
  readonly isInSlot: boolean;
  /** Whether the policy names it for the task, before the soft cap or beyond it. */
  readonly isNamed: boolean;
  /** Whether it is to be taken on this side of the cap. */
  readonly isInRule: boolean;
  /** Whether it comes first because of the soft cap. */
  readonly isForCap: boolean;
  /** In the rule's ordinary path; null for none. */
  readonly place: number | null;
}

/** All that has to be considered for a task, in the order of the policy; what the slot has beside it comes last. */
export interface ConsideredDeployments {
  readonly rule: RoutingRule | null;
  readonly slot: SlotEntry | null;
  readonly deployments: readonly ConsideredDeployment[];
  /** Whether the order is another because of the soft cap. */
  readonly isCapRule: boolean;
}

type ByTask = WeakMap<TaskEntry, { before: ConsideredDeployments; past: ConsideredDeployments }>;

/** Neither a policy nor a catalogue is ever changed, so what follows from two of them is worked out once. */
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

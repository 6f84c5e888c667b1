import type { Catalogue, DataClass, DeploymentEntry, SlotEntry, TaskEntry } from '../../models/index.ts';
import { documentRouteOf, localDeploymentsOf } from './document-route.ts';
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

type ByTask = WeakMap<TaskEntry, Map<string, ConsideredDeployments>>;

/** Policies and catalogues are immutable, so the results for a policy, a catalogue and a task are computed once. */
const computed = new WeakMap<RoutingPolicyDocument, WeakMap<Catalogue, ByTask>>();

export function consideredFor(
  policy: RoutingPolicyDocument,
  catalogue: Catalogue,
  task: TaskEntry,
  isPastSoftCap: boolean,
  documents: DataClass | null = null,
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
  let byState = byTask.get(task);
  if (!byState) {
    byState = new Map();
    byTask.set(task, byState);
  }
  const state = `${isPastSoftCap} ${documents}`;
  let considered = byState.get(state);
  if (!considered) {
    const served = documents === null ? task : documentRouteOf(catalogue, task);
    considered = considerationOf(policy, catalogue, served, isPastSoftCap);
    if (documents === 'LOCAL_ONLY') considered = withLocal(considered, catalogue);
    byState.set(state, considered);
  }
  return considered;
}

/** Adds the customers' own servers after the deployments of the rule: the case, not the task, decides that texts stay there. */
function withLocal(considered: ConsideredDeployments, catalogue: Catalogue): ConsideredDeployments {
  const local = localDeploymentsOf(catalogue).map((entry, at): ConsideredDeployment => {
    const known = considered.deployments.find(({ id }) => id === entry.id);
    const added = { isForCap: false, place: considered.deployments.length + at };
    return { ...added, ...known, id: entry.id, entry, isInSlot: true, isNamed: true, isInRule: true };
  });
  const ids = new Set(local.map(({ id }) => id));
  return { ...considered, deployments: [...considered.deployments.filter(({ id }) => !ids.has(id)), ...local] };
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

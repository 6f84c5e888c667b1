import type { Catalogue, TaskEntry } from '../../models/index.ts';
import type { RoutingPolicyDraft, RoutingRule } from './policy.ts';

/** Every plan there is, and those that may name a server of their own. */
const ALL_PLANS = ['BASE', 'PRO', 'ENTERPRISE'];

/** Bounds that a task's deadline leaves room for: each deployment once more than its first try, and a slot with its alternates. */
const ATTEMPTS = { most: 4, perDeployment: 2 };

/** The policy that a catalogue has in it: the preferred one of each slot, then its alternates, and the economical one beyond the soft cap. */
export function policyOf({ tasks, slots }: Catalogue): RoutingPolicyDraft {
  return { rules: tasks.flatMap((task) => ruleOf(task, slots)), attempts: ATTEMPTS };
}

function ruleOf({ name, slot: slotName }: TaskEntry, slots: Catalogue['slots']): RoutingRule[] {
  const slot = slots.find((one) => one.name === slotName);
  if (!slot) return [];
  const path = [slot.preferred, ...slot.alternates];
  const pathPastSoftCap = slot.economy === null ? null : [slot.economy];
  return [{ task: name, path, pathPastSoftCap, plans: ALL_PLANS }];
}

import type { Catalogue, TaskEntry } from '../../models/index.ts';
import type { RoutingPolicyDraft, RoutingRule } from './policy.ts';

/** All plans, including those that allow an own server. */
const ALL_PLANS = ['BASE', 'PRO', 'ENTERPRISE'];

/** Limits that fit into a task's deadline. They allow one retry per deployment, and attempts at the alternates of a slot. */
const ATTEMPTS = { most: 4, perDeployment: 2 };

/**
 * Default policy of a catalogue: the preferred deployment of each slot, then its alternates, and the economical one past the soft
 * cap.
 */
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

import { Plan } from '../../customers/index.ts';
import type { Catalogue, SlotEntry, TaskEntry } from '../../models/index.ts';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import type { RoutingPolicyDraft, RoutingRule } from './policy.ts';

const MAX_ATTEMPTS = 10;
/** A model that misses its schema twice usually misses it again, at the caller's cost. */
const MAX_REPAIRS = 1;

/**
 * Issues of a policy, such as tasks without a rule, repeated deployments, and deployments outside the slot. Empty if it is valid.
 */
export function policyIssues({ rules, attempts, repair }: RoutingPolicyDraft, catalogue: Catalogue): ValueIssue[] {
  return [
    ...rules.flatMap((rule, index) => ruleIssues(rule, `/rules/${index}`, rules.slice(0, index), catalogue)),
    ...catalogue.tasks
      .filter(({ name }) => !rules.some(({ task }) => task === name))
      .map(({ name }) => ({
        pointer: '/rules',
        detail: `The task ${name} has no rule in the policy, so no caller could run it. Add a rule.`,
      })),
    ...boundIssues('/attempts/most', attempts.most, MAX_ATTEMPTS),
    ...boundIssues('/attempts/perDeployment', attempts.perDeployment, attempts.most),
    ...(repair ? boundIssues('/repair/attempts', repair.attempts, MAX_REPAIRS, 0) : []),
  ];
}

function ruleIssues(
  rule: RoutingRule,
  pointer: string,
  before: readonly RoutingRule[],
  { tasks, slots, deployments }: Catalogue,
): ValueIssue[] {
  const task = tasks.find(({ name }) => name === rule.task);
  if (!task) return [{ pointer: `${pointer}/task`, detail: `The catalogue has no task ${rule.task}.` }];
  const slot = slots.find(({ name }) => name === task.slot);
  const issues: ValueIssue[] = [];
  if (before.some((one) => one.task === rule.task)) {
    issues.push({
      pointer: `${pointer}/task`,
      detail: `The task ${rule.task} has two rules in the policy. Remove one.`,
    });
  }
  const paths = [
    ['path', rule.path],
    ['pathPastSoftCap', rule.pathPastSoftCap],
  ] as const;
  for (const [name, path] of paths) {
    if (path === null) continue;
    const at = `${pointer}/${name}`;
    if (path.length === 0) {
      const instead = name === 'path' ? '' : ' Omit it to use `path` also once the soft cap is reached.';
      issues.push({
        pointer: at,
        detail: `\`${name}\` of the task ${rule.task} is empty. Add a deployment.${instead}`,
      });
    }
    path.forEach((id, index) => {
      const detail = stepIssue(id, path.slice(0, index), { task, slot, deployments });
      if (detail !== null) issues.push({ pointer: `${at}/${index}`, detail });
    });
  }
  return [...issues, ...planIssues(rule, pointer)];
}

function stepIssue(
  id: string,
  before: readonly string[],
  { task, slot, deployments }: { task: TaskEntry; slot: SlotEntry | undefined; deployments: Catalogue['deployments'] },
): string | null {
  if (before.includes(id)) return `The path of the task ${task.name} repeats ${id}. Remove the repetition.`;
  const deployment = deployments.find((one) => one.id === id);
  if (!deployment) return `The catalogue has no deployment ${id}.`;
  const approved = slot ? [slot.preferred, ...slot.alternates] : [];
  if (!approved.includes(id)) {
    return `${id} is not in the slot ${task.slot} of the task ${task.name}. The slot has: ${approved.join(', ')}.`;
  }
  if (task.dataClass === 'LOCAL_ONLY' && deployment.dataClass !== 'LOCAL_ONLY') {
    return `The text of the task ${task.name} must stay on the customer’s own server, and ${id} is elsewhere.`;
  }
  return null;
}

function planIssues({ task, plans }: RoutingRule, pointer: string): ValueIssue[] {
  const at = `${pointer}/plans`;
  if (plans.length === 0)
    return [
      {
        pointer: at,
        detail: `\`plans\` of the rule for the task ${task} is empty. List the customer plans that may use the task.`,
      },
    ];
  return plans.flatMap((plan, index) => {
    if (!Object.hasOwn(Plan, plan))
      return [
        { pointer: `${at}/${index}`, detail: `Unknown plan ${plan}. Use one of: ${Object.keys(Plan).join(', ')}.` },
      ];
    if (plans.indexOf(plan) < index)
      return [{ pointer: `${at}/${index}`, detail: `The plan ${plan} is listed twice. Remove one.` }];
    return [];
  });
}

function boundIssues(pointer: string, value: number, most: number, least = 1): ValueIssue[] {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (Number.isInteger(value) && value >= least && value <= most) return [];
  return [{ pointer, detail: `\`${name}\` must be an integer from ${least} to ${most}; it is ${value}.` }];
}

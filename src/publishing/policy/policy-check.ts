import type { ValueIssue } from '../../platform/errors/errors.ts';
import { isId } from '../../platform/ids.ts';
import { formatCount } from '../../platform/text/plural.ts';
import { PublishChannel } from '../publish-action.ts';
import type { PublishingPolicyDraft, PublishingRule, RuleConditions, TargetCondition } from './policy.ts';
import { channelsOf, coversPattern, coversTool, PATTERN_FORMS, patternIn, TOOL_PATTERN } from './target-pattern.ts';

/**
 * Issues of a policy that don’t depend on the approvers: invalid patterns and ids, duplicate names of rules, and rules that can
 * never match.
 */
export function policyIssues({ rules, recipients }: PublishingPolicyDraft): ValueIssue[] {
  return [
    ...rules.flatMap((rule, index) => ruleIssues(rule, index, rules)),
    ...Object.values(PublishChannel).flatMap((channel) =>
      (recipients[channel] ?? []).flatMap((pattern, index) =>
        patternIssue(`/recipients/${channel}/${index}`, pattern, [channel]),
      ),
    ),
  ];
}

/** Issues of a policy whose rules or default terms require more approvers than exist. */
export function quorumIssues({ rules, otherwise }: PublishingPolicyDraft, approverCount: number): ValueIssue[] {
  if (approverCount === 0) {
    return [
      {
        pointer: '',
        detail:
          'No operator has the role APPROVER or ADMIN, so nothing could be approved. Invite one first, then publish the policy.',
      },
    ];
  }
  const all = [
    ...rules.map(({ terms }, index) => ({ terms, pointer: `/rules/${index}/terms/quorum` })),
    { terms: otherwise, pointer: '/otherwise/quorum' },
  ];
  const people = `only ${formatCount(approverCount, 'person', 'people')} can approve`;
  return all
    .filter(({ terms }) => terms.quorum > approverCount)
    .map(({ terms, pointer }) => ({
      pointer,
      detail: `The quorum is ${terms.quorum}, but ${people}. Invite more people or lower the quorum.`,
    }));
}

function ruleIssues({ name, when }: PublishingRule, index: number, rules: readonly PublishingRule[]): ValueIssue[] {
  const pointer = `/rules/${index}`;
  const at = `${pointer}/when`;
  const channels = when.channels ?? Object.values(PublishChannel);
  const issues: ValueIssue[] = [];
  const add = (place: string, detail: string) => issues.push({ pointer: place, detail });
  const earlier = rules.slice(0, index);
  if (earlier.some((one) => one.name === name)) add(`${pointer}/name`, `Two rules have the name “${name}”.`);
  for (const [place, pattern] of (when.tools ?? []).entries()) {
    if (!TOOL_PATTERN.test(pattern)) {
      add(`${at}/tools/${place}`, 'This isn’t a pattern for tools. Use a name, or a prefix followed by `*`.');
    }
  }
  for (const [place, pattern] of (when.targets?.patterns ?? []).entries()) {
    issues.push(...patternIssue(`${at}/targets/patterns/${place}`, pattern, channels));
  }
  for (const [place, id] of (when.agents ?? []).entries()) {
    if (!AGENT.test(id)) add(`${at}/agents/${place}`, 'This isn’t the id of an agent. Ids look like `agt_01…`.');
  }
  for (const [place, owner] of (when.owners ?? []).entries()) {
    if (!isOwner(owner)) {
      add(`${at}/owners/${place}`, 'This isn’t an owner. Use `customer:cus_…` or `operator:op_…`.');
    }
  }
  if (issues.length > 0) return issues;
  const before = earlier.find((one) => covers(one.when, when));
  if (before) {
    add(
      pointer,
      `This rule can never match: “${before.name}” before it matches everything that it does. Move it up or remove it.`,
    );
  }
  return issues;
}

const AGENT = /^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

function isOwner(owner: string): boolean {
  const [kind, id = ''] = owner.split(':');
  if (kind === 'customer') return isId('customer', id);
  return kind === 'operator' && (id === 'admin' || isId('operator', id));
}

function patternIssue(pointer: string, pattern: string, channels: readonly PublishChannel[]): ValueIssue[] {
  if (channels.some((channel) => patternIn(channel, pattern) !== null)) return [];
  const [other] = channelsOf(pattern);
  if (other) {
    return [
      {
        pointer,
        detail: `This is a pattern for ${other}, but the rule is for ${channels.join(' and ')}, so it can never match.`,
      },
    ];
  }
  const forms = channels.map((channel) => `${channel}: ${PATTERN_FORMS[channel]}`).join('; ');
  return [{ pointer, detail: `This isn’t a pattern for targets. ${forms}.` }];
}

/** True if every action that matches the conditions `later` also matches `earlier`. False if that can’t be determined. */
function covers(earlier: RuleConditions, later: RuleConditions): boolean {
  return (
    holdsAll(earlier.channels, later.channels, (a, b) => a === b) &&
    holdsAll(earlier.tools, later.tools, coversTool) &&
    holdsAll(earlier.agents, later.agents, (a, b) => a === b) &&
    holdsAll(earlier.owners, later.owners, (a, b) => a === b) &&
    (earlier.recipientsAtLeast ?? 1) <= (later.recipientsAtLeast ?? 1) &&
    coversTargets(earlier.targets, later.targets)
  );
}

/** True if every value in `narrower` is covered by a value in `wider`. Null means all values. */
function holdsAll<T>(wider: readonly T[] | null, narrower: readonly T[] | null, isWithin: (a: T, b: T) => boolean) {
  if (wider === null) return true;
  if (narrower === null) return false;
  return narrower.every((one) => wider.some((other) => isWithin(other, one)));
}

/**
 * True if every action that matches `narrower` also matches `wider`. A condition on all targets implies one on any target,
 * because an action has at least one.
 */
function coversTargets(wider: TargetCondition | null, narrower: TargetCondition | null): boolean {
  if (wider === null) return true;
  if (narrower === null || (wider.quantity === 'ALL' && narrower.quantity === 'ANY')) return false;
  return narrower.patterns.every((one) => wider.patterns.some((other) => coversPattern(other, one)));
}

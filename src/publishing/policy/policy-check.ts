import type { ValueIssue } from '../../platform/errors/errors.ts';
import { isId } from '../../platform/ids.ts';
import { PublishChannel } from '../publish-action.ts';
import type { PublishingPolicyDraft, PublishingRule, RuleConditions, TargetCondition } from './policy.ts';
import { channelsOf, coversPattern, coversTool, PATTERN_FORMS, patternIn, TOOL_PATTERN } from './target-pattern.ts';

/** Everything for which a policy cannot be, whoever may approve: patterns that are none, and rules that nothing ever reaches. */
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

/** What nobody could ever approve: more people than there are. */
export function quorumIssues({ rules, otherwise }: PublishingPolicyDraft, approverCount: number): ValueIssue[] {
  if (approverCount === 0) {
    return [
      {
        pointer: '',
        detail:
          'Nobody may approve anything: no operator has the role APPROVER or ADMIN. Invite one first, then publish the policy.',
      },
    ];
  }
  const all = [
    ...rules.map(({ terms }, index) => ({ terms, pointer: `/rules/${index}/terms/quorum` })),
    { terms: otherwise, pointer: '/otherwise/quorum' },
  ];
  const people = approverCount === 1 ? 'is 1 person who may approve' : `are ${approverCount} people who may approve`;
  return all
    .filter(({ terms }) => terms.quorum > approverCount)
    .map(({ terms, pointer }) => ({
      pointer,
      detail: `There ${people}, and ${terms.quorum} are asked for: nothing could ever be approved. Invite more, or ask for fewer.`,
    }));
}

function ruleIssues({ name, when }: PublishingRule, index: number, rules: readonly PublishingRule[]): ValueIssue[] {
  const pointer = `/rules/${index}`;
  const at = `${pointer}/when`;
  const channels = when.channels ?? Object.values(PublishChannel);
  const issues: ValueIssue[] = [];
  const add = (place: string, detail: string) => issues.push({ pointer: place, detail });
  const earlier = rules.slice(0, index);
  if (earlier.some((one) => one.name === name)) add(`${pointer}/name`, `Two rules are called “${name}”.`);
  for (const [place, pattern] of (when.tools ?? []).entries()) {
    if (!TOOL_PATTERN.test(pattern)) {
      add(`${at}/tools/${place}`, 'This is no pattern of a tool: write its name, or the beginning of names and `*`.');
    }
  }
  for (const [place, pattern] of (when.targets?.patterns ?? []).entries()) {
    issues.push(...patternIssue(`${at}/targets/patterns/${place}`, pattern, channels));
  }
  for (const [place, id] of (when.agents ?? []).entries()) {
    if (!AGENT.test(id)) add(`${at}/agents/${place}`, 'This is no id of an agent: they look like `agt_01…`.');
  }
  for (const [place, owner] of (when.owners ?? []).entries()) {
    if (!isOwner(owner)) {
      add(`${at}/owners/${place}`, 'This is no owner: write `customer:cus_…` or `operator:op_…`.');
    }
  }
  if (issues.length > 0) return issues;
  const before = earlier.find((one) => covers(one.when, when));
  if (before) {
    add(
      pointer,
      `No action ever comes to this rule: all that it fits, “${before.name}” before it fits, too. Put it first, or take it out.`,
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
        detail: `This is a pattern of ${other}, and the rule is for ${channels.join(' and ')}: it never fits.`,
      },
    ];
  }
  const forms = channels.map((channel) => `${channel}: ${PATTERN_FORMS[channel]}`).join('; ');
  return [{ pointer, detail: `This is no pattern of targets. ${forms}.` }];
}

/** Whether every action that fits the later conditions fits the earlier ones. Where that cannot be told, it is taken not to. */
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

/** Null is everything. */
function holdsAll<T>(wider: readonly T[] | null, narrower: readonly T[] | null, isWithin: (a: T, b: T) => boolean) {
  if (wider === null) return true;
  if (narrower === null) return false;
  return narrower.every((one) => wider.some((other) => isWithin(other, one)));
}

/** Whoever asks for all targets asks for one of them, too: there is always one. */
function coversTargets(wider: TargetCondition | null, narrower: TargetCondition | null): boolean {
  if (wider === null) return true;
  if (narrower === null || (wider.quantity === 'ALL' && narrower.quantity === 'ANY')) return false;
  return narrower.patterns.every((one) => wider.patterns.some((other) => coversPattern(other, one)));
}

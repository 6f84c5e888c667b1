import { enumLabel } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** Document of a publishing policy, as in the field `PublishingPolicy.document`. */
export type PolicyDocument = {
  rules: readonly { name: string; when: Conditions; terms: Terms }[];
  otherwise: Terms;
  recipients: Record<string, readonly string[] | null>;
};

export interface Conditions {
  channels: readonly string[] | null;
  tools: readonly string[] | null;
  targets: { quantity: 'ANY' | 'ALL'; patterns: readonly string[] } | null;
  recipientsAtLeast: number | null;
  agents: readonly string[] | null;
  owners: readonly string[] | null;
}

export interface Terms {
  quorum: number;
  lifetimeMinutes: number;
  permitMinutes: number;
  blocking: readonly string[];
}

/** Describes the conditions of a rule, one sentence each. */
export function conditionsIn({ channels, tools, targets, recipientsAtLeast, agents, owners }: Conditions): string[] {
  return [
    channels && texts.conditions.channels(either(channels.map((one) => enumLabel(one)))),
    tools && texts.conditions.tools(either(tools)),
    targets &&
      (targets.quantity === 'ANY' ? texts.conditions.anyTarget : texts.conditions.allTargets)(either(targets.patterns)),
    recipientsAtLeast !== null && texts.conditions.recipients(recipientsAtLeast),
    agents && texts.conditions.agents(either(agents)),
    owners && texts.conditions.owners(either(owners)),
  ].filter((one) => typeof one === 'string');
}

const either = (all: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(all);

const UNITS = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Describes the terms of a rule in one sentence. */
export function termsIn({ quorum, lifetimeMinutes, permitMinutes, blocking }: Terms): string {
  const refused =
    blocking.length === 0 ? texts.policy.nothing : either(blocking.map((one) => enumLabel(one).toLowerCase()));
  return texts.terms.summary(quorum, formatMinutes(lifetimeMinutes), formatMinutes(permitMinutes), refused);
}

/** Describes the allowed recipients of a channel. */
export function recipientsIn(patterns: readonly string[] | null): string {
  if (patterns === null) return texts.recipients.anyone;
  return patterns.length === 0 ? texts.recipients.none : patterns.join(', ');
}

/** Formats minutes in the largest unit that divides them, e.g. "2 days" for 2,880. */
export function formatMinutes(minutes: number): string {
  const [unit, length] = UNITS.find(([, one]) => minutes % one === 0) ?? UNITS[2];
  const count = minutes / length;
  return texts.durations[unit](count);
}

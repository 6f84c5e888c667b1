import { enumLabel } from '../../web/kit/values.tsx';

/** A policy of publishing, as `PublishingPolicy.document` has it. */
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

/** What an action has to be like for a rule to hold for it, as one sentence each. */
export function conditionsIn({ channels, tools, targets, recipientsAtLeast, agents, owners }: Conditions): string[] {
  return [
    channels && `It goes to ${either(channels.map((one) => enumLabel(one)))}.`,
    tools && `The tool is ${either(tools)}.`,
    targets && `${targets.quantity === 'ANY' ? 'A target fits' : 'All targets fit'} ${either(targets.patterns)}.`,
    recipientsAtLeast !== null && `It reaches ${recipientsAtLeast} or more.`,
    agents && `The agent is ${either(agents)}.`,
    owners && `It is asked in the name of ${either(owners)}.`,
  ].filter((one) => typeof one === 'string');
}

const either = (all: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(all);

const UNITS = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** What is asked before it is written, as one sentence. */
export function termsIn({ quorum, lifetimeMinutes, permitMinutes, blocking }: Terms): string {
  const people = `${quorum} ${quorum === 1 ? 'person' : 'people'}`;
  const refused = blocking.length === 0 ? 'nothing' : either(blocking.map((one) => enumLabel(one).toLowerCase()));
  return `${people}, waits for ${formatMinutes(lifetimeMinutes)}, permit for ${formatMinutes(permitMinutes)}; refused where it has: ${refused}.`;
}

/** Whom a channel may reach. */
export function recipientsIn(patterns: readonly string[] | null): string {
  if (patterns === null) return 'Anybody';
  return patterns.length === 0 ? 'Nobody' : patterns.join(', ');
}

/** `2,880` minutes are `2 days`. In the largest unit of which they are a whole number. */
export function formatMinutes(minutes: number): string {
  const [unit, length] = UNITS.find(([, one]) => minutes % one === 0) ?? UNITS[2];
  const count = minutes / length;
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
}

import { wordsOf } from '../../web/kit/values.tsx';

/** A policy of publishing, as `PublishingPolicy.document` has it. */
export interface PolicyDocument {
  rules: { name: string; when: Conditions; terms: Terms }[];
  otherwise: Terms;
  recipients: Record<string, string[] | null>;
}

export interface Conditions {
  channels: string[] | null;
  tools: string[] | null;
  targets: { quantity: 'ANY' | 'ALL'; patterns: string[] } | null;
  recipientsAtLeast: number | null;
  agents: string[] | null;
  owners: string[] | null;
}

export interface Terms {
  quorum: number;
  lifetimeMinutes: number;
  permitMinutes: number;
  blocking: string[];
}

/** What an action has to be like for a rule to hold for it, as one sentence each. */
export function conditionsIn({ channels, tools, targets, recipientsAtLeast, agents, owners }: Conditions): string[] {
  return [
    channels && `It goes to ${either(channels.map((one) => wordsOf(one)))}.`,
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

/** `2,880` minutes are `2 days`. In the largest unit of which they are a whole number. */
export function lengthOf(minutes: number): string {
  const [unit, length] = UNITS.find(([, one]) => minutes % one === 0) ?? UNITS[2];
  const count = minutes / length;
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
}

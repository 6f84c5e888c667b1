import type { Conditions, PolicyDocument, Terms } from './policy-words.ts';

/** A policy as it stands in fields: what a field holds is text, however far somebody has come with typing. */
export interface PolicyTyped {
  rules: readonly RuleTyped[];
  otherwise: TermsTyped;
  recipients: Readonly<Record<string, RecipientsTyped>>;
}

export interface RuleTyped extends ConditionsTyped {
  /** Of the fields alone, so that they go along when a rule is moved. */
  key: number;
  name: string;
  terms: TermsTyped;
}

export interface ConditionsTyped {
  channels: readonly string[];
  tools: string;
  quantity: 'ANY' | 'ALL';
  targets: string;
  recipientsAtLeast: string;
  agents: string;
  owners: string;
}

export interface TermsTyped {
  quorum: string;
  lifetimeMinutes: string;
  permitMinutes: string;
  blocking: readonly string[];
}

export interface RecipientsTyped {
  who: 'ANYBODY' | 'ONLY';
  patterns: string;
}

let keys = 0;

export function typedOf({ rules, otherwise, recipients }: PolicyDocument): PolicyTyped {
  return {
    rules: rules.map(({ name, when, terms }) => ({
      key: ++keys,
      name,
      ...conditionsTyped(when),
      terms: termsTyped(terms),
    })),
    otherwise: termsTyped(otherwise),
    recipients: Object.fromEntries(
      Object.entries(recipients).map(([channel, patterns]) => [
        channel,
        { who: patterns === null ? 'ANYBODY' : 'ONLY', patterns: (patterns ?? []).join(', ') },
      ]),
    ),
  };
}

/** What the fields say, in the order in which the service has it. What is no number is sent as it was typed, and refused. */
export function documentOf({ rules, otherwise, recipients }: PolicyTyped): PolicyDocument {
  return {
    rules: rules.map((rule) => ({ name: rule.name, when: conditionsOf(rule), terms: termsOf(rule.terms) })),
    otherwise: termsOf(otherwise),
    recipients: Object.fromEntries(
      Object.entries(recipients).map(([channel, { who, patterns }]) => [
        channel,
        who === 'ANYBODY' ? null : listOf(patterns),
      ]),
    ),
  };
}

/** A rule that nobody has filled in yet, with the terms that hold otherwise. */
export function newRule(terms: TermsTyped): RuleTyped {
  const nothing = { channels: [], tools: '', quantity: 'ANY', targets: '', recipientsAtLeast: '', agents: '' } as const;
  return { key: ++keys, name: '', ...nothing, owners: '', terms };
}

/** Whether two policies say the same. */
export function isSame(one: PolicyDocument, other: PolicyDocument): boolean {
  return JSON.stringify(documentOf(typedOf(one))) === JSON.stringify(documentOf(typedOf(other)));
}

function conditionsTyped({ channels, tools, targets, recipientsAtLeast, agents, owners }: Conditions): ConditionsTyped {
  return {
    channels: channels ?? [],
    tools: textOf(tools),
    quantity: targets?.quantity ?? 'ANY',
    targets: textOf(targets?.patterns),
    recipientsAtLeast: recipientsAtLeast === null ? '' : String(recipientsAtLeast),
    agents: textOf(agents),
    owners: textOf(owners),
  };
}

function conditionsOf(typed: ConditionsTyped): Conditions {
  const patterns = listOf(typed.targets);
  return {
    channels: typed.channels.length === 0 ? null : [...typed.channels],
    tools: listOrNull(typed.tools),
    targets: patterns.length === 0 ? null : { quantity: typed.quantity, patterns },
    recipientsAtLeast: typed.recipientsAtLeast.trim() === '' ? null : numberOf(typed.recipientsAtLeast),
    agents: listOrNull(typed.agents),
    owners: listOrNull(typed.owners),
  };
}

const termsTyped = ({ quorum, lifetimeMinutes, permitMinutes, blocking }: Terms): TermsTyped => ({
  quorum: String(quorum),
  lifetimeMinutes: String(lifetimeMinutes),
  permitMinutes: String(permitMinutes),
  blocking,
});

const termsOf = ({ quorum, lifetimeMinutes, permitMinutes, blocking }: TermsTyped): Terms => ({
  quorum: numberOf(quorum),
  lifetimeMinutes: numberOf(lifetimeMinutes),
  permitMinutes: numberOf(permitMinutes),
  blocking: [...blocking],
});

const textOf = (all: readonly string[] | null | undefined) => (all ?? []).join(', ');
const listOf = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '');
const listOrNull = (text: string) => (listOf(text).length === 0 ? null : listOf(text));

function numberOf(text: string): number {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : (text as unknown as number);
}

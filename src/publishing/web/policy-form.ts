import type { Conditions, PolicyDocument, Terms } from './policy-text.ts';

/** Form values of a policy. Numbers and lists are text, so that incomplete input isn't lost. */
export interface PolicyForm {
  rules: readonly RuleForm[];
  otherwise: TermsForm;
  recipients: Readonly<Record<string, RecipientsForm>>;
}

export interface RuleForm extends ConditionsForm {
  /** React key of the rule, so that its fields move with it when rules are reordered. */
  key: number;
  name: string;
  terms: TermsForm;
}

export interface ConditionsForm {
  channels: readonly string[];
  tools: string;
  quantity: 'ANY' | 'ALL';
  targets: string;
  recipientsAtLeast: string;
  agents: string;
  owners: string;
}

export interface TermsForm {
  quorum: string;
  lifetimeMinutes: string;
  permitMinutes: string;
  blocking: readonly string[];
}

export interface RecipientsForm {
  who: 'ANYBODY' | 'ONLY';
  patterns: string;
}

let keys = 0;

export function formOf({ rules, otherwise, recipients }: PolicyDocument): PolicyForm {
  return {
    rules: rules.map(({ name, when, terms }) => ({
      key: ++keys,
      name,
      ...conditionsForm(when),
      terms: termsForm(terms),
    })),
    otherwise: termsForm(otherwise),
    recipients: Object.fromEntries(
      Object.entries(recipients).map(([channel, patterns]) => [
        channel,
        { who: patterns === null ? 'ANYBODY' : 'ONLY', patterns: (patterns ?? []).join(', ') },
      ]),
    ),
  };
}

/**
 * Converts the form to a policy document, in the order of fields that the service uses. Invalid numbers are sent as text, so that
 * the service reports them.
 */
export function documentOf({ rules, otherwise, recipients }: PolicyForm): PolicyDocument {
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

/** An empty rule for the form, with the given terms. */
export function newRule(terms: TermsForm): RuleForm {
  const nothing = { channels: [], tools: '', quantity: 'ANY', targets: '', recipientsAtLeast: '', agents: '' } as const;
  return { key: ++keys, name: '', ...nothing, owners: '', terms };
}

/** True if two policies have equal contents. */
export function isSame(one: PolicyDocument, other: PolicyDocument): boolean {
  return JSON.stringify(documentOf(formOf(one))) === JSON.stringify(documentOf(formOf(other)));
}

function conditionsForm({ channels, tools, targets, recipientsAtLeast, agents, owners }: Conditions): ConditionsForm {
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

function conditionsOf(typed: ConditionsForm): Conditions {
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

const termsForm = ({ quorum, lifetimeMinutes, permitMinutes, blocking }: Terms): TermsForm => ({
  quorum: String(quorum),
  lifetimeMinutes: String(lifetimeMinutes),
  permitMinutes: String(permitMinutes),
  blocking,
});

const termsOf = ({ quorum, lifetimeMinutes, permitMinutes, blocking }: TermsForm): Terms => ({
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

import { useState } from 'react';
import type { PublishingPolicyInForceQuery } from '../../web/generated/publishing/graphql.ts';
import { documentOf, isSame, newRule, type PolicyTyped, type RuleTyped, typedOf } from './policy-typed.ts';
import type { PolicyDocument } from './policy-words.ts';

export type Policy = PublishingPolicyInForceQuery['publishingPolicies']['nodes'][number];

export const saidBy = ({ document }: Policy) => document as PolicyDocument;

/**
 * The next version as somebody types it, beside the one they began with. As long as they have changed nothing, it follows what
 * is in force.
 */
export function usePolicyDraft(newest: Policy) {
  const [base, setBase] = useState(newest);
  const [typed, setTyped] = useState(() => typedOf(saidBy(newest)));
  const document = documentOf(typed);
  const isChanged = !isSame(document, saidBy(base));
  const begin = (now: Policy) => {
    setBase(now);
    setTyped(typedOf(saidBy(now)));
  };
  if (!isChanged && base.number < newest.number) begin(newest);

  const change = (some: Partial<PolicyTyped>) => setTyped((before) => ({ ...before, ...some }));
  const rules = typed.rules;
  return {
    typed,
    document,
    base,
    isChanged,
    begin,
    /** What was typed stays, and is the next version of another one now. */
    rebase: setBase,
    change,
    changeRule: (key: number, some: Partial<RuleTyped>) =>
      change({ rules: rules.map((rule) => (rule.key === key ? { ...rule, ...some } : rule)) }),
    moveRule: (index: number, by: 1 | -1) => change({ rules: swapped(rules, index, index + by) }),
    removeRule: (key: number) => change({ rules: rules.filter((rule) => rule.key !== key) }),
    addRule: () => change({ rules: [...rules, newRule(typed.otherwise)] }),
  };
}

function swapped<Value>(values: readonly Value[], one: number, other: number): readonly Value[] {
  return values.map((value, index) => (index === one ? values[other]! : index === other ? values[one]! : value));
}

import { useState } from 'react';
import type { PublishingPolicyInForceQuery } from '../../web/generated/publishing/graphql.ts';
import { documentOf, formOf, isSame, newRule, type PolicyForm, type RuleForm } from './policy-form.ts';
import type { PolicyDocument } from './policy-text.ts';

export type PublishedPolicy = PublishingPolicyInForceQuery['publishingPolicies']['nodes'][number];

export const policyDocumentOf = ({ document }: PublishedPolicy) => document as PolicyDocument;

/**
 * Draft of the next version of the policy, and the version it is based on. A draft without changes is replaced when a newer
 * version is published.
 */
export function usePolicyDraft(newest: PublishedPolicy) {
  const [base, setBase] = useState(newest);
  const [typed, setTyped] = useState(() => formOf(policyDocumentOf(newest)));
  const document = documentOf(typed);
  const isChanged = !isSame(document, policyDocumentOf(base));
  const begin = (now: PublishedPolicy) => {
    setBase(now);
    setTyped(formOf(policyDocumentOf(now)));
  };
  if (!isChanged && base.number < newest.number) begin(newest);

  const change = (some: Partial<PolicyForm>) => setTyped((before) => ({ ...before, ...some }));
  const rules = typed.rules;
  return {
    typed,
    document,
    base,
    isChanged,
    begin,
    /** Bases the draft on another version of the policy and keeps the user's input. */
    rebase: setBase,
    change,
    changeRule: (key: number, some: Partial<RuleForm>) =>
      change({ rules: rules.map((rule) => (rule.key === key ? { ...rule, ...some } : rule)) }),
    moveRule: (index: number, by: 1 | -1) => change({ rules: swap(rules, index, index + by) }),
    removeRule: (key: number) => change({ rules: rules.filter((rule) => rule.key !== key) }),
    addRule: () => change({ rules: [...rules, newRule(typed.otherwise)] }),
  };
}

function swap<Value>(values: readonly Value[], one: number, other: number): readonly Value[] {
  return values.map((value, index) => (index === one ? values[other]! : index === other ? values[one]! : value));
}

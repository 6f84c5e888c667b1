import type { Difference } from '../../web/kit/conflict.tsx';
import { conditionsIn, type PolicyDocument, recipientsIn, termsIn } from './policy-text.ts';
import { texts } from './texts.ts';

/** Differences between two policies: rules, default terms and allowed recipients. */
export function differencesOf(mine: PolicyDocument, theirs: PolicyDocument): Difference[] {
  const [own, other] = [partsOf(mine), partsOf(theirs)];
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter((name) => own.get(name) !== other.get(name))
    .map((field) => ({
      field,
      mine: own.get(field) ?? texts.policy.nothing,
      theirs: other.get(field) ?? texts.policy.nothing,
    }));
}

function partsOf({ rules, otherwise, recipients }: PolicyDocument): Map<string, string> {
  return new Map([
    ...rules.map(({ name, when, terms }): [string, string] => [
      texts.differences.rule(name),
      [...conditionsIn(when), termsIn(terms)].join(' '),
    ]),
    [texts.differences.order, rules.map(({ name }) => name).join(', ') || texts.differences.noRules],
    [texts.policy.otherwise, termsIn(otherwise)],
    ...Object.entries(recipients).map(([channel, patterns]): [string, string] => [
      texts.differences.recipients(channel),
      recipientsIn(patterns),
    ]),
  ]);
}

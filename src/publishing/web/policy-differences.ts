import type { Difference } from '../../web/kit/conflict.tsx';
import { conditionsIn, type PolicyDocument, recipientsIn, termsIn } from './policy-text.ts';

/** What two policies say otherwise: rule by rule, what holds otherwise, and whom it may reach. */
export function differencesOf(mine: PolicyDocument, theirs: PolicyDocument): Difference[] {
  const [own, other] = [partsOf(mine), partsOf(theirs)];
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter((name) => own.get(name) !== other.get(name))
    .map((field) => ({ field, mine: own.get(field) ?? 'nothing', theirs: other.get(field) ?? 'nothing' }));
}

function partsOf({ rules, otherwise, recipients }: PolicyDocument): Map<string, string> {
  return new Map([
    ...rules.map(({ name, when, terms }): [string, string] => [
      `Rule “${name}”`,
      [...conditionsIn(when), termsIn(terms)].join(' '),
    ]),
    ['Order of the rules', rules.map(({ name }) => name).join(', ') || 'no rules'],
    ['Otherwise', termsIn(otherwise)],
    ...Object.entries(recipients).map(([channel, patterns]): [string, string] => [
      `Whom ${channel} may reach`,
      recipientsIn(patterns),
    ]),
  ]);
}

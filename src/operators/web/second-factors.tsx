import { StatusBadge } from '../../web/kit/values.tsx';
import type { Operator } from './operator.ts';

type Factors = NonNullable<Operator['secondFactors']>;

const WORDS: Readonly<Record<Factors[number], string>> = { PASSKEY: 'Passkey', APP: 'Codes of an app' };

/** What somebody shows besides the password. That there is nothing is worth a look. */
export function SecondFactors({ factors }: { factors: Factors }) {
  if (factors.length === 0) return <StatusBadge tone="care">None</StatusBadge>;
  return <>{factors.map((factor) => WORDS[factor]).join(', ')}</>;
}

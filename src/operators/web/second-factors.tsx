import { StatusBadge } from '../../web/kit/values.tsx';
import type { Operator } from './operator.ts';
import { texts } from './texts.ts';

type Factors = NonNullable<Operator['secondFactors']>;

/** Second factors of an operator. Highlighted if the operator has none. */
export function SecondFactors({ factors }: { factors: Factors }) {
  if (factors.length === 0) return <StatusBadge tone="care">{texts.factors.none}</StatusBadge>;
  return <>{factors.map((factor) => texts.factors[factor]).join(', ')}</>;
}

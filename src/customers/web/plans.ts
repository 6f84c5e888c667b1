import { wordsOf } from '../../web/kit/values.tsx';

/** What can be chosen, and what it opens. */
export const PLANS = ['BASE', 'PRO', 'ENTERPRISE'].map((value) => ({ value, label: wordsOf(value) }));

export type PlanName = 'BASE' | 'PRO' | 'ENTERPRISE';

export const PLAN_IN_WORDS: Readonly<Record<PlanName, string>> = {
  BASE: 'runs on the service’s own provider keys',
  PRO: 'may have provider keys of its own besides',
  ENTERPRISE: 'may have provider keys of its own besides',
};

import { enumLabel } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** Plans to choose from for a customer. */
export const PLANS = ['BASE', 'PRO', 'ENTERPRISE'].map((value) => ({ value, label: enumLabel(value) }));

export type PlanName = 'BASE' | 'PRO' | 'ENTERPRISE';

export const PLAN_HINTS: Readonly<Record<PlanName, string>> = texts.plans;

import { texts } from './texts.ts';
/** Lifetimes to choose from for a customer's API key, in days. */
export const KEY_LIFETIMES = [
  { value: '30', label: texts.keyLifetimes.days30 },
  { value: '90', label: texts.keyLifetimes.days90 },
  { value: '365', label: texts.keyLifetimes.year },
  { value: '1095', label: texts.keyLifetimes.threeYears },
];

export const DEFAULT_KEY_LIFETIME = '365';

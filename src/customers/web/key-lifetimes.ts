/** Lifetimes of a customer's key, in days. */
export const KEY_LIFETIMES = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: '1095', label: 'in three years' },
];

export const DEFAULT_KEY_LIFETIME = '365';

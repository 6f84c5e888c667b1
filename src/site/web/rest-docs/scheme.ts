import type { COLOURS } from '../../pure.ts';

export type Scheme = keyof typeof COLOURS;

export function usedScheme(): Scheme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

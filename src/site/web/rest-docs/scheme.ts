import type { COLOURS } from '../../pure.ts';

export type ColorScheme = keyof typeof COLOURS;

export function usedScheme(): ColorScheme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

import { linearOf, oklabOf } from './color.ts';

/**
 * Named colours. Tags use these names; a colour given as hex digits gets the name of the nearest named colour. The list contains
 * the colour words of the lexicon, and a few more for colours given as hex digits.
 */
export const COLOR_NAMES = {
  red: '#d23c3c',
  crimson: '#b3122f',
  maroon: '#6b1f2a',
  orange: '#f08a3c',
  amber: '#f2a65a',
  gold: '#e8b923',
  yellow: '#f3d13b',
  lime: '#a4d037',
  olive: '#7a7a32',
  green: '#4f9d57',
  'dark green': '#1f4d2e',
  emerald: '#2f8f74',
  sage: '#9dc08b',
  teal: '#2a9d9d',
  turquoise: '#35c2c9',
  'light blue': '#9cc9ec',
  blue: '#3f74d1',
  navy: '#1d2f6f',
  indigo: '#4b3fa7',
  purple: '#8a4fc0',
  lavender: '#b59be0',
  'light pink': '#f7c6d2',
  pink: '#e58ab0',
  magenta: '#d6409f',
  coral: '#f0836f',
  brown: '#8a5a3b',
  terracotta: '#c8674a',
  beige: '#ead9b8',
  white: '#f4f4f2',
  grey: '#8c9299',
  black: '#15161a',
} as const;
export type ColorName = keyof typeof COLOR_NAMES;

const NAMED = Object.entries(COLOR_NAMES).map(([name, hex]) => ({
  name: name as ColorName,
  lab: oklabOf(linearOf(hex)),
}));

/** Name of the nearest colour to `#rrggbb`, by distance in Oklab. */
export function colorName(hex: string): ColorName {
  const [lightness, a, b] = oklabOf(linearOf(hex));
  let nearest = NAMED[0]!;
  let least = Number.POSITIVE_INFINITY;
  for (const named of NAMED) {
    const distance = Math.hypot(named.lab[0] - lightness, named.lab[1] - a, named.lab[2] - b);
    if (distance >= least) continue;
    least = distance;
    nearest = named;
  }
  return nearest.name;
}

import type { Plugin } from 'vite';
import { COLOURS, type Colours } from '../../pure.ts';

const ID = 'virtual:graphiql-palette.css';
const RESOLVED = `\0${ID}`;

/**
 * GraphiQL’s colour names, with the design token for each. Green means verified in this product, so `success` isn’t green here.
 */
const NAMES: Record<string, keyof Colours> = {
  primary: 'mark',
  secondary: 'soft',
  tertiary: 'care',
  info: 'ink',
  success: 'care',
  warning: 'care',
  error: 'bad',
  neutral: 'ink',
  base: 'paper',
};

const PLACES = ['.graphiql-container', '.graphiql-dialog', '.graphiql-dialog-overlay', '.graphiql-tooltip'];

/** Vite plugin that provides `virtual:graphiql-palette.css`, which sets GraphiQL’s colours from the design tokens. */
export function graphiqlPalette(): Plugin {
  return {
    name: 'graphiql-palette',
    resolveId: (id) => (id === ID ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? paletteStyle() : null),
  };
}

/**
 * CSS of GraphiQL’s colours. Uses the colour scheme of the operating system unless the user has chosen one in GraphiQL’s
 * settings.
 */
function paletteStyle(): string {
  return `${rule('body', 'light')}
@media (prefers-color-scheme: dark) { ${rule('body:not(.graphiql-light)', 'dark')} }
${rule('body.graphiql-dark', 'dark')}
body.graphiql-dark { ${custom('dark')} }
body.graphiql-light { ${custom('light')} }`;
}

function rule(body: string, scheme: keyof typeof COLOURS): string {
  const colours = Object.entries(NAMES).map(([name, from]) => `--color-${name}: ${hslOf(COLOURS[scheme][from])};`);
  const places = [...PLACES, '[data-radix-popper-content-wrapper]'].map((place) => `${body} ${place}`);
  return `${places.join(', ')} { ${colours.join(' ')} --alpha-secondary: .85; --alpha-tertiary: .8; }`;
}

function custom(scheme: keyof typeof COLOURS): string {
  return Object.entries(COLOURS[scheme])
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}

/**
 * Converts a colour to GraphiQL’s format: hue, saturation, lightness.
 * @param colour `#rrggbb`
 */
function hslOf(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const lightness = (most + least) / 2;
  const range = most - least;
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    range === 0
      ? 0
      : most === red
        ? (green - blue) / range
        : most === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4;
  const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
  return `${Math.round((sixth * 60 + 360) % 360)}, ${percent(saturation)}, ${percent(lightness)}`;
}

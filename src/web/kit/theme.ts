import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { COLOURS } from '../../site/pure.ts';

/**
 * Makes the ten shades of a colour that Mantine requires. All are the same, because components use a CSS custom property
 * instead, which has a light and a dark value.
 */
const flat = (colour: string) => Array.from({ length: 10 }, () => colour) as unknown as MantineColorsTuple;

/** Names of CSS custom properties, without `--`, by value of a component's `color` prop. */
const TONES: Readonly<Record<string, string>> = { mark: 'mark', bad: 'bad', care: 'care', good: 'good', ink: 'ink' };

const variants: VariantColorsResolver = ({ color = 'mark', variant }) => {
  const tone = `var(--${TONES[color] ?? 'mark'})`;
  const shade = `color-mix(in srgb, ${tone} 8%, transparent)`;
  const quiet = { color: tone, hoverColor: tone };
  if (variant === 'filled') {
    const hover = `color-mix(in srgb, ${tone} 88%, var(--ink))`;
    return { background: tone, hover, color: 'var(--paper)', hoverColor: 'var(--paper)', border: `1px solid ${tone}` };
  }
  if (variant === 'outline') return { ...quiet, background: 'transparent', hover: shade, border: `1px solid ${tone}` };
  if (variant === 'light') return { ...quiet, background: shade, hover: shade, border: '1px solid transparent' };
  if (variant === 'default') {
    const colours = { color: 'var(--ink)', hoverColor: 'var(--ink)' };
    return { ...colours, background: 'var(--surface)', hover: 'var(--shade)', border: '1px solid var(--edge)' };
  }
  return { ...quiet, background: 'transparent', hover: shade, border: '1px solid transparent' };
};

const OVER_THE_SCREEN = {
  transitionProps: { duration: 120 },
  overlayProps: { backgroundOpacity: 0.35 },
  // Removes the banner role of a dialog's header, because only the page has a banner.
  attributes: { header: { role: 'none' } },
};

export const theme = createTheme({
  primaryColor: 'mark',
  primaryShade: 5,
  colors: {
    mark: flat(COLOURS.light.mark),
    bad: flat(COLOURS.light.bad),
    care: flat(COLOURS.light.care),
    good: flat(COLOURS.light.good),
  },
  white: '#ffffff',
  black: COLOURS.light.ink,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--serif)', fontWeight: '400' },
  defaultRadius: 'sm',
  radius: { xs: 'var(--radius-s)', sm: 'var(--radius-m)', md: 'var(--radius-m)' },
  fontSizes: { xs: 'var(--text-xs)', sm: 'var(--text-s)', md: 'var(--text-s)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: variants,
  components: {
    Modal: { defaultProps: OVER_THE_SCREEN },
    Drawer: { defaultProps: OVER_THE_SCREEN },
    Menu: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'none' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

const SAME = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-anchor': 'var(--mark)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-default': 'var(--field)',
  '--mantine-color-default-hover': 'var(--shade)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-disabled': 'var(--shade)',
  '--mantine-color-disabled-color': 'var(--soft)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--mark)',
  '--mantine-primary-color-filled-hover': 'color-mix(in srgb, var(--mark) 88%, var(--ink))',
  '--mantine-primary-color-contrast': 'var(--paper)',
  '--mantine-primary-color-light': 'color-mix(in srgb, var(--mark) 8%, transparent)',
  '--mantine-primary-color-light-hover': 'color-mix(in srgb, var(--mark) 12%, transparent)',
  '--mantine-primary-color-light-color': 'var(--mark)',
};

/** Replaces the CSS variables that Mantine computes from shades by the service's own custom properties. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: SAME, dark: SAME });

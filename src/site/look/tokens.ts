/**
 * Design tokens. Pages use them as custom properties with the same names (`custom-properties.ts`); code that can't read those,
 * such as an editor theme or a chart, imports them from here. Imports nothing, so that browser bundles can include it.
 */

/** Colours by purpose, as `#rrggbb`, so that the contrast of each pair can be computed. */
export interface Colours {
  /** Colour of text. */
  ink: string;
  /** Colour of secondary text: hints, captions, labels. */
  soft: string;
  /** Background colour of the page. */
  paper: string;
  /** Background colour of dialogs, menus and cards. */
  surface: string;
  /** Background colour of form fields. */
  field: string;
  /** Background colour of code, of a selected row, and of the empty part of a bar. */
  shade: string;
  /** Colour of separator lines that carry no meaning. */
  line: string;
  /** Border colour of controls. It has a contrast of at least 3:1 on every background. */
  edge: string;
  /** The only accent colour, wine red, for links, primary buttons and ids. Text on it has the colour `paper`. */
  mark: string;
  /** Green, only for what was verified: in the user's browser, or by a check that ran. */
  good: string;
  /** Colour of warnings. */
  care: string;
  /** Colour of errors, and of refused and revoked things. */
  bad: string;
  /** Colour of the keyboard focus ring. Nothing else is blue, so that the focus is never mistaken for a button or an error. */
  focus: string;
}

export type ColourName = keyof Colours;

export const COLOURS: Readonly<Record<'light' | 'dark', Readonly<Colours>>> = {
  light: {
    ink: '#1c2430',
    soft: '#5a6472',
    paper: '#faf8f4',
    surface: '#fffefb',
    field: '#ffffff',
    shade: '#f1ede5',
    line: '#ddd6ca',
    edge: '#8b8478',
    mark: '#7c2d3a',
    good: '#1d6638',
    care: '#7a5200',
    bad: '#9b1c1c',
    focus: '#1f5aa8',
  },
  dark: {
    ink: '#e9e6df',
    soft: '#a8adb5',
    paper: '#171a1f',
    surface: '#1f2329',
    field: '#12151a',
    shade: '#252a31',
    line: '#343a43',
    edge: '#78808c',
    mark: '#e39aa6',
    good: '#86d3a0',
    care: '#e3b96a',
    bad: '#f0998f',
    focus: '#8ab8f5',
  },
};

/**
 * Background colours for text. Each text colour in `INKS` has a contrast of at least 4.5:1 on each of them, in the light and the
 * dark scheme.
 */
export const GROUNDS = ['paper', 'surface', 'field', 'shade'] as const satisfies readonly ColourName[];
export const INKS = ['ink', 'soft', 'mark', 'good', 'care', 'bad'] as const satisfies readonly ColourName[];
/** Colours of borders that carry meaning. Each has a contrast of at least 3:1 on every background. */
export const EDGES = ['edge', 'focus'] as const satisfies readonly ColourName[];

/** Font families. The first serif and sans are served by this service (`fonts.ts`); a page saved to disk uses system fonts. */
export const FACES = {
  /** Font of headings and prose. */
  serif:
    '"Source Serif 4", "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Book Antiqua", Georgia, serif',
  /** Font of controls, tables and other text that users scan rather than read. */
  sans: '"Source Sans 3", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  /** Font of ids, hashes and code. */
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
} as const;

/** Font sizes in rem, in ascending order. Prose uses `text-m`. */
export const TYPE = {
  'text-xs': 0.8125,
  'text-s': 0.9,
  'text-m': 1.0625,
  'text-l': 1.25,
  'text-xl': 1.5,
  'text-2xl': 1.95,
  'text-3xl': 2.75,
} as const;

/** Distances between elements, in rem. */
export const SPACE = {
  'space-1': 0.25,
  'space-2': 0.5,
  'space-3': 0.75,
  'space-4': 1,
  'space-5': 1.5,
  'space-6': 2.25,
  'space-7': 3.5,
  'space-8': 5.5,
} as const;

/** Maximum widths in rem: of a line of prose, of a page of prose, and of a page with pictures or tables. */
export const WIDTHS = { prose: 38, page: 46, wide: 72 } as const;

/** Corner radii in rem. Pictures have square corners. */
export const RADII = { 'radius-s': 0.125, 'radius-m': 0.25 } as const;

/** Durations in milliseconds: `fast` for a change of state, `slow` for an element that appears or disappears. 0 with `prefers-reduced-motion`. */
export const MOTION = { fast: 120, slow: 240 } as const;
export const EASE = 'cubic-bezier(0.2, 0, 0, 1)';

/** Width of the keyboard focus ring and its distance from the element, in px. */
export const FOCUS_RING = { width: 2, offset: 2 } as const;

/** Width of the window in rem below which columns are stacked. */
export const NARROW = 34;

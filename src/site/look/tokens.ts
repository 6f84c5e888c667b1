/**
 * What every page is made of, as values. Pages use them as custom properties, by the same names (`custom-properties.ts`);
 * whatever cannot read those, such as an editor's theme or a chart, takes them from here. Imports nothing, so that a
 * bundle for the browser may have it.
 */

/** A colour by what it is for, as `#rrggbb`, so that the contrast of each pair can be computed. */
export interface Colours {
  /** Text. */
  ink: string;
  /** Text of second rank: hints, captions, labels. */
  soft: string;
  /** The page. */
  paper: string;
  /** What lies on the page: dialogs, menus, cards. */
  surface: string;
  /** What is typed into. */
  field: string;
  /** A quiet fill: code, a chosen row, a bar's empty part. */
  shade: string;
  /** Hairlines. They part what space alone would not, and carry no meaning of their own. */
  line: string;
  /** The border of what can be used, visible by itself: 3:1 on every ground. */
  edge: string;
  /** The one accent, wine red: links, the main button, ids. On it stands `paper`. */
  mark: string;
  /** Verified, in the reader's own browser or by a check that was run. Nothing else is green. */
  good: string;
  /** Worth a look before going on. */
  care: string;
  /** Wrong, refused, revoked. */
  bad: string;
  /** Where the keyboard is. Blue, since nothing else is: it is mistaken neither for a button nor for a fault. */
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

/** On what each colour of text may stand. Every pair has 4.5:1 or more in both schemes. */
export const GROUNDS = ['paper', 'surface', 'field', 'shade'] as const satisfies readonly ColourName[];
export const INKS = ['ink', 'soft', 'mark', 'good', 'care', 'bad'] as const satisfies readonly ColourName[];
/** Lines by which something is found or told. Every one has 3:1 or more on each ground. */
export const EDGES = ['edge', 'focus'] as const satisfies readonly ColourName[];

/** Font families. The first serif and sans come with the service (`fonts.ts`); a page saved to disk falls back to those of the system. */
export const FACES = {
  /** Headings and prose. */
  serif:
    '"Source Serif 4", "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Book Antiqua", Georgia, serif',
  /** Controls, tables and other text that is scanned rather than read. */
  sans: '"Source Sans 3", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  /** Ids, hashes, code. */
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
} as const;

/** Sizes of type, in rem, each about a fifth larger than the one before it. Prose is `text-m`. */
export const TYPE = {
  'text-xs': 0.8125,
  'text-s': 0.9,
  'text-m': 1.0625,
  'text-l': 1.25,
  'text-xl': 1.5,
  'text-2xl': 1.95,
  'text-3xl': 2.75,
} as const;

/** Distances, in rem. */
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

/** How wide things get, in rem: a line that is read, a page of prose and rows, a page of pictures and tables. */
export const WIDTHS = { prose: 38, page: 46, wide: 72 } as const;

/** Corners, in rem. Pictures have none. */
export const RADII = { 'radius-s': 0.125, 'radius-m': 0.25 } as const;

/** In milliseconds: a state that changes, a thing that comes or goes. Both are 0 for whoever asked for less motion. */
export const MOTION = { fast: 120, slow: 240 } as const;
export const EASE = 'cubic-bezier(0.2, 0, 0, 1)';

/** The ring around what the keyboard is on, in px. */
export const FOCUS_RING = { width: 2, offset: 2 } as const;

/** Narrower than this, in rem, columns become one. */
export const NARROW = 34;

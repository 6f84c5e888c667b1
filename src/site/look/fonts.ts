/** A font file that the service serves. This module imports nothing, so that a bundle for browsers can include it. */
export interface Font {
  family: string;
  style: 'normal' | 'italic';
  /** A single font weight, or the two ends of the range of a variable font. */
  weight: string;
  /** Name of the file. It contains the version of the font's npm package, because browsers cache fonts for a year. */
  file: string;
  /** Path of the font file in `node_modules`. */
  source: string;
  /** Characters in the font file, as CSS `unicode-range`. Browsers only load the file if a page uses one of these characters. */
  characters: string;
}

/** Path prefix of the font files' URLs. */
export const FONTS_PATH = '/fonts';

const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const LATIN_EXTENDED =
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C4, U+2113, U+2C60-2C7F, U+A720-A7FF';

/** The fonts: Source Serif 4 for prose and headings, Source Sans 3 for controls and tables. Together at most 120 kB. */
export const FONTS: readonly Font[] = [
  {
    family: 'Source Serif 4',
    style: 'normal',
    weight: '200 900',
    file: 'source-serif-4-latin-5.3.1.woff2',
    source: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    characters: LATIN,
  },
  {
    family: 'Source Serif 4',
    style: 'italic',
    weight: '400',
    file: 'source-serif-4-latin-italic-5.3.1.woff2',
    source: '@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2',
    characters: LATIN,
  },
  {
    family: 'Source Serif 4',
    style: 'normal',
    // The file only has the weight 400, but browsers combine files of a font family only if their declared weights are equal.
    weight: '200 900',
    file: 'source-serif-4-latin-ext-5.3.1.woff2',
    source: '@fontsource/source-serif-4/files/source-serif-4-latin-ext-400-normal.woff2',
    characters: LATIN_EXTENDED,
  },
  {
    family: 'Source Sans 3',
    style: 'normal',
    weight: '200 900',
    file: 'source-sans-3-latin-5.3.1.woff2',
    source: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    characters: LATIN,
  },
];

/** The fonts as CSS `@font-face` rules. Text uses a system font until they are loaded. */
export const FONT_FACES = FONTS.map(
  ({ family, style, weight, file, characters }) => `
  @font-face { font-family: "${family}"; font-style: ${style}; font-weight: ${weight}; font-display: swap;
    src: url("${FONTS_PATH}/${file}") format("woff2"); unicode-range: ${characters}; }`,
).join('');

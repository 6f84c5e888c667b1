import { COLOURS } from './tokens.ts';

const SCALLOPED =
  'M16 1.8A4.2 4.2 0 0 1 22.2 3.2A4.2 4.2 0 0 1 27.1 7.1A4.2 4.2 0 0 1 29.8 12.8A4.2 4.2 0 0 1 29.8 19.2A4.2 4.2 0 0 1 27.1 24.9A4.2 4.2 0 0 1 22.2 28.8A4.2 4.2 0 0 1 16 30.2A4.2 4.2 0 0 1 9.8 28.8A4.2 4.2 0 0 1 4.9 24.9A4.2 4.2 0 0 1 2.2 19.2A4.2 4.2 0 0 1 2.2 12.8A4.2 4.2 0 0 1 4.9 7.1A4.2 4.2 0 0 1 9.8 3.2A4.2 4.2 0 0 1 16 1.8z';
const LETTER = 'M11 8h10v2.4l-3 .6v10l3 .6V24H11v-2.4l3-.6V11l-3-.6z';

/** SVG path of the seal logo in a square of 32 px. The fill rule `evenodd` cuts out the letter. */
export const SEAL_OUTLINE = `${SCALLOPED}${LETTER}`;

/** The seal logo as SVG, in the colour of the surrounding text. */
export const SEAL_SIGN = `<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path fill="currentColor" fill-rule="evenodd" d="${SEAL_OUTLINE}"/></svg>`;

/** The seal logo as the icon of browser tabs, in a data URL, so that it needs no request. */
export const SEAL_ICON =
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path fill='${COLOURS.light.mark}' d='${SCALLOPED}'/><path fill='#fff' d='${LETTER}'/></svg>`
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E');

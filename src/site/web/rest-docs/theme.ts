import type { RedocRawOptions } from 'redoc';
import { COLOURS, FACES } from '../../pure.ts';
import type { ColorScheme } from './scheme.ts';

/** Minimum width of the window for a second column with the examples. */
const TWO_COLUMNS_FROM = '75rem';

/**
 * Creates the theme for Redoc from the design tokens. Redoc computes lighter and darker shades, so it needs colour values instead
 * of CSS custom properties.
 */
export function themeOf(scheme: ColorScheme): RedocRawOptions['theme'] {
  const { ink, soft, paper, shade, line, mark, good, care, bad } = COLOURS[scheme];
  const method = { get: ink, post: mark, put: care, patch: care, delete: bad, head: soft, options: soft };
  return {
    breakpoints: { small: '48rem', medium: TWO_COLUMNS_FROM, large: '105rem' },
    colors: {
      tonalOffset: 0,
      primary: { main: mark, contrastText: paper },
      success: { main: good, contrastText: paper },
      warning: { main: care, contrastText: paper },
      error: { main: bad, contrastText: paper },
      gray: { 50: shade, 100: line },
      border: { light: line, dark: line },
      text: { primary: ink, secondary: soft },
      responses: {
        success: { color: ink, backgroundColor: shade, tabTextColor: ink },
        redirect: { color: soft, backgroundColor: shade, tabTextColor: soft },
        info: { color: soft, backgroundColor: shade, tabTextColor: soft },
        error: { color: bad, backgroundColor: shade, tabTextColor: bad },
      },
      http: { ...method, basic: soft, link: soft },
    },
    schema: {
      linesColor: line,
      typeNameColor: soft,
      typeTitleColor: soft,
      requireLabelColor: mark,
      labelsTextSize: '0.85em',
      nestedBackground: shade,
    },
    typography: {
      fontSize: '16px',
      lineHeight: '1.6',
      fontFamily: FACES.sans,
      smoothing: 'auto',
      optimizeSpeed: false,
      headings: { fontFamily: FACES.serif, fontWeight: '400', lineHeight: '1.3' },
      code: { fontSize: '0.8125rem', fontFamily: FACES.mono, color: ink, backgroundColor: shade, wrap: true },
      links: { color: mark, visited: mark, hover: mark, textDecoration: 'underline', hoverTextDecoration: 'underline' },
    },
    sidebar: {
      width: '18rem',
      backgroundColor: paper,
      textColor: ink,
      activeTextColor: mark,
      groupItems: { activeBackgroundColor: shade, activeTextColor: mark, textTransform: 'none' },
      level1Items: { activeBackgroundColor: shade, activeTextColor: mark, textTransform: 'none' },
      arrow: { size: '1.2em', color: soft },
    },
    logo: { gutter: '0' },
    rightPanel: {
      backgroundColor: shade,
      textColor: ink,
      width: '40%',
      servers: { overlay: { backgroundColor: paper, textColor: ink }, url: { backgroundColor: paper } },
    },
    codeBlock: { backgroundColor: paper },
    fab: { backgroundColor: paper, color: mark },
  };
}

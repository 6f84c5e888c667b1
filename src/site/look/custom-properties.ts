import { COLOURS, type Colours, EASE, FACES, FOCUS_RING, MOTION, RADII, SPACE, TYPE, WIDTHS } from './tokens.ts';

const PRINT: Colours = {
  ink: '#000',
  soft: '#333',
  line: '#999',
  edge: '#666',
  mark: '#000',
  focus: '#000',
  paper: '#fff',
  surface: '#fff',
  field: '#fff',
  shade: '#fff',
  good: '#000',
  care: '#000',
  bad: '#000',
};

/**
 * The design tokens as CSS. The colour scheme is that of the operating system, unless `data-scheme="light"` or `"dark"` on the
 * root element overrides it. All selectors have the specificity of `:root`, so the last one wins and printed pages are always
 * white.
 */
export const CUSTOM_PROPERTIES = `
  :root { color-scheme: light dark; ${declarations(COLOURS.light)}
    ${declarations(FACES)}
    ${declarations(TYPE, 'rem')}
    ${declarations(SPACE, 'rem')}
    ${declarations(WIDTHS, 'rem')}
    ${declarations(RADII, 'rem')}
    ${declarations(MOTION, 'ms')} --ease: ${EASE};
    --focus-ring: ${FOCUS_RING.width}px solid var(--focus); --focus-offset: ${FOCUS_RING.offset}px; }
  @media (prefers-color-scheme: dark) { :root:where(:not([data-scheme="light"])) { ${declarations(COLOURS.dark)} } }
  :root:where([data-scheme="dark"]) { color-scheme: dark; ${declarations(COLOURS.dark)} }
  :root:where([data-scheme="light"]) { color-scheme: light; }
  @media (prefers-reduced-motion: reduce) { :root { ${declarations({ fast: 0, slow: 0 }, 'ms')} } }
  @media print { :root { color-scheme: light; ${declarations(PRINT)} } }
`;

function declarations(values: object, unit = ''): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}: ${value}${unit};`)
    .join(' ');
}

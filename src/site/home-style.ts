import { NARROW } from './look/tokens.ts';

export const HOME_STYLE = `
  .opening { display: grid; grid-template-columns: minmax(19rem, 5fr) 7fr; gap: var(--space-7); align-items: center;
    padding-top: var(--space-4); }
  .opening.bare { display: block; max-width: var(--page); }
  .opening h1 { font-size: clamp(2.1rem, 1.2rem + 2.6vw, var(--text-3xl)); line-height: 1.12; letter-spacing: -.018em; }
  .opening .lead { font-size: 1.2rem; margin-top: 1.25rem; }
  .opening figure { margin: 0; }
  .large img { width: 100%; }
  cite { font-style: italic; } q { quotes: "“" "”"; }
  .strip { list-style: none; display: grid; grid-template-columns: repeat(4, 1fr); gap: var(--space-5); padding: 0; margin: var(--space-7) 0 0; }
  .strip li { margin: 0; min-width: 0; } .strip figure { margin: 0; }
  .strip img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
  .strip cite { display: block; color: var(--ink); }
  .doors, .strokes { list-style: none; padding: 0; margin: 1.25rem 0 0; display: grid; gap: var(--space-5) var(--space-6);
    grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
  .doors li, .strokes li { margin: 0; border-top: 1px solid var(--line); padding-top: .9rem; }
  .doors { margin-top: var(--space-6); column-gap: var(--space-5); grid-template-columns: repeat(auto-fit, minmax(11.5rem, 1fr)); }
  .doors li { border-top-color: var(--mark); }
  .doors p, .strokes p { margin: .4rem 0 0; color: var(--soft); }
  .doors a { text-decoration: none; display: block; }
  .door { display: block; font-size: var(--text-l); line-height: 1.3; }
  .doors a:hover .door { text-decoration: underline; text-decoration-thickness: 1px; }
  .where { display: block; color: var(--soft); font: var(--text-xs)/1.7 var(--mono); overflow-wrap: anywhere; }
  .strokes { counter-reset: stroke; }
  .strokes h3 { font-size: var(--text-l); font-weight: 400; font-style: italic; margin: 0; }
  .path { font: .88rem/1.6 var(--mono); margin-right: .75rem; }
  .what { color: var(--soft); }
  @media (max-width: 50rem) { .opening { grid-template-columns: 1fr; gap: var(--space-5); padding-top: 0; }
    .strip { grid-template-columns: repeat(2, 1fr); gap: var(--space-4); } }
  @media (max-width: ${NARROW}rem) { .path { display: block; } }
`;

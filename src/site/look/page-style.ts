import { CUSTOM_PROPERTIES } from './custom-properties.ts';
import { FORM_STYLE } from './form-style.ts';
import { NARROW } from './tokens.ts';

/** CSS of all server-rendered pages: frame, prose, records, pictures and print. */
export const PAGE_STYLE = `${CUSTOM_PROPERTIES}
  *, ::before, ::after { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
  body { margin: 0 auto; padding: 0 1.25rem; max-width: calc(var(--page) + 2.5rem); min-height: 100vh; display: flex;
    flex-direction: column; background: var(--paper); color: var(--ink); font: var(--text-m)/1.55 var(--serif);
    text-rendering: optimizeLegibility; }
  body.wide { max-width: calc(var(--wide) + 2.5rem); }
  main { flex: 1 0 auto; padding: var(--space-6) 0 var(--space-7); min-width: 0; }
  main:focus { outline: none; }
  .skip { position: absolute; left: 1.25rem; top: -6rem; padding: .5rem .9rem; background: var(--surface); border: 1px solid var(--edge);
    font: var(--text-s)/1.4 var(--sans); z-index: 1; }
  .skip:focus { top: .75rem; }
  .masthead, .colophon { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .35rem 1.5rem; }
  .masthead { border-bottom: 1px solid var(--line); padding: 1.1rem 0 1rem; }
  .masthead nav, .colophon nav { display: flex; flex-wrap: wrap; gap: .25rem 1.4rem; font: var(--text-s)/1.5 var(--sans); }
  .masthead a, .colophon a { color: var(--soft); text-decoration: none; }
  .masthead a:hover, .colophon a:hover { color: var(--mark); text-decoration: underline; }
  .masthead a[aria-current] { color: var(--ink); }
  .masthead .brand { display: inline-flex; align-items: center; gap: .55rem; color: var(--ink); font-size: 1.15rem; letter-spacing: .01em;
    text-decoration: none; }
  .brand svg { width: 1.55rem; height: 1.55rem; color: var(--mark); flex: none; }
  .colophon { border-top: 1px solid var(--line); padding: 1.1rem 0 1.6rem; color: var(--soft); font-size: var(--text-s); }
  .colophon p { margin: 0; }
  h1, h2, h3 { text-wrap: balance; overflow-wrap: break-word; }
  h1 { font-size: var(--text-2xl); font-weight: 400; line-height: 1.2; letter-spacing: -.01em; margin: 0 0 .35rem; }
  h2 { font-size: 1.4rem; font-weight: 400; line-height: 1.3; margin: var(--space-7) 0 .6rem; }
  h3 { font-size: var(--text-m); font-weight: 700; margin: 1.9rem 0 .25rem; }
  p { margin: .8rem 0; } p, li, figcaption { text-wrap: pretty; }
  main > p:not(.notice), main > section > p:not(.notice), main li { max-width: var(--page); }
  a { color: var(--mark); text-decoration-thickness: 1px; text-underline-offset: .16em; }
  a:hover { text-decoration-thickness: 2px; }
  :focus-visible { outline: var(--focus-ring); outline-offset: var(--focus-offset); border-radius: 1px; }
  ::selection { background: color-mix(in srgb, var(--mark) 22%, transparent); }
  .heard { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .lead { color: var(--soft); font-size: 1.15rem; margin-top: .5rem; }
  .id { color: var(--mark); font: .92rem/1.6 var(--mono); overflow-wrap: anywhere; margin: .35rem 0; }
  .label { color: var(--soft); font-size: .9rem; font-style: italic; font-weight: 400; white-space: nowrap; }
  .hint { color: var(--soft); font: var(--text-s)/1.5 var(--sans); margin: .1rem 0 .5rem; }
  .notice, .said, .end { --tone: var(--soft); border: 1px solid var(--line); border-left: .2rem solid var(--tone); background: var(--surface);
    margin: 1.25rem 0 1.75rem; padding: .75rem 1.1rem; overflow-wrap: anywhere; }
  .said, .end { --tone: var(--care); }
  .said[data-tone="bad"], .end[data-end="revoked"] { --tone: var(--bad); }
  .said p { margin: .2rem 0; }
  .end { margin: 0 0 2rem; padding: .9rem 1.1rem; }
  .end p { margin: .35rem 0 0; }
  .end p:first-child { font-size: 1.15rem; line-height: 1.45; margin: 0; }
  .end strong { color: var(--tone); }
  .hidden-character { border: 1px solid var(--care); color: var(--care); font: .75em var(--mono); padding: 0 .25em; white-space: nowrap; }
  dl { border-top: 1px solid var(--line); margin: 1.4rem 0; }
  dl div { display: grid; grid-template-columns: 9.5rem 1fr; gap: 1.25rem; padding: .7rem 0; border-bottom: 1px solid var(--line);
    align-items: baseline; }
  dt { color: var(--soft); font: var(--text-s)/1.5 var(--sans); }
  dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
  ul, ol { padding-left: 1.25rem; }
  li { margin: .35rem 0; overflow-wrap: anywhere; }
  .rows { list-style: none; padding: 0; border-top: 1px solid var(--line); }
  .rows > li { display: grid; grid-template-columns: 1fr auto; gap: .5rem 1.25rem; align-items: start; margin: 0; max-width: none;
    padding: .9rem 0; border-bottom: 1px solid var(--line); }
  .rows p { margin: 0; } .rows .detail { color: var(--soft); font: var(--text-s)/1.55 var(--sans); }
  .scroll { overflow-x: auto; margin: 1.4rem 0; }
  table { border-collapse: collapse; width: 100%; font: var(--text-s)/1.5 var(--sans); font-variant-numeric: tabular-nums; }
  th, td { text-align: left; vertical-align: baseline; padding: .55rem 1.25rem .55rem 0; border-bottom: 1px solid var(--line); }
  th:last-child, td:last-child { padding-right: 0; }
  thead th { color: var(--soft); font-weight: 400; border-bottom-color: var(--edge); }
  tbody th { font-weight: 400; } .scroll code { white-space: nowrap; }
  code, kbd { font: .84em/1.6 var(--mono); overflow-wrap: anywhere; }
  kbd { border: 1px solid var(--edge); border-radius: var(--radius-m); padding: .05em .4em; background: var(--surface); }
  pre { background: var(--shade); margin: 1rem 0; padding: .9rem 1.1rem; font: .84rem/1.6 var(--mono); overflow-wrap: anywhere;
    white-space: pre-wrap; }
  pre code { font: inherit; }
  dialog { position: static; margin: 1.4rem 0; max-width: 32rem; background: var(--surface); color: var(--ink); border: 1px solid var(--edge);
    border-radius: var(--radius-m); padding: var(--space-4) var(--space-5) var(--space-5); }
  summary { cursor: pointer; padding: .3rem 0; }
  figure { margin: 1.5rem 0; }
  figcaption { color: var(--soft); font-size: var(--text-s); line-height: 1.5; margin-top: .6rem; }
  img { display: block; max-width: 100%; height: auto; }
  figure.picture img { border: 1px solid var(--line); max-height: 26rem; object-fit: contain; object-position: left; width: auto; }
  figure.link { display: flex; flex-wrap: wrap; gap: 1rem 1.25rem; align-items: center; }
  figure.link svg { flex: none; border: 1px solid var(--line); }
  figure.link figcaption { flex: 1 1 16rem; overflow-wrap: anywhere; margin: 0; }
${FORM_STYLE}
  @media (max-width: ${NARROW}rem) { dl div { grid-template-columns: 1fr; gap: .1rem; } h2 { margin-top: var(--space-6); }
    main { padding: 1.75rem 0 2.75rem; } .masthead { padding: .85rem 0 .8rem; } }
  @media print { html { font-size: 10pt; } body { max-width: none; padding: 0; display: block; } main { padding: 1rem 0; }
    .skip, .masthead nav, .colophon nav, button { display: none; } h2 { break-after: avoid; }
    pre { border: 1px solid var(--line); } dl div, figure, tr, .rows > li { break-inside: avoid; } }
`;

import { createHash } from 'node:crypto';
import { CUSTOM_PROPERTIES } from './look/custom-properties.ts';

/**
 * The look that all our pages share: no font or picture from elsewhere, light and dark, on a screen and on paper.
 * Green is `--good`, and nothing is green but a copy that was compared with its seal in the reader's own browser.
 */
const STYLE = `${CUSTOM_PROPERTIES}
  body { margin: 0 auto; max-width: 46rem; padding: 3rem 1.25rem; background: var(--paper); color: var(--ink);
    font: 1rem/1.55 ui-serif, Georgia, "Times New Roman", serif; }
  h1 { font-size: 1.7rem; font-weight: 600; line-height: 1.25; margin: 0 0 .25rem; }
  h2 { font-size: 1.2rem; font-weight: 600; margin: 2.75rem 0 .5rem; }
  h3 { font-size: 1rem; font-weight: 600; margin: 1.75rem 0 .25rem; }
  p { margin: .75rem 0; }
  .id { color: var(--mark); font: .95rem ui-monospace, monospace; overflow-wrap: anywhere; }
  .label { color: var(--soft); font-size: .9rem; font-style: italic; font-weight: 400; white-space: nowrap; }
  .notice { border: 1px solid var(--line); padding: .7rem 1rem; }
  .end { border: 1px solid var(--tone); border-left-width: .3rem; margin: 0 0 2rem; padding: .9rem 1.1rem; --tone: var(--care); }
  .end[data-end="revoked"] { --tone: var(--bad); }
  .end p { margin: .35rem 0 0; overflow-wrap: anywhere; }
  .end p:first-child { font-size: 1.15rem; line-height: 1.45; margin: 0; }
  .end strong { color: var(--tone); }
  .hidden-character { border: 1px solid var(--care); color: var(--care); font: .75em ui-monospace, monospace;
    padding: 0 .25em; white-space: nowrap; }
  dl { border-top: 1px solid var(--line); margin: 1.25rem 0; }
  dl div { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
  dt { color: var(--soft); }
  dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
  ul, ol { padding-left: 1.25rem; }
  li { margin: .3rem 0; overflow-wrap: anywhere; }
  code { font: .82rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { background: color-mix(in srgb, var(--line) 35%, transparent); padding: .9rem 1rem;
    font-size: .82rem; overflow-wrap: anywhere; white-space: pre-wrap; }
  a { color: var(--mark); }
  figure { margin: 1.5rem 0; }
  figure.picture img { border: 1px solid var(--line); box-sizing: border-box; display: block; height: auto; max-height: 26rem;
    max-width: 100%; object-fit: contain; object-position: left; width: auto; }
  figure.picture figcaption { color: var(--soft); font-size: .9rem; margin-top: .5rem; }
  figure.link { display: flex; flex-wrap: wrap; gap: 1rem 1.25rem; align-items: center; }
  figure.link svg { flex: none; border: 1px solid var(--line); }
  figure.link figcaption { flex: 1 1 16rem; overflow-wrap: anywhere; }
  :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
  @media (max-width: 34rem) { body { padding-top: 1.75rem; } dl div { grid-template-columns: 1fr; gap: .1rem; } }
  @media print { html { font-size: 10pt; }
    body { max-width: none; padding: 0; }
    h2 { break-after: avoid; } dl div, figure { break-inside: avoid; } }
`;

/** What a page has beside its title and body. Both stand in the page itself, so that it is one file. */
export interface PageExtras {
  /** CSS that follows the common one. */
  style?: string;
  /** A classic script, run when the body was read. */
  script?: string;
  /** Whether it has forms, which go to this service and nowhere else. */
  hasForms?: boolean;
  /** Whether it shows pictures of this service, beside those that stand in it. */
  hasPictures?: boolean;
}

/**
 * What pages of one kind have in common. A script may be half a megabyte: it is hashed and encoded once, not at every
 * view.
 */
export class PageFrame {
  /** What such a page may do, for its header: what stands in it, by hash, and nothing else; no request or frame, no form elsewhere. */
  readonly policy: string;
  readonly #policyWithin: string;
  readonly #style: string;
  readonly #end: Buffer;

  constructor({ style = '', script, hasForms = false, hasPictures = false }: PageExtras = {}) {
    this.#style = STYLE + style;
    const policy = policyOf(this.#style, script, { hasForms, hasPictures });
    // A policy within a page knows no `frame-ancestors`: a page from disk has nobody to fear there.
    this.policy = `${policy}; frame-ancestors 'none'`;
    // So that the policy goes along when the page is saved.
    this.#policyWithin = script ? `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">\n` : '';
    this.#end = Buffer.from(`${script ? `<script>${script}</script>\n` : ''}</body>\n</html>\n`);
  }

  /**
   * A whole page around a body that is HTML already. The title is text.
   * @param data for the script, as JSON under an id
   */
  page(title: string, body: string, data?: { id: string; value: object }): Buffer {
    const begin = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${this.#policyWithin}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Imprimatur</title>
<style>${this.#style}</style>
</head>
<body>
${body}
${data ? `<script type="application/json" id="${escapeHtml(data.id)}">${scriptJson(data.value)}</script>\n` : ''}`;
    return Buffer.concat([Buffer.from(begin), this.#end]);
  }
}

/** For pages that only show themselves. */
export const PLAIN_PAGE = new PageFrame();

/** Rows of term and description; the descriptions are HTML. */
export function definitionList(rows: readonly (readonly [term: string, html: string])[]): string {
  return `<dl>\n${rows.map(([term, html]) => `<div><dt>${escapeHtml(term)}</dt><dd>${html}</dd></div>`).join('\n')}\n</dl>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function policyOf(style: string, script: string | undefined, { hasForms, hasPictures }: PageExtras): string {
  const ofScript = script
    ? [`script-src ${hashSource(script)}`, "connect-src 'none'", "require-trusted-types-for 'script'"]
    : [];
  return [
    "default-src 'none'",
    ...ofScript,
    `style-src ${hashSource(style)}`,
    `img-src ${hasPictures ? "'self' " : ''}data:`,
    "base-uri 'none'",
    `form-action ${hasForms ? "'self'" : "'none'"}`,
  ].join('; ');
}

function hashSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}'`;
}

/** Within a script element only `<` can end it or begin a comment, and JSON has it in strings alone. */
function scriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

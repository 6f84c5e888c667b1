import { createHash } from 'node:crypto';
import { FONT_FACES } from './look/fonts.ts';
import { PAGE_STYLE } from './look/page-style.ts';
import { SEAL_ICON, SEAL_SIGN } from './look/signs.ts';
import { footerLinks } from './main-links.ts';

/** What a page has beside its title and body. Both stand in the page itself, so that it is one file. */
export interface PageExtras {
  /** CSS that follows the common one. */
  style?: string;
  /** A classic script, run when the body was read. */
  script?: string;
  /** True if it has forms. They can only be sent to this service. */
  hasForms?: boolean;
  /** True if it shows pictures of this service. */
  hasPictures?: boolean;
  /** False for a page that is read without the service: it uses fonts of the system. Default: true. */
  hasFonts?: boolean;
}

/** Where something in a page leads. */
export interface PageLink {
  /** A path, or an address. */
  to: string;
  text: string;
}

interface Navigation {
  label: string;
  links: readonly PageLink[];
}

export interface PageOptions {
  /** For the script, as JSON under an id. */
  data?: { id: string; value: object } | undefined;
  /** Where the name of the service leads: null in a page that is to be kept, which leads nowhere. Left out: to the first page. */
  home?: string | null;
  /** Beside the name of the service; `label` is for who cannot see that they belong together. */
  nav?: Navigation;
  /** For pictures and tables. Prose is not read well so wide. */
  isWide?: boolean;
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

  constructor({ style = '', script, hasForms = false, hasPictures = false, hasFonts = true }: PageExtras = {}) {
    this.#style = (hasFonts ? FONT_FACES : '') + PAGE_STYLE + style;
    const policy = policyOf(this.#style, { script, hasForms, hasPictures, hasFonts });
    // A policy within a page knows no `frame-ancestors`: a page from disk has nobody to fear there.
    this.policy = `${policy}; frame-ancestors 'none'`;
    // So that the policy goes along when the page is saved.
    this.#policyWithin = script ? `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">\n` : '';
    this.#end = Buffer.from(`${script ? `<script>${script}</script>\n` : ''}</body>\n</html>\n`);
  }

  /** A whole page. The title is text; the body, which stands between the name of the service and the foot, is HTML already. */
  page(title: string, body: string, { data, home = '/', nav, isWide = false }: PageOptions = {}): Buffer {
    const begin = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${this.#policyWithin}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${SEAL_ICON}">
<title>${escapeHtml(title)} · Imprimatur</title>
<style>${this.#style}</style>
</head>
<body${isWide ? ' class="wide"' : ''}>
<a class="skip" href="#main">To the content</a>
<header class="masthead">${brand(home)}${nav ? navigation(nav) : ''}</header>
<main id="main" tabindex="-1">
${body}
</main>
<footer class="colophon"><p><i lang="la">Imprimatur:</i> let it be printed.</p>${home === null ? '' : navigation({ label: 'From here', links: footerLinks(home) })}</footer>
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

function brand(home: string | null): string {
  const name = `${SEAL_SIGN}<span>Imprimatur</span>`;
  return home === null
    ? `<span class="brand">${name}</span>`
    : `<a class="brand" href="${escapeHtml(home)}">${name}</a>`;
}

function navigation({ label, links }: Navigation): string {
  const items = links.map(({ to, text }) => `<a href="${escapeHtml(to)}">${escapeHtml(text)}</a>`);
  return `<nav aria-label="${escapeHtml(label)}">${items.join('')}</nav>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function policyOf(style: string, { script, hasForms, hasPictures, hasFonts }: Omit<PageExtras, 'style'>): string {
  const ofScript = script
    ? [`script-src ${hashSource(script)}`, "connect-src 'none'", "require-trusted-types-for 'script'"]
    : [];
  return [
    "default-src 'none'",
    ...ofScript,
    `style-src ${hashSource(style)}`,
    ...(hasFonts ? ["font-src 'self'"] : []),
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

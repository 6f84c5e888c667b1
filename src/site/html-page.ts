import { createHash } from 'node:crypto';
import { GzipEnd } from '../platform/http/gzip-end.ts';
import { FONT_FACES } from './look/fonts.ts';
import { PAGE_STYLE } from './look/page-style.ts';
import { SEAL_ICON, SEAL_SIGN } from './look/signs.ts';
import { footerLinks } from './main-links.ts';
import { texts } from './texts.ts';

/** Optional parts that a kind of pages has in common. Style and script are inlined, so that a page is a single file. */
export interface PageExtras {
  /** CSS that is added after the common styles. */
  style?: string;
  /** JavaScript (not a module) that runs after the body was parsed. */
  script?: string;
  /** True if the pages can contain forms, which can only be sent to this service. Default: false. */
  hasForms?: boolean;
  /** True if the pages can contain pictures, which are loaded from this service. Default: false. */
  hasPictures?: boolean;
}

/** A link in the navigation of a page. */
export interface PageLink {
  /** Target of the link: a path or a URL. */
  to: string;
  text: string;
}

interface Navigation {
  label: string;
  links: readonly PageLink[];
}

export interface PageOptions {
  /** Data for the page's script, embedded as JSON in an element with this id. */
  data?: { id: string; value: object } | undefined;
  /**
   * Target of the link on the service's name in the header. Null omits this link and the footer links, for pages that users save
   * to disk. Default: `/`.
   */
  home?: string | null;
  /** Navigation links next to the service's name. Screen readers announce its `label`. */
  nav?: Navigation;
  /** True for pages with pictures or tables, which need more width than prose. Default: false. */
  isWide?: boolean;
}

/**
 * HTML frame for pages of one kind. Its script can have half a megabyte, so it is hashed and encoded once and not per request.
 */
export class PageFrame {
  /**
   * Value of the header `Content-Security-Policy`. Allows the inlined style and script by their hashes, and fonts, pictures and
   * forms of this service if the pages have them. Forbids frames, and requests by scripts.
   */
  readonly policy: string;
  readonly #policyWithin: string;
  readonly #style: string;
  readonly #end: Buffer;
  readonly #gzipEnd: GzipEnd;

  constructor({ style = '', script, hasForms = false, hasPictures = false }: PageExtras = {}) {
    // A page with a script also has to work when it is saved to disk, so it loads no fonts.
    const hasFonts = script === undefined;
    this.#style = (hasFonts ? FONT_FACES : '') + PAGE_STYLE + style;
    const policy = policyOf(this.#style, { script, hasForms, hasPictures, hasFonts });
    // `frame-ancestors` is only in the header, because browsers ignore it in a `<meta>` element.
    this.policy = `${policy}; frame-ancestors 'none'`;
    // The policy is also in the HTML, so that it still applies when the page is saved to disk.
    this.#policyWithin = script ? `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">\n` : '';
    this.#end = Buffer.from(`${script ? `<script>${script}</script>\n` : ''}</body>\n</html>\n`);
    this.#gzipEnd = new GzipEnd(this.#end);
  }

  /** Renders a page. `title` is plain text; `body` is the HTML between header and footer. */
  page(title: string, body: string, options?: PageOptions): Buffer {
    return Buffer.concat([this.#begin(title, body, options), this.#end]);
  }

  /** Renders a page compressed with gzip. The script is compressed only once. */
  gzippedPage(title: string, body: string, options?: PageOptions): Promise<Buffer> {
    return this.#gzipEnd.gzip(this.#begin(title, body, options));
  }

  #begin(title: string, body: string, { data, home = '/', nav, isWide = false }: PageOptions = {}): Buffer {
    return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${this.#policyWithin}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${SEAL_ICON}">
<title>${escapeHtml(texts.frame.title(title))}</title>
<style>${this.#style}</style>
</head>
<body${isWide ? ' class="wide"' : ''}>
<a class="skip" href="#main">${texts.frame.skip}</a>
<header class="masthead">${brand(home)}${nav ? navigation(nav) : ''}</header>
<main id="main" tabindex="-1">
${body}
</main>
<footer class="colophon"><p>${texts.frame.motto(`<i lang="la">${texts.frame.mottoProduct}</i>`)}</p>${home === null ? '' : navigation({ label: texts.frame.footer, links: footerLinks(home) })}</footer>
${data ? `<script type="application/json" id="${escapeHtml(data.id)}">${scriptJson(data.value)}</script>\n` : ''}`);
  }
}

/** HTML frame of pages without scripts, forms and pictures. */
export const PLAIN_PAGE = new PageFrame();

/** Renders a definition list. Terms are plain text, descriptions are HTML. */
export function definitionList(rows: readonly (readonly [term: string, html: string])[]): string {
  return `<dl>\n${rows.map(([term, html]) => `<div><dt>${escapeHtml(term)}</dt><dd>${html}</dd></div>`).join('\n')}\n</dl>`;
}

function brand(home: string | null): string {
  const name = `${SEAL_SIGN}<span>${texts.frame.product}</span>`;
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

interface PolicyOptions extends Omit<PageExtras, 'style'> {
  hasFonts: boolean;
}

function policyOf(style: string, { script, hasForms, hasPictures, hasFonts }: PolicyOptions): string {
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

/**
 * JSON for a script element. Escapes `<`, the only character that could end the element or begin a comment; in JSON it only
 * occurs in strings.
 */
function scriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

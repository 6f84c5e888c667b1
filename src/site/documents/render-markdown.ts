import MarkdownIt, { type Env as MarkdownEnv, type StateCore, type Token } from 'markdown-it';
import { escapeHtml } from '../html-page.ts';
import { addressWithin, PICTURES_PATH, pictureWithin } from './addresses.ts';
import type { LibraryDocument, LibraryPicture } from './library.ts';

export interface RenderedDocument {
  html: string;
  /** Headings of level 2, in the order of the document. */
  sections: readonly { id: string; title: string }[];
}

/** The documents and pictures that a document can refer to. */
export interface LinkTargets {
  /** True if a document has this name. A link to any other name is replaced by its text. */
  has(name: string): boolean;
  pictures: ReadonlyMap<string, Pick<LibraryPicture, 'width' | 'height'>>;
}

interface Env extends MarkdownEnv, LinkTargets {
  document: LibraryDocument;
  sections: { id: string; title: string }[];
}

/**
 * HTML in the Markdown is shown as text. The output contains no scripts and no styles; its pictures come from the documents'
 * folder.
 */
const markdown = new MarkdownIt({ html: false, linkify: false });
markdown.core.ruler.push('imprimatur', (state) => {
  nameHeadings(state);
  replaceTableStyles(state);
  for (const { children } of state.tokens) {
    resolveLinks(children ?? [], state.env as Env);
    placePictures(children ?? [], state.env as Env);
  }
});
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
// Code blocks get no extra line breaks, which would break drawings of folder trees.
markdown.renderer.rules.fence = (tokens, index) =>
  `<pre tabindex="0"><code>${escapeHtml(tokens[index]!.content)}</code></pre>\n`;

/** Renders a document to HTML. */
export function renderMarkdown(document: LibraryDocument, targets: LinkTargets): RenderedDocument {
  const env: Env = { ...targets, document, sections: [] };
  const html = markdown.render(document.source, env);
  return { html, sections: env.sections };
}

/** Renders one line of Markdown to HTML. */
export function renderLine(line: string): string {
  return markdown.renderInline(line);
}

/** Gives each heading the same id as GitHub, so that links to headings work on GitHub and in this service. */
function nameHeadings({ tokens, env }: StateCore): void {
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const title = textOf(tokens[index + 1]!);
    const slug = slugOf(title);
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    token.attrSet('id', id);
    if (token.tag === 'h2') (env as Env).sections.push({ id, title });
  }
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function textOf({ children }: Token): string {
  return (children ?? []).map(({ content }) => content).join('');
}

/** Replaces style attributes of table cells by classes, because the page's Content-Security-Policy forbids inline styles. */
function replaceTableStyles({ tokens }: StateCore): void {
  for (const token of tokens) {
    const style = token.attrGet('style');
    if (typeof style !== 'string') continue;
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
    if (style.includes('right')) token.attrJoin('class', 'number');
  }
}

/** Changes links to documents into links to their pages. A link to a file that isn't served is replaced by its text. */
function resolveLinks(tokens: readonly Token[], { document, has }: Env): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const to = addressWithin(document.name, String(token.attrGet('href') ?? ''), has);
      isDropped = to === null;
      if (to !== null) token.attrSet('href', to);
    }
    // Links can’t be nested, so the next closing tag belongs to this link.
    if (token.type === 'link_open' || token.type === 'link_close') token.hidden = isDropped;
  }
}

/**
 * Sets the URL and size of pictures in the documents' folder, so that the text doesn't move when they load. Other pictures are
 * replaced by their alt text.
 */
function placePictures(tokens: readonly Token[], { document, pictures }: Env): void {
  for (const token of tokens) {
    if (token.type !== 'image') continue;
    const name = pictureWithin(document.name, String(token.attrGet('src')));
    const picture = name === null ? undefined : pictures.get(name);
    if (!picture) {
      token.type = 'text';
      token.content = textOf(token);
      continue;
    }
    token.attrSet('src', `${PICTURES_PATH}/${name}`);
    token.attrSet('width', String(picture.width));
    token.attrSet('height', String(picture.height));
    token.attrSet('loading', 'lazy');
  }
}

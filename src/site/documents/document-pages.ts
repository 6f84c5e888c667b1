import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../../platform/errors/errors.ts';
import { sendTagged } from '../../platform/http/etag.ts';
import { type Mount, readOnly } from '../../platform/http/mount.ts';
import { escapeHtml, PageFrame } from '../html-page.ts';
import { texts } from '../texts.ts';
import { addressOf, DOCUMENTS_PATH, PICTURES_PATH } from './addresses.ts';
import { DOCUMENT_STYLE } from './document-style.ts';
import { decisionDocs, decisionsDocs, documentDocs, libraryDocs, pictureDocs } from './documents.docs.ts';
import { DECISIONS, INDEX, type Library, type LibraryDocument, type LibraryPicture } from './library.ts';
import { type RenderedDocument, renderLine, renderMarkdown } from './render-markdown.ts';

const FRAME = new PageFrame({ style: DOCUMENT_STYLE, hasPictures: true });
const NAV = {
  label: texts.documents.nav,
  links: [
    { to: DOCUMENTS_PATH, text: texts.documents.all },
    { to: '/docs/rest', text: texts.documents.rest },
    { to: '/docs/look', text: texts.documents.look },
  ],
};

type Documents = ReadonlyMap<string, LibraryDocument>;
type Pictures = ReadonlyMap<string, LibraryPicture>;

/** Serves `/docs` and the project's documents below it, as HTML and as Markdown. */
export function documentMounts(library: Library): Mount[] {
  const pages = new Map<string, Buffer>();

  /** Rendered pages are cached without a limit, because there are few documents. */
  const pageOf = async (document: LibraryDocument, documents: Documents): Promise<Buffer> => {
    const known = pages.get(document.name) ?? writtenPage(document, documents, await library.pictures());
    pages.set(document.name, known);
    return known;
  };

  /** @param isSource true if the address ends in `.md`; otherwise the header `Accept` determines if HTML or Markdown is sent */
  const sendOne = async (
    res: Response,
    document: LibraryDocument,
    documents: Documents,
    isSource: boolean,
  ): Promise<void> => {
    res.set('Cache-Control', 'no-cache').vary('Accept');
    if (isSource || res.req.accepts(['text/html', 'text/markdown']) === 'text/markdown') {
      sendTagged(res.type('text/markdown'), document.source);
      return;
    }
    const page = await pageOf(document, documents);
    sendTagged(res.set('Content-Security-Policy', FRAME.policy).type('html'), page);
  };

  const send =
    (nameIn: (req: Request) => string): RequestHandler =>
    async (req, res) => {
      const documents = await library.all();
      const requested = nameIn(req);
      const document = documentNamed(requested.replace(/\.md$/, ''), documents);
      if (!document)
        throw new Refusal('NOT_FOUND', `This document doesn't exist. The list of documents: ${DOCUMENTS_PATH}.`);
      await sendOne(res, document, documents, requested.endsWith('.md'));
    };

  const sendDecisions: RequestHandler = async (_req, res) => {
    const documents = await library.all();
    await sendOne(res, decisionsOf(documents), documents, false);
  };

  const sendPicture: RequestHandler = async (req, res) => {
    const picture = (await library.pictures()).get(String(req.params.name));
    if (!picture) throw new Refusal('NOT_FOUND', 'No document has a picture with this name. Check the spelling.');
    sendTagged(res.set('Cache-Control', 'no-cache').type('webp'), picture.bytes);
  };

  return [
    readOnly(
      DOCUMENTS_PATH,
      libraryDocs,
      send(() => INDEX),
      texts.moreLinks.documents,
    ),
    readOnly(`${DOCUMENTS_PATH}/${DECISIONS}`, decisionsDocs, sendDecisions),
    readOnly(
      `${DOCUMENTS_PATH}/${DECISIONS}/:decision`,
      decisionDocs,
      send((req) => `${DECISIONS}/${req.params.decision}`),
    ),
    readOnly(`${PICTURES_PATH}/:name`, pictureDocs, sendPicture),
    readOnly(
      `${DOCUMENTS_PATH}/:name`,
      documentDocs,
      send((req) => String(req.params.name)),
    ),
  ];
}

/**
 * Finds a document by its name. For a decision record the number in the name is enough, because titles can change and links must
 * still work.
 */
function documentNamed(name: string, documents: Documents): LibraryDocument | undefined {
  const known = documents.get(name);
  const number = /^decisions\/\d{4}(?=-[a-z0-9-]+$|$)/.exec(name)?.[0];
  if (known || number === undefined) return known;
  return [...documents.values()].find((document) => document.name.startsWith(`${number}-`));
}

function writtenPage(document: LibraryDocument, documents: Documents, pictures: Pictures): Buffer {
  const rendered = renderMarkdown(document, { has: (name) => documents.has(name), pictures });
  const more = document.name === INDEX ? othersHtml(rendered, documents) : sourceHtml(document);
  const body = `<div class="document">
<article>
${rendered.html}${more}
</article>
${contentsHtml(rendered)}</div>`;
  return FRAME.page(plain(document.title), body, { isWide: true, nav: NAV });
}

function contentsHtml({ sections }: RenderedDocument): string {
  if (sections.length < 2) return '';
  const items = sections.map(({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`);
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">${texts.documents.onThisPage}</h2>\n<ol>\n${items.join('\n')}\n</ol></nav>\n`;
}

/**
 * Links to documents that the start document doesn't link to, so that users can find them. Decision records are left out,
 * because they have a list of their own.
 */
function othersHtml({ html }: RenderedDocument, documents: Documents): string {
  const others = [...documents.values()].filter(
    ({ name }) => !name.startsWith(`${DECISIONS}/`) && name !== INDEX && !html.includes(`href="${addressOf(name)}"`),
  );
  if (others.length === 0) return '';
  const items = others.map(
    ({ name, title, summary }) =>
      `<li><a href="${addressOf(name)}">${renderLine(title)}</a>: ${renderLine(summary)}</li>`,
  );
  return `<h2>${texts.documents.more}</h2>\n<ul>\n${items.join('\n')}\n</ul>\n`;
}

function sourceHtml({ name }: LibraryDocument): string {
  return name === DECISIONS
    ? ''
    : `<p class="source"><a href="${addressOf(name)}.md">${texts.documents.source}</a></p>`;
}

/** Document that lists the decision records, generated from their files. */
function decisionsOf(documents: Documents): LibraryDocument {
  const items = [...documents.values()]
    .filter(({ name }) => name.startsWith(`${DECISIONS}/`))
    // The title of a decision record begins with its number, so the list needs no numbers of its own.
    .map(({ name, title }) => `- [${title}](${name}.md)`);
  const { decisions: title, decisionsSummary: summary } = texts.documents;
  return { name: DECISIONS, title, summary, source: `# ${title}\n\n${summary}\n\n${items.join('\n')}\n` };
}

/** Title of a document as plain text, without backticks, for the browser tab. */
function plain(title: string): string {
  return title.replaceAll('`', '');
}

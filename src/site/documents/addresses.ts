import { DECISIONS, INDEX, PICTURES } from './library.ts';

export const DOCUMENTS_PATH = '/docs';
export const PICTURES_PATH = `${DOCUMENTS_PATH}/${PICTURES}`;

/** Path of a document’s page. */
export function addressOf(name: string): string {
  return name === INDEX ? DOCUMENTS_PATH : `${DOCUMENTS_PATH}/${name}`;
}

/**
 * The address of a linked document on this service. Null for a file that it does not serve.
 * @param from the name of the document.
 * @param href the link as written: a URL, a fragment or a relative path.
 */
export function addressWithin(from: string, href: string, has: (name: string) => boolean): string | null {
  if (/^(?:https?:|#)/.test(href)) return href;
  const url = URL.parse(href, `file:///${from}`);
  if (href === `${DECISIONS}/`) return `${DOCUMENTS_PATH}/${DECISIONS}`;
  const name = /^\/(.+)\.md$/.exec(url?.pathname ?? '')?.[1];
  // `URL.parse` drops `..` above the root, so a file outside the folder would look like one at its top.
  const leavesFolder = href.split('/').filter((part) => part === '..').length > from.split('/').length - 1;
  return name !== undefined && !leavesFolder && has(name) ? addressOf(name) + url!.hash : null;
}

/**
 * Name of a picture in the documents’ folder of pictures. Null for any other picture.
 * @param from the name of the document.
 * @param src the source as written, relative to the document.
 */
export function pictureWithin(from: string, src: string): string | null {
  if (from.includes('/')) return null;
  return new RegExp(`^${PICTURES}/([^/]+)$`).exec(src)?.[1] ?? null;
}

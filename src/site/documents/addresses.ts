import { DECISIONS, INDEX, PICTURES } from './library.ts';

export const DOCUMENTS_PATH = '/docs';
export const PICTURES_PATH = `${DOCUMENTS_PATH}/${PICTURES}`;

/** Path of the page that shows a document. */
export function addressOf(name: string): string {
  return name === INDEX ? DOCUMENTS_PATH : `${DOCUMENTS_PATH}/${name}`;
}

/**
 * Address to use for a link in a document. A URL or a fragment stays as written; the path of a document becomes the path of its
 * page. Null if the service doesn't serve the target.
 * @param from name of the document with the link
 * @param href link as written: a URL, a fragment or a relative path
 */
export function addressWithin(from: string, href: string, has: (name: string) => boolean): string | null {
  if (/^(?:https?:|#)/.test(href)) return href;
  const url = URL.parse(href, `file:///${from}`);
  if (href === `${DECISIONS}/`) return `${DOCUMENTS_PATH}/${DECISIONS}`;
  const name = /^\/(.+)\.md$/.exec(url?.pathname ?? '')?.[1];
  // Counted here because `URL.parse` drops `..` above the root: a link to a file outside the folder would look like one to a file
  // at its top.
  const leavesFolder = href.split('/').filter((part) => part === '..').length > from.split('/').length - 1;
  return name !== undefined && !leavesFolder && has(name) ? addressOf(name) + url!.hash : null;
}

/**
 * Name of a picture in the documents' folder of pictures. Null for any other picture, and for pictures in documents of a
 * subfolder.
 * @param from name of the document with the picture
 * @param src path as written, relative to the document
 */
export function pictureWithin(from: string, src: string): string | null {
  if (from.includes('/')) return null;
  return new RegExp(`^${PICTURES}/([^/]+)$`).exec(src)?.[1] ?? null;
}

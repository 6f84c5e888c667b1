import { literal } from '../platform/graphql/reads/projection.ts';
import { isId } from '../platform/ids.ts';
import { RENDITION_WIDTHS_PX, type RenditionWidth } from './derive-picture.ts';

/** URL of a picture's bytes. Built from PUBLIC_URL only: a `Host` header must never reach a link. */
export function originalUrl(publicUrl: string, { id, extension }: { id: string; extension: string }): string {
  return `${publicUrl}/media/${id}/original.${extension}`;
}

/** `originalUrl` as a SQL expression over a row with the columns `id` and `extension`. */
export function originalUrlSql(publicUrl: string, row: string): string {
  return `(${literal(`${publicUrl}/media/`)} || ${row}.id || '/original.' || ${row}.extension)`;
}

/** The smallest rendition width that is at least `widthPx`. Null if only the original is wide enough. */
export function renditionFor(widthPx: number): RenditionWidth | null {
  return RENDITION_WIDTHS_PX.find((one) => one >= widthPx) ?? null;
}

/**
 * URL of a rendition, derived from the URL of its original. Pictures outside the bank have no renditions: for them, returns the
 * URL of the original.
 */
export function renditionUrl(originalUrl: string, widthPx: RenditionWidth): string {
  const [, beginning, id] = /^(.*\/media\/([^/]+)\/)/.exec(originalUrl) ?? [];
  return beginning && isId('asset', id!) ? `${beginning}${widthPx}.webp` : originalUrl;
}

/** `renditionUrl` as a SQL expression over a row with the column `id`. */
export function renditionUrlSql(publicUrl: string, row: string, widthPx: RenditionWidth): string {
  return `(${literal(`${publicUrl}/media/`)} || ${row}.id || '/${widthPx}.webp')`;
}

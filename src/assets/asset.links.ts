import { literal } from '../platform/graphql/reads/projection.ts';
import { isId } from '../platform/ids.ts';
import { RENDITION_WIDTHS_PX, type RenditionWidth } from './derive-picture.ts';

/** Where a picture's bytes are served. Built from PUBLIC_URL only: a `Host` header must never reach a link. */
export function originalUrl(publicUrl: string, { id, extension }: { id: string; extension: string }): string {
  return `${publicUrl}/media/${id}/original.${extension}`;
}

/** The same as SQL over a row that has an `id` and an `extension`. */
export function originalUrlSql(publicUrl: string, row: string): string {
  return `(${literal(`${publicUrl}/media/`)} || ${row}.id || '/original.' || ${row}.extension)`;
}

/**
 * The smallest rendition that is wide enough; null for the original. A rendition is never wider than its
 * picture, so a picture narrower than the rendition is given as the original as well.
 */
export function renditionFor(widthPx: number): RenditionWidth | null {
  return RENDITION_WIDTHS_PX.find((one) => one >= widthPx) ?? null;
}

/** The link to a rendition, made of the link to its original. Pictures that are not in the bank have no renditions. */
export function renditionUrl(originalUrl: string, widthPx: RenditionWidth): string {
  const [, beginning, id] = /^(.*\/media\/([^/]+)\/)/.exec(originalUrl) ?? [];
  return beginning && isId('asset', id!) ? `${beginning}${widthPx}.webp` : originalUrl;
}

/** The same as SQL over a row that has an `id`. */
export function renditionUrlSql(publicUrl: string, row: string, widthPx: RenditionWidth): string {
  return `(${literal(`${publicUrl}/media/`)} || ${row}.id || '/${widthPx}.webp')`;
}

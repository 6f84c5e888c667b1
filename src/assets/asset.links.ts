import { literal } from '../platform/graphql/projection.ts';

/** Where pictures are served. Made of PUBLIC_URL only: a `Host` header must never reach a link. */
const mediaUrl = (publicUrl: string) => `${publicUrl}/media/`;
const ORIGINAL = '/original.';

/** @param id of an asset, or of whatever else has a picture of its own */
export function originalUrl(publicUrl: string, id: string, extension: string): string {
  return `${mediaUrl(publicUrl)}${id}${ORIGINAL}${extension}`;
}

/** Of the row `asset`. */
export function originalUrlSql(publicUrl: string): string {
  return `(${literal(mediaUrl(publicUrl))} || asset.id || ${literal(ORIGINAL)} || asset.extension)`;
}

/** Of the row `asset`, in one of the widths that are made of it. */
export function renditionUrlSql(publicUrl: string, width: number): string {
  return `(${literal(mediaUrl(publicUrl))} || asset.id || ${literal(`/${width}.webp`)})`;
}

import { literal } from '../platform/graphql/projection.ts';

/** Where a picture's bytes are served. Built from PUBLIC_URL only: a `Host` header must never reach a link. */
export function originalUrl(publicUrl: string, { id, extension }: { id: string; extension: string }): string {
  return `${publicUrl}/media/${id}/original.${extension}`;
}

/** The same as SQL over a row that has an `id` and an `extension`. */
export function originalUrlSql(publicUrl: string, row: string): string {
  return `(${literal(`${publicUrl}/media/`)} || ${row}.id || '/original.' || ${row}.extension)`;
}

export function renditionUrlSql(publicUrl: string, width: number): string {
  return `(${literal(`${publicUrl}/media/`)} || asset.id || '/${width}.webp')`;
}

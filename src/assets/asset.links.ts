import { literal } from '../platform/graphql/projection.ts';

/** Where an asset's bytes are served. Built from PUBLIC_URL only: a `Host` header must never reach a link. */
export function originalUrlSql(publicUrl: string): string {
  return `(${literal(`${publicUrl}/media/`)} || asset.id || '/original.' || asset.extension)`;
}

export function renditionUrlSql(publicUrl: string, width: number): string {
  return `(${literal(`${publicUrl}/media/`)} || asset.id || '/${width}.webp')`;
}

import { literal } from '../platform/graphql/reads/projection.ts';

/** Public page of a seal. Built from PUBLIC_URL only, because a `Host` header must never reach a link. */
export function sealUrl(publicUrl: string, sealId: string): string {
  return `${publicUrl}/v/${sealId}`;
}

/** @param name of one of the seal's files, as in `SEAL_FILES`, or `statuses.json` */
export function sealFileUrl(publicUrl: string, sealId: string, name: string): string {
  return `${sealUrl(publicUrl, sealId)}/${name}`;
}

/** A link as a SQL expression over the columns of `seal`. @param link builds the link from a seal's id */
export function linkSql(link: (sealId: string) => string): string {
  const [before, after] = link('\0').split('\0') as [string, string];
  return `(${literal(before)} || seal.id || ${literal(after)})`;
}

import { literal } from '../platform/graphql/reads/projection.ts';

/** URL of a seal's public page. Built from PUBLIC_URL only, because a `Host` header must never reach a link. */
export function sealUrl(publicUrl: string, sealId: string): string {
  return `${publicUrl}/v/${sealId}`;
}

/**
 * URL of a file of a seal.
 * @param name file name from `SEAL_FILES`, or `statuses.json`
 */
export function sealFileUrl(publicUrl: string, sealId: string, name: string): string {
  return `${sealUrl(publicUrl, sealId)}/${name}`;
}

/** SQL expression that builds a link from the columns of `seal`. @param link builds the link from a seal's id */
export function linkSql(link: (sealId: string) => string): string {
  const [before, after] = link('\0').split('\0') as [string, string];
  return `(${literal(before)} || seal.id || ${literal(after)})`;
}

import { literal } from '../platform/graphql/reads/projection.ts';

/** The page of a seal, for anybody. Made of PUBLIC_URL only: a `Host` header must never reach a link. */
export function sealUrl(publicUrl: string, sealId: string): string {
  return `${publicUrl}/v/${sealId}`;
}

/** @param name one of its files, as in `SEAL_FILES`, or `statuses.json` */
export function sealFileUrl(publicUrl: string, sealId: string, name: string): string {
  return `${sealUrl(publicUrl, sealId)}/${name}`;
}

/** A link as SQL over the row of a seal. @param link of a seal's id */
export function linkSql(link: (sealId: string) => string): string {
  const [before, after] = link('\0').split('\0') as [string, string];
  return `(${literal(before)} || seal.id || ${literal(after)})`;
}

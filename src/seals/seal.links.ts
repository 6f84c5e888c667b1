import { literal } from '../platform/graphql/projection.ts';

/** The page of a seal, which anyone can open. */
export function sealUrl(publicUrl: string, sealId: string): string {
  return `${publicUrl}/v/${sealId}`;
}

export function bundleUrl(publicUrl: string, sealId: string): string {
  return `${sealUrl(publicUrl, sealId)}/seal.sigstore.json`;
}

/** A link as SQL over the row of a seal. */
export function linkSql(link: typeof sealUrl, publicUrl: string): string {
  const [before, after] = link(publicUrl, '\0').split('\0') as [string, string];
  return `(${literal(before)} || seal.id || ${literal(after)})`;
}

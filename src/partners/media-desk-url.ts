/** What a partner is given: the token is in the path. */
export function mediaDeskUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/api/media-desk/${secret}/bank`;
}

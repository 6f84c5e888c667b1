/** URL for the partner. The path contains the token. */
export function mediaDeskUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/api/media-desk/${secret}/bank`;
}

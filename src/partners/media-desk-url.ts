/** URL of the media desk for a partner. Its path contains the secret token. */
export function mediaDeskUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/api/media-desk/${secret}/bank`;
}

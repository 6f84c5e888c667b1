/** An address of this service at the origin that the page came from, under whatever name it was opened. */
export function ownPath(url: string): string {
  const { pathname, hash } = new URL(url, location.href);
  return pathname + hash;
}

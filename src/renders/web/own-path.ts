/** A file's address at the origin that this page came from, under whatever name the service was opened. */
export function ownPath(url: string): string {
  return new URL(url, location.href).pathname;
}

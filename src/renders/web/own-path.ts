/** Path of a file, so that it loads from the origin of this page. */
export function ownPath(url: string): string {
  return new URL(url, location.href).pathname;
}

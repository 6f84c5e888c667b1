/** Path of a file's URL, so that the file loads from the origin of this page. */
export function ownPath(url: string): string {
  return new URL(url, location.href).pathname;
}

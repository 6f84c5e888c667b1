/** Path and fragment of a URL of this service, so that a link works under any host name at which the page is opened. */
export function sameOriginPath(url: string): string {
  const { pathname, hash } = new URL(url, location.href);
  return pathname + hash;
}

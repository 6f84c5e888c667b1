/** Path and fragment of a URL of this service, so that links work under any host name that serves the page. */
export function sameOriginPath(url: string): string {
  const { pathname, hash } = new URL(url, location.href);
  return pathname + hash;
}

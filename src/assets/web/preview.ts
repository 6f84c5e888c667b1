import { thumbHashToDataURL } from 'thumbhash';

const known = new Map<string, string>();
/** Each is about 2 kB as an address. */
const MAX_PREVIEWS = 2_000;

/** The blurred preview of a picture, as the address of an image that needs no request. */
export function previewOf(thumbhash: string): string {
  const found = known.get(thumbhash);
  if (found !== undefined) return found;
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
  const url = thumbHashToDataURL(bytes);
  if (known.size >= MAX_PREVIEWS) known.delete(known.keys().next().value!);
  known.set(thumbhash, url);
  return url;
}

/** A picture's address at the origin that this page came from, under whatever name the service was opened. */
export function ownPath(url: string): string {
  return new URL(url, location.href).pathname;
}

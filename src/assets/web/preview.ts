import { thumbHashToDataURL } from 'thumbhash';

const known = new Map<string, string>();
/** Maximum number of previews in memory. Each is a data URL of about 2 kB. */
const MAX_PREVIEWS = 2_000;

/** Blurred preview of a picture as a data URL. */
export function previewOf(thumbhash: string): string {
  const found = known.get(thumbhash);
  if (found !== undefined) return found;
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
  const url = thumbHashToDataURL(bytes);
  if (known.size >= MAX_PREVIEWS) known.delete(known.keys().next().value!);
  known.set(thumbhash, url);
  return url;
}

/** Path of a file's URL, so that the file loads from the origin of this page. */
export function ownPath(url: string): string {
  return new URL(url, location.href).pathname;
}

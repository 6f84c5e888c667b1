import { formatBytes } from '../../web/kit/format-bytes.ts';
import { MOST_READ, otherFormatNameOf } from '../pure.ts';
import { texts } from './texts.ts';

/** Media types that the browser's file dialog offers. Files that are dropped onto the page can have any type. */
export const ACCEPTED = 'image/png,image/jpeg,image/webp,image/avif,image/gif';
const MAX_BYTES = 20_000_000;

/**
 * Reason, as a sentence, why the bank would certainly reject a file. Null if only the service can tell. The name of a file and
 * the type that the browser derives from it prove nothing: a photo may be called `IMG_0001`, or `photo.heic` after an app
 * converted it.
 */
export async function refusalOf(file: Pick<File, 'name' | 'size' | 'slice'>): Promise<string | null> {
  const { name, size } = file;
  if (size === 0) return texts.upload.refusal.empty(name);
  if (size > MAX_BYTES) return texts.upload.refusal.tooLarge(name, formatBytes(size));
  const bytes = await file
    .slice(0, MOST_READ)
    .arrayBuffer()
    .catch(() => null);
  if (!bytes) return texts.upload.refusal.unreadable(name);
  const other = otherFormatNameOf(new Uint8Array(bytes));
  return other && texts.upload.refusal.otherFormat(name, other);
}

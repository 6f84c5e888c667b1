import { MOST_READ, otherFormatNameOf } from '../pure.ts';
import { formatBytes } from './format-bytes.ts';

/** Types that the file dialog of the browser offers. A dropped file may be of any. */
export const ACCEPTED = 'image/png,image/jpeg,image/webp,image/avif,image/gif';
const MAX_BYTES = 20_000_000;

/**
 * Why the bank certainly refuses a file, in a sentence. Null leaves it to the service. The name of a file and the type that the
 * browser derives from it prove nothing: a photo may be called `IMG_0001`, or `photo.heic` after an app converted it.
 */
export async function refusalOf(file: Pick<File, 'name' | 'size' | 'slice'>): Promise<string | null> {
  const { name, size } = file;
  if (size === 0) return `“${name}” is empty.`;
  if (size > MAX_BYTES) return `“${name}” has ${formatBytes(size)}. The bank takes at most 20 MB.`;
  const bytes = await file
    .slice(0, MOST_READ)
    .arrayBuffer()
    .catch(() => null);
  if (!bytes) return `“${name}” can’t be read. If it is a folder, choose the files in it.`;
  const other = otherFormatNameOf(new Uint8Array(bytes));
  return other && `“${name}” is of another format: ${other}. The bank takes PNG, JPEG, WebP, AVIF and GIF.`;
}

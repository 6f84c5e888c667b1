import { bytesInWords } from './byte-words.ts';

const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/gif': 'GIF',
};
/** What a dialog of files offers. */
export const ACCEPTED = Object.keys(TYPES).join(',');
const MAX_BYTES = 20_000_000;

/** Why the bank would not take a file, by what can be told from here; the service looks at its bytes. */
export function refusalOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!TYPES[type]) {
    const what = type.startsWith('image/') ? 'a picture of another kind' : 'no picture';
    return `“${name}” is ${what}. The bank takes ${list(Object.values(TYPES))}.`;
  }
  if (size === 0) return `“${name}” is empty.`;
  return size > MAX_BYTES ? `“${name}” has ${bytesInWords(size)}. The bank takes at most 20 MB.` : null;
}

function list(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

import { texts } from './texts.ts';
/** Formats the size of a file. A megabyte is a million bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return texts.bytes.bytes(bytes);
  return bytes < 1e6
    ? texts.bytes.kilobytes(Math.round(bytes / 1_000))
    : texts.bytes.megabytes((bytes / 1e6).toFixed(1));
}

import { decodeBase64 } from '../../seals/proof/bytes.ts';
import { statusBundlesIn } from '../../seals/proof/status-list.ts';

/** What the reader has given so far. */
export interface Given {
  /** The copy: a file, or a text that was pasted. */
  artifact: File | null;
  text: string | null;
  /** Base64, as the service answered it; empty when there is none. */
  salt: string;
  bundle: Source | null;
  trust: Source | null;
  /** Null when nobody was asked for any. */
  statuses: Source[] | null;
}

/** A file of the reader's, or one that came with the page. */
export type Source = File | { name: string; text: string };

/** @throws {Unreadable} */
export async function bytesOf(source: Source): Promise<Uint8Array> {
  if (!(source instanceof File)) return new TextEncoder().encode(source.text);
  try {
    return new Uint8Array(await source.arrayBuffer());
  } catch (cause) {
    throw new Unreadable(`The browser cannot read ${source.name}: it was changed meanwhile, or is too large.`, {
      cause,
    });
  }
}

/** @throws {Unreadable} */
export async function bundlesOf(source: Source): Promise<(string | Uint8Array)[]> {
  return statusBundlesIn(await bytesOf(source));
}

/** @throws {Unreadable} */
export function saltOf({ salt }: Given): Uint8Array | undefined {
  const written = salt.trim();
  if (written === '') return undefined;
  try {
    return decodeBase64(written);
  } catch (cause) {
    throw new Unreadable('The salt cannot be read. It is 44 characters of base64, as the service gave it.', { cause });
  }
}

/** Something that was given cannot be read, so there is nothing to say about the seal. The message is a sentence. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

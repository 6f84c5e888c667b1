import { decodeBase64, decodeUtf8 } from '../../../proof/bytes.ts';
import { parseConsistencyProof } from '../../../proof/consistency-proof.ts';
import { MAX_WHOLE_BYTES } from '../../../proof/copy.ts';
import type { KeptCheckpoint } from '../../../proof/evidence.ts';
import { checkpointIn } from '../../../proof/kept-checkpoint.ts';
import { Malformed } from '../../../proof/malformed.ts';
import { statusBundlesIn } from '../../../proof/status-list.ts';

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
  /** Of the log, from earlier, in any of the files that hold one. */
  checkpoint: Source | null;
  /** That the tree of the checkpoint and the one of the seal are of one history. */
  consistency: Source | null;
}

/** A file of the reader's, or one that came with the page. */
export type Source = File | { name: string; text: string };

/** A seal, a trust file, statements: a few kilobytes each. */
const MAX_DOCUMENT_BYTES = 1_000_000;

/** Hashed in some ten milliseconds: the page answers in between, and reading costs less than hashing. */
const PIECE_BYTES = 1 << 20;

/** @throws {Unreadable} */
export async function bytesOf(source: Source): Promise<Uint8Array> {
  if (!(source instanceof File)) return new TextEncoder().encode(source.text);
  if (source.size > MAX_DOCUMENT_BYTES) {
    throw new Unreadable(`${source.name} is larger than one megabyte: it belongs in another slot.`);
  }
  return piece(source, 0, source.size);
}

/**
 * A file a piece at a time, so that it need not fit into memory. Each piece comes as a task of its own: what the reader does
 * to the page is answered in between, and so are we stopped.
 * @throws {Unreadable} and the signal's own reason
 */
export async function* piecesOf(
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const bytes = await piece(file, at, at + PIECE_BYTES);
    signal.throwIfAborted();
    // What is hashed in an instant needs no bar that flashes up.
    if (file.size > MAX_WHOLE_BYTES) onProgress(at / file.size);
    yield bytes;
  }
}

async function piece(file: File, from: number, to: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch (cause) {
    throw new Unreadable(`The browser cannot read ${file.name}: it was changed or removed meanwhile.`, { cause });
  }
}

/** @throws {Unreadable} */
export async function bundlesOf(source: Source): Promise<(string | Uint8Array)[]> {
  return statusBundlesIn(await bytesOf(source));
}

/** @throws {Unreadable} */
export async function keptCheckpointOf({ checkpoint, consistency }: Given): Promise<KeptCheckpoint | undefined> {
  if (!checkpoint) return undefined;
  const [kept, proof] = [await bytesOf(checkpoint), consistency && (await bytesOf(consistency))];
  return {
    note: readable(checkpoint, 'no checkpoint, and no seal or proof that holds one', () => checkpointIn(kept)),
    consistency:
      proof && readable(consistency!, 'no consistency proof', () => parseConsistencyProof(decodeUtf8(proof))),
  };
}

function readable<T>({ name }: Source, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw new Unreadable(`${name} is ${what}: ${cause.message}.`, { cause });
  }
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

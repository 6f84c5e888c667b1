import { decodeBase64, decodeUtf8, withoutByteOrderMark } from '../../../proof/bytes.ts';
import { parseConsistencyProof } from '../../../proof/consistency-proof.ts';
import { MAX_WHOLE_BYTES } from '../../../proof/copy.ts';
import type { SavedCheckpoint } from '../../../proof/evidence.ts';
import { FileKind, readAs, WrongFileKind } from '../../../proof/file-kind.ts';
import { checkpointIn } from '../../../proof/saved-checkpoint.ts';
import { statusBundlesIn } from '../../../proof/status-list.ts';
import { parseTrust, type Trust } from '../../../proof/trust.ts';

/** What the reader has given so far. */
export interface VerifierInput {
  /** Files to compare; empty where a text was pasted later. */
  copies: File[];
  /** A text that was pasted, unless files were given later. */
  text: string | null;
  /** Base64, as the service answered it; empty when there is none. */
  salt: string;
  seals: Source[];
  /** Only one of these counts, and of the next two as well. */
  trust: Source[];
  /** Null when nobody was asked for any. */
  statuses: Source[] | null;
  /** Of the log, from earlier, in any of the files that hold one. */
  checkpoint: Source[];
  /** That the tree of the checkpoint and the one of the seal are of one history. */
  consistency: Source[];
  /** Files that are in the form and not compared, because a text was pasted later. */
  unused: File[];
}

/** A file of the reader's, or one that came with the page. */
export type Source = File | { name: string; text: string };

/** A seal, a trust file, statements: a few kilobytes each. */
export const MAX_DOCUMENT_BYTES = 1_000_000;

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
  onProgress: (name: string, part: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const bytes = await piece(file, at, at + PIECE_BYTES);
    signal.throwIfAborted();
    // What is hashed in an instant needs no bar that flashes up.
    if (file.size > MAX_WHOLE_BYTES) onProgress(file.name, at / file.size);
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

/** A file as what it was given as. @throws {Unreadable} with what it seems to be instead. */
async function read<T>(source: Source, kind: FileKind, parse: (bytes: Uint8Array) => T): Promise<T> {
  const bytes = withoutByteOrderMark(await bytesOf(source));
  try {
    return readAs(source.name, kind, bytes, parse);
  } catch (cause) {
    if (cause instanceof WrongFileKind) throw new Unreadable(cause.message, { cause });
    throw cause;
  }
}

/** @throws {Unreadable} */
export function sealIn(source: Source): Promise<Uint8Array> {
  return read(source, FileKind.SEAL, (bytes) => bytes);
}

/** @throws {Unreadable} */
export function trustIn(source: Source): Promise<Trust> {
  return read(source, FileKind.TRUST, parseTrust);
}

/** @throws {Unreadable} */
export function statusesIn(source: Source): Promise<(string | Uint8Array)[]> {
  return read(source, FileKind.STATUSES, statusBundlesIn);
}

/** @throws {Unreadable} */
export async function savedCheckpointOf(given: VerifierInput): Promise<SavedCheckpoint | undefined> {
  const checkpoint = onlyOne(given.checkpoint, 'checkpoints');
  const consistency = onlyOne(given.consistency, 'consistency proofs');
  if (!checkpoint) return undefined;
  const note = await read(checkpoint, FileKind.CHECKPOINT, checkpointIn);
  const parse = (bytes: Uint8Array) => parseConsistencyProof(decodeUtf8(bytes));
  return { note, consistency: consistency && (await read(consistency, FileKind.CONSISTENCY, parse)) };
}

/** The file of a kind that can be given once. @throws {Unreadable} */
export function onlyOne(sources: readonly Source[], kind: string): Source | null {
  if (sources.length < 2) return sources[0] ?? null;
  const names = sources.map(({ name }) => name).join(', ');
  throw new Unreadable(`${sources.length} ${kind} were given: ${names}. Give the one that counts.`);
}

/** @throws {Unreadable} */
export function saltOf({ salt }: VerifierInput): Uint8Array | undefined {
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

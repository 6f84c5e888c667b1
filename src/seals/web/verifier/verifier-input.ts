import { decodeBase64, decodeUtf8, withoutByteOrderMark } from '../../../proof/bytes.ts';
import { parseConsistencyProof } from '../../../proof/consistency-proof.ts';
import { MAX_WHOLE_BYTES } from '../../../proof/copy.ts';
import type { SavedCheckpoint } from '../../../proof/evidence.ts';
import { FileKind, readAs, WrongFileKind } from '../../../proof/file-kind.ts';
import { checkpointIn } from '../../../proof/saved-checkpoint.ts';
import { statusBundlesIn } from '../../../proof/status-list.ts';
import { parseTrust, type Trust } from '../../../proof/trust.ts';
import { texts } from './texts.ts';

/** Current content of the verifier form. */
export interface VerifierInput {
  /** Files to compare with the seal. Empty if a text was entered after them. */
  copies: File[];
  /** Text to compare with the seal. Null if files were chosen after it. */
  text: string | null;
  /** Salt of a private seal, in base64 as entered. Empty without a salt. */
  salt: string;
  seals: Source[];
  /** Trust files. More than one is an error, as for `checkpoint` and `consistency`. */
  trust: Source[];
  /** Status statements. Null if neither the user nor the page provides any. */
  statuses: Source[] | null;
  /** Earlier checkpoint of the log, in any file format that contains one. */
  checkpoint: Source[];
  /** Proof that the seal’s tree continues the earlier checkpoint’s tree. */
  consistency: Source[];
  /** Files in the form that aren’t compared, because a text was entered later. */
  unused: File[];
}

/** File chosen by the user, or text included in the page. */
export type Source = File | { name: string; text: string };

/** Maximum size of seals, trust files and statements, which have a few kilobytes each. */
export const MAX_DOCUMENT_BYTES = 1_000_000;

/**
 * Size of the pieces in which files are hashed. A piece takes about ten milliseconds, which keeps the page responsive, and costs
 * more to hash than to read.
 */
const PIECE_BYTES = 1 << 20;

/** @throws {Unreadable} */
export async function bytesOf(source: Source): Promise<Uint8Array> {
  if (!(source instanceof File)) return new TextEncoder().encode(source.text);
  if (source.size > MAX_DOCUMENT_BYTES) {
    throw new Unreadable(texts.input.tooLarge(source.name));
  }
  return piece(source, 0, source.size);
}

/**
 * Reads a file in pieces, so that it needn’t fit into memory. Each piece is a separate task, so that the page stays responsive
 * and the check can be aborted.
 * @throws {Unreadable} if the file can’t be read; the signal’s reason if it is aborted
 */
export async function* piecesOf(
  file: File,
  signal: AbortSignal,
  onProgress: (name: string, part: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const bytes = await piece(file, at, at + PIECE_BYTES);
    signal.throwIfAborted();
    // Small files are hashed at once: a progress bar would only flash.
    if (file.size > MAX_WHOLE_BYTES) onProgress(file.name, at / file.size);
    yield bytes;
  }
}

async function piece(file: File, from: number, to: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch (cause) {
    throw new Unreadable(texts.input.unreadable(file.name), { cause });
  }
}

/** Parses a file as the kind that its input in the form is for. @throws {Unreadable} with the kind that the file seems to be. */
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
  const checkpoint = onlyOne(given.checkpoint, texts.input.checkpoints);
  const consistency = onlyOne(given.consistency, texts.input.proofs);
  if (!checkpoint) return undefined;
  const note = await read(checkpoint, FileKind.CHECKPOINT, checkpointIn);
  const parse = (bytes: Uint8Array) => parseConsistencyProof(decodeUtf8(bytes));
  return { note, consistency: consistency && (await read(consistency, FileKind.CONSISTENCY, parse)) };
}

/** The only file or text in the list. Null if the list is empty. @throws {Unreadable} if it has several */
export function onlyOne(sources: readonly Source[], kind: string): Source | null {
  if (sources.length < 2) return sources[0] ?? null;
  const names = sources.map(({ name }) => name).join(', ');
  throw new Unreadable(texts.input.several(sources.length, kind, names));
}

/** @throws {Unreadable} */
export function saltOf({ salt }: VerifierInput): Uint8Array | undefined {
  const written = salt.trim();
  if (written === '') return undefined;
  try {
    return decodeBase64(written);
  } catch (cause) {
    throw new Unreadable(texts.input.badSalt, { cause });
  }
}

/** A file or text can’t be read, so the seal gets no verdict. The message is a sentence for the user. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

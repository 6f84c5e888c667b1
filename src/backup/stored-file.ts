import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BackupPlace } from './backup-place.ts';

/** A file of a backup, as its manifest names it. */
export interface StoredFile {
  /** Path in the place for backups. */
  file: string;
  /** Size of the stored bytes, which can be compressed. */
  byteSize: number;
  /** SHA-256 of the stored bytes, hex. */
  sha256: string;
}

/** A file of a backup is missing, or isn't the one that the manifest names. */
export class BackupChanged extends Error {
  override readonly name = 'BackupChanged';
}

/** Stores bytes as they are. */
export async function putFile(place: BackupPlace, file: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash('sha256');
  let byteSize = 0;
  async function* hashed() {
    for await (const chunk of bytes) {
      hash.update(chunk);
      byteSize += chunk.byteLength;
      yield chunk;
    }
  }
  await place.put(file, hashed());
  return { file, byteSize, sha256: hash.digest('hex') };
}

/** Compresses bytes with Zstandard and stores them. */
export function putCompressed(place: BackupPlace, file: string, source: Readable): Promise<StoredFile> {
  const compressed = pipeline(source, createZstdCompress(), () => {});
  return putFile(place, file, compressed);
}

/**
 * Reads the stored bytes of a file.
 * @throws BackupChanged at the latest after the last byte
 */
export async function* readStored(place: BackupPlace, stored: StoredFile): AsyncGenerator<Uint8Array> {
  const stream = await place.read(stored.file);
  if (!stream) throw new BackupChanged(`${stored.file} is missing.`);
  const hash = createHash('sha256');
  let byteSize = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    byteSize += chunk.byteLength;
    yield chunk;
  }
  if (byteSize !== stored.byteSize || hash.digest('hex') !== stored.sha256) {
    throw new BackupChanged(`${stored.file} isn’t the file that was backed up.`);
  }
}

/**
 * Reads a compressed file.
 * @throws BackupChanged at the latest after the last byte
 */
export async function* readCompressed(place: BackupPlace, stored: StoredFile): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  async function* kept() {
    try {
      yield* readStored(place, stored);
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const stream = pipeline(kept(), createZstdDecompress(), () => {});
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (failure) throw failure;
    // Damaged bytes are found here before their digest is complete.
    if (/^(ZSTD|Z)_/i.test((error as NodeJS.ErrnoException).code ?? '')) {
      throw new BackupChanged(`${stored.file} isn’t the file that was backed up.`, { cause: error });
    }
    throw error;
  }
}

/** Reads the lines of a compressed text, without their newlines. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

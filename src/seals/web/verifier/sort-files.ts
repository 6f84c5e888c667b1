import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type FileKind, fileKindOf } from '../../../proof/file-kind.ts';
import { sealedDigestIn } from '../../../proof/sealed-digest.ts';
import { bytesOf, MAX_DOCUMENT_BYTES, type Source, Unreadable } from './verifier-input.ts';

/** Files that were given together, by what they are. */
export type SortedFiles = Record<FileKind | 'COPY', File[]>;

/**
 * Sorts files by their content, never by their names. A file that takes no part in a verification is a copy to compare.
 * So is any file that has the digest of a seal: a trust file can be sealed as well.
 * @param seals that were given before
 */
export async function sortFiles(files: readonly File[], seals: readonly Source[]): Promise<SortedFiles> {
  const sorted: SortedFiles = { SEAL: [], TRUST: [], STATUSES: [], CHECKPOINT: [], CONSISTENCY: [], COPY: [] };
  const documents = await Promise.all(files.map(documentIn));
  const known = await Promise.all(seals.map(documentIn));
  const digests = [...documents, ...known].map((bytes) => bytes && sealedDigestIn(bytes));
  for (const [at, file] of files.entries()) {
    const bytes = documents[at]!;
    const isSealed = bytes !== null && digests.includes(bytesToHex(sha256(bytes)));
    sorted[bytes === null || isSealed ? 'COPY' : (fileKindOf(bytes) ?? 'COPY')].push(file);
  }
  return sorted;
}

/** The content of a file that may be one of a verification; null when it is too large for that, or cannot be read. */
export async function documentIn(source: Source): Promise<Uint8Array | null> {
  if (source instanceof File && source.size > MAX_DOCUMENT_BYTES) return null;
  try {
    return await bytesOf(source);
  } catch (error) {
    // The comparison reads the file again and reports the failure.
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

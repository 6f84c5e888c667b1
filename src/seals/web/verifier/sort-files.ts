import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type FileKind, fileKindOf } from '../../../proof/file-kind.ts';
import { sealedDigestIn } from '../../../proof/sealed-digest.ts';
import { bytesOf, MAX_DOCUMENT_BYTES, type Source, Unreadable } from './verifier-input.ts';

/** Files by kind. */
export type SortedFiles = Record<FileKind | 'COPY', File[]>;

/**
 * Sorts files by content, never by name. A file of no known kind is a copy to compare.
 * So is any file whose digest a seal has, because even a trust file can be sealed.
 * @param seals those that the form already holds
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

/** Content of a file that can be a seal, trust file or proof; null if it is too large or can’t be read. */
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

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type FileKind, fileKindOf } from '../../../proof/file-kind.ts';
import { sealedDigestIn } from '../../../proof/sealed-digest.ts';
import { bytesOf, MAX_DOCUMENT_BYTES, type Source, Unreadable } from './verifier-input.ts';

/** Files of the verifier form by kind. */
export type SortedFiles = Record<FileKind | 'COPY', File[]>;

/**
 * Sorts files by content, never by name, into seals, trust files and others. A file of no known kind is a copy to compare. So is
 * any file whose digest a seal contains, because even a trust file can be sealed.
 * @param seals seals that the form already contains
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

/** Content of a file that can be a seal, trust file or proof. Null if the file is too large or can’t be read. */
export async function documentIn(source: Source): Promise<Uint8Array | null> {
  if (source instanceof File && source.size > MAX_DOCUMENT_BYTES) return null;
  try {
    return await bytesOf(source);
  } catch (error) {
    // An unreadable file is a copy: the comparison reads it again and reports the failure.
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

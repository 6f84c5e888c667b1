import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { FileKind, fileKindOf } from '../../../proof/file-kind.ts';
import { sealedDigestIn } from '../../../proof/sealed-digest.ts';
import { sealIdsInStatuses } from '../../../proof/status-list.ts';
import { bytesOf, MAX_DOCUMENT_BYTES, type Source, Unreadable } from './verifier-input.ts';

/** Files of the verifier form by kind. */
export type SortedFiles = Record<FileKind | 'COPY', File[]>;

/** Names under which the page of a seal saves its files. Browsers number downloads of one name: `trust (1).json`. */
const SAVED_NAMES: [name: RegExp, kind: FileKind][] = [
  [/\.sigstore( ?\(\d+\))?\.json$/, FileKind.SEAL],
  [/^trust( ?\(\d+\))?\.json$/, FileKind.TRUST],
  [/(^|\.)statuses( ?\(\d+\))?\.json$/, FileKind.STATUSES],
];

/**
 * Sorts files by content into seals, trust files and others. Any file whose digest a seal contains is a copy to compare, because
 * even a trust file can be sealed. So is a file of no known kind, unless it has the name of another kind: it is then a damaged
 * file of that kind, and not a copy that differs from the sealed one.
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
    sorted[bytes === null || isSealed ? 'COPY' : (fileKindOf(bytes) ?? kindByName(file))].push(file);
  }
  return sorted;
}

function kindByName({ name }: File): keyof SortedFiles {
  return SAVED_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 'COPY';
}

/**
 * Status lists after more were added. A new list replaces earlier ones of its seals and unreadable ones, but not those of other
 * seals.
 */
export async function mergedStatuses(earlier: readonly File[], added: readonly File[]): Promise<File[]> {
  const idsIn = async (file: File) => {
    const bytes = await documentIn(file);
    return bytes === null ? [] : sealIdsInStatuses(bytes);
  };
  const replaced = new Set((await Promise.all(added.map(idsIn))).flat());
  const kept: File[] = [];
  for (const file of earlier) {
    const ids = await idsIn(file);
    if (ids.length > 0 && !ids.some((id) => replaced.has(id))) kept.push(file);
  }
  return [...kept, ...added];
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

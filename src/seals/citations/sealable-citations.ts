import type { DocumentVersion } from '../../documents/index.ts';
import { citationFileOf, type RecordedAnswer } from '../../gateway/index.ts';
import { decodeUtf8 } from '../../proof/bytes.ts';
import { CITATION_FILE_TYPE, type CitationFile, formatCitationFile } from '../../quotations/index.ts';
import { SealSubject } from '../seal.entity.ts';
import type { Sealable } from '../sealable.ts';
import { runClaims, type SealableOutput } from '../sealable-output.ts';
import { hexDigest } from '../sha256.ts';

/** A citation file to seal. Its key is derived from the digest, because equal facts have equal bytes. */
export type SealableCitations = Omit<Sealable, 'key'> & { readonly content: string };

/** Citation file of a version that was read. Null for other versions. It stays the same when the version is erased. */
export function versionFileOf({
  id,
  sha256,
  byteSize,
  mediaType,
  textSha256,
  textLength,
  extractor,
}: DocumentVersion): CitationFile | null {
  if (textSha256 === null) return null;
  return {
    kind: 'DOCUMENT_VERSION',
    versions: [
      {
        id,
        sha256,
        byteSize,
        textSha256,
        ...(mediaType !== null && { mediaType }),
        ...(textLength !== null && { textLength }),
        ...(extractor !== null && { extractor }),
      },
    ],
  };
}

export function sealableVersion(versionId: string, file: CitationFile): SealableCitations {
  return sealable(file, SealSubject.DOCUMENT_VERSION, versionId);
}

/** Citations of an answer to seal, with the claims about its run. */
export function sealableCitations(output: SealableOutput, answer: RecordedAnswer): SealableCitations {
  const { runId, text } = output;
  const file = citationFileOf(runId, text, answer);
  return { ...sealable(file, SealSubject.CITATIONS, runId), runId, claims: runClaims(output) };
}

/** @param name of the subject in the signed statement */
export function sealable(file: CitationFile, subject: SealSubject, name: string): SealableCitations {
  const bytes = formatCitationFile(file);
  return {
    subject,
    name,
    sha256: hexDigest(bytes),
    byteLength: bytes.length,
    mediaType: CITATION_FILE_TYPE,
    content: decodeUtf8(bytes),
  };
}

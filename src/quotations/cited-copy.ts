import type { CitationReport } from './check-citation-file.ts';
import { CitationFileKind, type CitedVersion } from './citation-file.ts';

/** Version that a copy belongs to: the copy is its extracted text, or its file. */
export interface CitedCopy {
  /** Index in `versions`. */
  readonly version: number;
  readonly is: 'TEXT' | 'FILE';
}

/** Finds the version with this digest of a copy. A file that is its own extracted text counts as the text. Null for other copies. */
export function citedCopy(versions: readonly CitedVersion[], sha256: string): CitedCopy | null {
  const ofText = versions.findIndex(({ textSha256 }) => textSha256 === sha256);
  if (ofText >= 0) return { version: ofText, is: 'TEXT' };
  const ofFile = versions.findIndex((version) => version.sha256 === sha256);
  return ofFile < 0 ? null : { version: ofFile, is: 'FILE' };
}

/**
 * True if a report proves all that its file states. The file of a version states nothing but digests, so a copy is needed.
 * @param copies number of copies that belong to versions of the file
 */
export function isFileProven(kind: CitationFileKind, report: CitationReport, copies: number): boolean {
  return report.isProven && (kind !== CitationFileKind.DOCUMENT_VERSION || copies > 0);
}

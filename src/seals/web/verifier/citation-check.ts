import { decodeUtf8, encodeUtf8 } from '../../../proof/bytes.ts';
import { type ArtifactCopy, MAX_WHOLE_BYTES } from '../../../proof/copy.ts';
import { MalformedInput } from '../../../proof/malformed-input.ts';
import {
  type CitationFile,
  type CitationReport,
  checkCitationFile,
  citedCopy,
  isCitationFile,
  parseCitationFile,
  textDigest,
} from '../../../quotations/index.ts';

/** Result for the quotations of a citation file. */
export interface CitationCheck {
  readonly kind: CitationFile['kind'];
  readonly report: CitationReport;
  /** Copies of documents, with the numbers of their versions from 1. */
  readonly documents: readonly CitedDocument[];
  /** True if a version was given, whether or not as its extracted text. */
  readonly isEachVersionGiven: boolean;
  /** True if all that the file states about quotations, or about its version, was checked and holds. */
  readonly isProven: boolean;
  /** True if something contradicts the file. */
  readonly isRefuted: boolean;
}

interface CitedDocument {
  readonly name: string;
  readonly version: number;
  readonly is: 'TEXT' | 'FILE';
}

/** A citation file among the given copies, which collects the copies that belong to it. */
export class CitationMaterial {
  readonly source: File;
  readonly #file: CitationFile;
  readonly #documents: CitedDocument[] = [];
  readonly #texts: string[] = [];
  #quoting: string | null = null;

  private constructor(source: File, file: CitationFile) {
    this.source = source;
    this.#file = file;
  }

  /** Null for files of other kinds, and for citation files that this verifier can’t read. */
  static async in(source: File): Promise<CitationMaterial | null> {
    if (
      source.size > MAX_WHOLE_BYTES ||
      (await source
        .slice(0, 1)
        .text()
        .catch(() => '')) !== '{'
    )
      return null;
    const bytes = new Uint8Array(await source.arrayBuffer());
    if (!isCitationFile(bytes)) return null;
    try {
      return new CitationMaterial(source, parseCitationFile(bytes));
    } catch (error) {
      if (error instanceof MalformedInput) return null;
      throw error;
    }
  }

  /** Takes a copy if it is a cited document, its text, or the text that quotes. Returns whether it was taken. */
  takeCopy(name: string, { sha256, bytes }: ArtifactCopy): boolean {
    if (sha256 === this.#file.text?.sha256 && bytes) {
      this.#quoting = decodeUtf8(bytes);
      return true;
    }
    const copy = citedCopy(this.#file.versions, sha256);
    if (!copy) return false;
    this.#documents.push({ name, version: copy.version + 1, is: copy.is });
    if (copy.is === 'TEXT' && bytes) this.#texts.push(decodeUtf8(bytes));
    return true;
  }

  /** Takes a pasted text if it is the text that quotes, or the extracted text of a version. */
  takeText(name: string, text: string): boolean {
    return text.isWellFormed() && this.takeCopy(name, { ...pastedCopy(text), saltedSha256: null });
  }

  check(): CitationCheck {
    const { kind, versions } = this.#file;
    const report = checkCitationFile(this.#file, { texts: this.#texts, quoting: this.#quoting });
    const given = new Set(this.#documents.map(({ version }) => version));
    const isShown = kind !== 'DOCUMENT_VERSION' || given.size > 0;
    return {
      kind,
      report,
      documents: this.#documents,
      isEachVersionGiven: versions.every((_, index) => given.has(index + 1)),
      isProven: isShown && report.isProven,
      isRefuted: report.contradictions.length > 0 || report.quotations.some(({ result }) => result === 'FAILED'),
    };
  }
}

const pastedCopy = (text: string) => {
  const bytes = encodeUtf8(text);
  return { byteLength: bytes.length, sha256: textDigest(text), bytes };
};

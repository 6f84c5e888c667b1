import { decodeUtf8, encodeUtf8 } from '../../../proof/bytes.ts';
import { type ArtifactCopy, copyOf, MAX_WHOLE_BYTES } from '../../../proof/copy.ts';
import { MalformedInput } from '../../../proof/malformed-input.ts';
import {
  type CitationFile,
  type CitationReport,
  checkCitationFile,
  citedCopy,
  isCitationFile,
  isFileProven,
  parseCitationFile,
} from '../../../quotations/index.ts';

/** Result for the quotations of a citation file. */
export interface CitationCheck {
  readonly kind: CitationFile['kind'];
  readonly report: CitationReport;
  /** Copies of documents, with the numbers of their versions from 1. */
  readonly documents: readonly CitedDocument[];
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
    if (source.size > MAX_WHOLE_BYTES) return null;
    // The comparison with the seal reports a file that can’t be read.
    const begin = source.slice(0, 1).text();
    if ((await begin.catch(() => '')) !== '{') return null;
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
    return text.isWellFormed() && this.takeCopy(name, copyOf(encodeUtf8(text)));
  }

  check(): CitationCheck {
    const { kind } = this.#file;
    const report = checkCitationFile(this.#file, { texts: this.#texts, quoting: this.#quoting });
    return {
      kind,
      report,
      documents: this.#documents,
      isProven: isFileProven(kind, report, this.#documents.length),
      isRefuted: report.contradictions.length > 0 || report.quotations.some(({ result }) => result === 'FAILED'),
    };
  }
}

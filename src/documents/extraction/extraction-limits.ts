import type { DocumentType } from './extracted-document.ts';

/** Bounds of reading one document. */
export interface ExtractionLimits {
  /** Maximum bytes of a file by its type. */
  readonly maxBytes: Readonly<Record<DocumentType, number>>;
  /** Maximum UTF-16 code units of the extracted text. */
  readonly maxCharacters: number;
  /** Maximum pages of a PDF. */
  readonly maxPages: number;
  /** Maximum objects of a PDF, as its file declares them. Tagged PDFs have about one hundred per page. */
  readonly maxPdfObjects: number;
  /** Maximum elements of the XML parts of a DOCX, in total. */
  readonly maxXmlElements: number;
  /** Maximum nesting of XML elements. Tables in tables reach about sixty. */
  readonly maxXmlDepth: number;
  /** Maximum nesting of HTML elements. Old pages with unclosed `font` elements reach several hundred. */
  readonly maxHtmlDepth: number;
  /** Maximum attachments of an e-mail. */
  readonly maxAttachments: number;
  /** Maximum nesting of MIME parts in one e-mail. Attached e-mails aren't opened. */
  readonly maxMimeDepth: number;
  /** Bounds of the ZIP archive that a DOCX is. */
  readonly zip: ZipLimits;
  /** Maximum milliseconds of a document: a base, and an addition per megabyte of the file. */
  readonly baseMs: number;
  readonly perMegabyteMs: number;
}

/** Bounds of unpacking one ZIP archive. */
export interface ZipLimits {
  readonly maxMembers: number;
  /** Maximum UTF-16 code units of a member's path. */
  readonly maxNameLength: number;
  /** Maximum bytes of all unpacked members in total. */
  readonly maxUnpackedBytes: number;
  /** Maximum ratio of unpacked to compressed bytes of a member that unpacks to more than 1 MB. Text reaches about 20. */
  readonly maxRatio: number;
}

const MB = 1_000_000;

export const EXTRACTION_LIMITS: ExtractionLimits = {
  maxBytes: { PDF: 100 * MB, DOCX: 100 * MB, EMAIL: 100 * MB, TEXT: 30 * MB, MARKDOWN: 30 * MB, HTML: 30 * MB },
  maxCharacters: 30_000_000,
  maxPages: 5_000,
  maxPdfObjects: 1_000_000,
  maxXmlElements: 1_000_000,
  maxXmlDepth: 250,
  maxHtmlDepth: 2_000,
  maxAttachments: 1_000,
  maxMimeDepth: 30,
  zip: { maxMembers: 10_000, maxNameLength: 500, maxUnpackedBytes: 300 * MB, maxRatio: 200 },
  baseMs: 60_000,
  perMegabyteMs: 5_000,
};

/** Maximum bytes of a file of any type. Larger files are refused before they are read. */
export function maxFileBytes({ maxBytes }: ExtractionLimits): number {
  return Math.max(...Object.values(maxBytes));
}

/** Milliseconds after which reading a file of this size is ended. */
export function timeLimitMs(byteSize: number, { baseMs, perMegabyteMs }: ExtractionLimits): number {
  return Math.ceil(baseMs + (byteSize / MB) * perMegabyteMs);
}

export function inMegabytes(bytes: number): string {
  return `${Math.max(0.1, Math.round(bytes / 100_000) / 10)} MB`;
}

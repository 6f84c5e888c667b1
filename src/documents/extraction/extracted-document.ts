import type { TextRange } from '../../quotations/index.ts';

/** Structural element of a document. `PAGE_FURNITURE` is a header, footer or page number that is repeated on pages of a PDF. */
export const BLOCK_KINDS = [
  'HEADING',
  'PARAGRAPH',
  'LIST_ITEM',
  'TABLE_ROW',
  'FOOTNOTE',
  'QUOTE',
  'PAGE_FURNITURE',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export interface Block extends TextRange {
  readonly kind: BlockKind;
  /** Level of a heading, 1 for the highest, or of a list item, 1 for the outermost. Null for other kinds. */
  readonly level: number | null;
}

/** Place of a range on its page, in PDF points (1/72 inch) from the top left corner of the page as it is displayed. */
export interface TextBox extends TextRange {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DocumentPage extends TextRange {
  /** Position in the document, from 1. Page numbers that are printed on pages are not read. */
  readonly number: number;
  /** In PDF points, as displayed. */
  readonly width: number;
  readonly height: number;
  /** True for a page that has pictures but no text. */
  readonly isScanned: boolean;
  /** In the order of the text. A box is at most one line. */
  readonly boxes: readonly TextBox[];
}

/** File that an e-mail has attached. Its type is not verified. */
export interface DocumentAttachment {
  readonly name: string;
  readonly mediaType: string | null;
  readonly bytes: Uint8Array;
}

/** Fact about the extraction that users of the document must know. */
export type ExtractionNotice =
  /** These pages have pictures but no text. */
  | { readonly kind: 'SCANNED_PAGES'; readonly pages: readonly number[] }
  /** These pages have fonts that don't say which characters their glyphs are. Text in such fonts is left out. */
  | { readonly kind: 'TEXT_WITHOUT_MAPPING'; readonly pages: readonly number[] }
  /** These pages are damaged. Their text is missing or incomplete. */
  | { readonly kind: 'DAMAGED_PAGES'; readonly pages: readonly number[] }
  /** The file doesn't declare its encoding, which was guessed. */
  | { readonly kind: 'ENCODING_GUESSED'; readonly encoding: string };

export const DOCUMENT_TYPES = ['PDF', 'DOCX', 'HTML', 'MARKDOWN', 'EMAIL', 'TEXT'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Text and structure of a document. */
export interface ExtractedDocument {
  readonly type: DocumentType;
  /**
   * All offsets are UTF-16 offsets into this text. For plain text and Markdown it is the decoded file itself, without a byte
   * order mark. For other types, blocks are separated by an empty line.
   */
  readonly text: string;
  /** In the order of the text, without overlaps. Text outside of blocks is white space or Markdown syntax. */
  readonly blocks: readonly Block[];
  /** Null for all types except PDF. */
  readonly pages: readonly DocumentPage[] | null;
  /**
   * Ranges that can interrupt a sentence without being part of it: footnotes, marks of footnotes, and page furniture. In the
   * order of the text, without overlaps.
   */
  readonly footnotes: readonly TextRange[];
  /** Primary language tag of BCP 47. Null if the text is short, or has several languages. */
  readonly language: string | null;
  /** Title that the file declares. Null if it declares none. */
  readonly title: string | null;
  /** Attachments of an e-mail. They become documents of their own. */
  readonly attachments: readonly DocumentAttachment[];
  readonly notices: readonly ExtractionNotice[];
}

import { createHash } from 'node:crypto';
import { packPassages } from '../search/packed-passages.ts';
import { packReading } from '../stored-reading.ts';
import type { DocumentAttachment, DocumentType, ExtractedDocument, ExtractionNotice } from './extracted-document.ts';

/**
 * Stored form of a document that was read. The worker thread makes it, because writing, compressing and dividing a long text would block
 * requests for seconds.
 */
export interface DocumentReading {
  readonly type: DocumentType;
  readonly language: string | null;
  readonly title: string | null;
  readonly notices: readonly ExtractionNotice[];
  readonly attachments: readonly DocumentAttachment[];
  /** Null for all types except PDF. */
  readonly pageCount: number | null;
  /** SHA-256 of the text in UTF-8. */
  readonly textSha256: string;
  /** UTF-16 code units of the text. */
  readonly textLength: number;
  /** Text with its structure: compressed JSON. Equal readings have equal bytes. */
  readonly packed: Uint8Array<ArrayBuffer>;
  /** SHA-256 of `packed`. */
  readonly packedSha256: string;
  /** Passages for the search, in batches. */
  readonly passages: readonly Uint8Array<ArrayBuffer>[];
}

/**
 * Prepares an extracted document for the store and the search.
 * @param rest can wait between two parts of the work
 */
export function readingOf({ attachments, ...document }: ExtractedDocument, rest: () => void): DocumentReading {
  const { type, language, title, notices, pages, text } = document;
  rest();
  const packed = ownBuffer(packReading(document));
  rest();
  return {
    type,
    language,
    title,
    notices,
    attachments,
    pageCount: pages?.length ?? null,
    textSha256: createHash('sha256').update(text).digest('hex'),
    textLength: text.length,
    packed,
    packedSha256: createHash('sha256').update(packed).digest('hex'),
    passages: packPassages(document, rest),
  };
}

/** Buffers of a reading that can be moved to another thread instead of being copied. */
export function buffersOf({ packed, passages, attachments }: DocumentReading): ArrayBuffer[] {
  return [packed, ...passages, ...attachments.map(({ bytes }) => bytes)].map(({ buffer }) => buffer as ArrayBuffer);
}

/** The bytes in a buffer that has nothing else. */
const ownBuffer = (bytes: Uint8Array) => new Uint8Array(bytes);

import { createHash } from 'node:crypto';
import type { DocumentRefusal } from './extraction/document-refusal.ts';
import type { ExtractedDocument } from './extraction/extracted-document.ts';

/** A file within a document: an attachment of an e-mail, or a member of a zip. */
export interface ContainedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly mediaType: string | null;
  readonly signal: AbortSignal;
  onProgress(progress: { pagesDone: number; pageCount: number }): void;
}

/** Extracts the text of documents. */
export interface DocumentReader {
  /** Name and version of its rules. */
  readonly rules: string;
  /** @throws DocumentRefusal for bytes that can’t be read */
  extract(request: ReadRequest): Promise<ExtractedDocument>;
  /** Members of a zip, one at a time. @throws DocumentRefusal for a zip that can’t be unpacked */
  unpack(bytes: Uint8Array): AsyncIterable<ContainedFile>;
  close(): Promise<void>;
}

/** Reason why a file can’t be read, for programs and for people. */
export type FileRefusal = Pick<DocumentRefusal, 'reason' | 'message'>;

/** SHA-256 in hex. */
export const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

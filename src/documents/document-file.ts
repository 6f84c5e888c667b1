import type { DocumentRefusal } from './extraction/document-refusal.ts';

/** A file within a document: an attachment of an e-mail, or a member of a zip. */
export interface ContainedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reason why a file can’t be read, for programs and for people. */
export type FileRefusal = Pick<DocumentRefusal, 'reason' | 'message'>;

import type { DocumentRefusal } from './extraction/document-refusal.ts';

/** A file within a document: an attachment of an e-mail, or a member of a zip. */
export interface ContainedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reason why a file can’t be added or read, for programs and for people. */
export interface FileRefusal {
  /** NAME_TAKEN: the caller can add documents, but no versions of existing ones. */
  readonly reason: DocumentRefusal['reason'] | 'NAME_TAKEN';
  readonly message: string;
}

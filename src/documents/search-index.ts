import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExtractedDocument } from './extraction/extracted-document.ts';

/** A version that is made searchable. */
export interface IndexedVersion {
  caseId: string;
  documentId: string;
  versionId: string;
  extracted: ExtractedDocument;
}

/** Makes versions searchable, in the transaction of `em`. */
export interface SearchIndex {
  indexVersion(em: EntityManager, version: IndexedVersion): Promise<void>;
  forgetVersion(em: EntityManager, versionId: string): Promise<void>;
}

/** Makes nothing searchable. */
export const noSearchIndex: SearchIndex = {
  indexVersion: async () => {},
  forgetVersion: async () => {},
};

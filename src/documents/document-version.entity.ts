import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { newId } from '../platform/ids.ts';

/** Progress of a version of a document. `READY`, `REFUSED`, `FAILED` and `ERASED` are final. */
export const VersionState = {
  WAITING: 'WAITING',
  READING: 'READING',
  INDEXING: 'INDEXING',
  READY: 'READY',
  REFUSED: 'REFUSED',
  FAILED: 'FAILED',
  ERASED: 'ERASED',
} as const;
export type VersionState = (typeof VersionState)[keyof typeof VersionState];

const DocumentVersionSchema = defineEntity({
  name: 'DocumentVersion',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('documentVersion')),
    documentId: p.string(),
    caseId: p.string(),
    // Counts from 1 within the document.
    number: p.integer(),
    state: p.enum(() => VersionState).$type<VersionState>(),
    // Digest and size of the uploaded bytes. They stay after an erasure.
    sha256: p.string(),
    byteSize: p.bigint('number'),
    mediaType: p.string().nullable(),
    // Digest and length (in UTF-16 units) of the text that all offsets refer to. They stay after an erasure.
    textSha256: p.string().nullable(),
    textLength: p.integer().nullable(),
    // Digest of the stored reading: text, blocks, pages and their boxes, as compressed JSON.
    readingSha256: p.string().nullable(),
    // Name and version of the rules by which the text was extracted.
    extractor: p.string().nullable(),
    language: p.string().nullable(),
    title: p.text().nullable(),
    // Pages of a PDF.
    pageCount: p.integer().nullable(),
    pagesDone: p.integer().default(0),
    // Code and sentence why the version was refused or failed.
    refusal: p.string().nullable(),
    refusalMessage: p.text().nullable(),
    // JSON array of notices of the extraction, such as scanned pages.
    notices: p.json().nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    readyAt: p.datetime(3).nullable(),
    erasedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['documentId', 'number'] },
    { properties: ['caseId', 'sha256'] },
    { properties: ['sha256'] },
    {
      name: 'document_version_under_way_index',
      expression: `create index "document_version_under_way_index" on "document_version" ("id") where "state" in ('WAITING', 'READING', 'INDEXING')`,
    },
  ],
});

/** One version of a document. Its bytes never change. */
export class DocumentVersion extends DocumentVersionSchema.class {
  declare pagesDone: Opt<number>;
  declare createdAt: Opt<Date>;
}
DocumentVersionSchema.setClass(DocumentVersion);

import type { z } from 'zod';
import { DocumentFields, DocumentVersionFields, UploadedDocumentFields } from '../rest/generated/shapes.ts';

/** Response bodies in REST: the GraphQL fragments. */
export const VersionShape = DocumentVersionFields.meta({ id: 'DocumentVersion' });
export const DocumentShape = DocumentFields.extend({
  currentVersion: VersionShape.nullable().describe(DocumentFields.shape.currentVersion.description!),
  latestVersion: VersionShape.nullable().describe(DocumentFields.shape.latestVersion.description!),
}).meta({ id: 'Document' });
export const UploadedDocumentShape = UploadedDocumentFields.meta({ id: 'UploadedDocument' });

/** Version and document used in the examples of the API documentation. */
export const VERSION_EXAMPLE = {
  id: 'dcv_01m818k5q9er0az63q2g08xk2r',
  documentId: 'doc_01m818k5q9er0az63q2g08xk2r',
  number: 1,
  state: 'READY',
  sha256: '08f3f9d83ab2ad5a3b87a4e4b9b5c8e8cb9f4a3e38a64d1be4a4a2ee2e1b8c12',
  byteSize: 26,
  mediaType: 'text/plain',
  textSha256: '08f3f9d83ab2ad5a3b87a4e4b9b5c8e8cb9f4a3e38a64d1be4a4a2ee2e1b8c12',
  textLength: 26,
  extractor: 'imprimatur-1',
  language: null,
  title: null,
  pageCount: null,
  pagesDone: 0,
  refusal: null,
  refusalMessage: null,
  createdBy: 'operator:admin-token',
  createdAt: '2026-11-22T09:15:01.213Z',
  readyAt: '2026-11-22T09:15:02.871Z',
  erasedAt: null,
} satisfies z.input<typeof VersionShape>;

export const DOCUMENT_EXAMPLE = {
  id: 'doc_01m818k5q9er0az63q2g08xk2r',
  caseId: 'cas_01m818k5q9er0az63q2g08xk2r',
  name: 'letters/lease.txt',
  parentId: null,
  createdBy: 'operator:admin-token',
  createdAt: '2026-11-22T09:15:01.213Z',
  updatedAt: '2026-11-22T09:15:01.213Z',
  erasedAt: null,
  currentVersion: VERSION_EXAMPLE,
  latestVersion: VERSION_EXAMPLE,
} satisfies z.input<typeof DocumentShape>;

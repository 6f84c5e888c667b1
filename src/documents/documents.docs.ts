import { z } from 'zod';
import type { DocsTag, MethodDocs } from '../platform/http/method-docs.ts';

export const DOCUMENTS_TAG: DocsTag = {
  name: 'Documents',
  description: 'Cases of customers, and the documents in them.',
};

export const CASE_ID = { description: 'Id of the case.', example: 'cas_01m818k5q9er0az63q2g08xk2r' };
const DOCUMENT_ID = { description: 'Id of the document.', example: 'doc_01m818k5q9er0az63q2g08xk2r' };
const Query = z.strictObject({
  versionId: z.string().max(64).optional().describe('Id of a version of the document.'),
});
const HEADERS = ['Cache-Control', 'Content-Disposition'] as const;
const PROBLEMS = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'] as const;

/** Documentation of `/api/documents/{id}/original`. */
export const originalDocs: MethodDocs = {
  name: 'downloadDocument',
  tag: DOCUMENTS_TAG,
  summary: 'Download a document',
  description:
    'The uploaded bytes of the newest version, or of the version in `versionId`. Always an attachment, since documents can contain scripts.',
  credential: 'BEARER',
  params: { id: DOCUMENT_ID },
  query: Query,
  example: {},
  answers: { 200: { description: 'The bytes.', headers: HEADERS, content: { 'application/octet-stream': 'BYTES' } } },
  problems: PROBLEMS,
};

/** Documentation of `/api/documents/{id}/text`. */
export const textDocs: MethodDocs = {
  name: 'downloadDocumentText',
  tag: DOCUMENTS_TAG,
  summary: 'Download the text of a document',
  description:
    'The extracted text of the newest READY version, or of the version in `versionId`. All offsets refer to this text, in UTF-16 code units.',
  credential: 'BEARER',
  params: { id: DOCUMENT_ID },
  query: Query,
  example: {},
  answers: {
    200: {
      description: 'The text.',
      headers: HEADERS,
      content: { 'text/plain': { text: 'The lease ends on 3 March.' } },
    },
  },
  problems: PROBLEMS,
};

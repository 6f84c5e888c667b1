import { z } from 'zod';
import { fileLimitsOf, MAX_FILES } from '../platform/http/file-limits.ts';
import {
  EraseDocumentDocument,
  GetDocumentDocument,
  ListDocumentsDocument,
  ListDocumentVersionsDocument,
  UploadDocumentsDocument,
} from '../rest/generated/graphql.ts';
import {
  Count,
  idempotencyKeyOf,
  listExample,
  listQuery,
  listReply,
  listShape,
  type Reply,
  type Route,
  route,
  type UploadForm,
  upperCase,
} from '../rest/index.ts';
import {
  DOCUMENT_EXAMPLE,
  DocumentShape,
  UploadedDocumentShape,
  VERSION_EXAMPLE,
  VersionShape,
} from './document.shape.ts';
import { MAX_NAME_LENGTH } from './document-name.ts';
import { CASE_ID, DOCUMENT_ID, DOCUMENTS_TAG } from './documents.docs.ts';

/** 20 MB of files as Base64, plus the other members of the body. Larger files are sent as a form. */
const MAX_JSON_BYTES = 28_000_000;

const FILE_TYPES = 'PDF, DOCX, HTML, Markdown, EML, text, or a ZIP of such files';
const STATES = ['WAITING', 'READING', 'INDEXING', 'READY', 'REFUSED', 'FAILED', 'ERASED'] as const;

/** Form with files, as browsers and curl send them. The path that the client states becomes the name. */
const UPLOAD_FORM: UploadForm = {
  schema: {
    type: 'object',
    properties: {
      file: {
        type: 'array',
        items: { type: 'string', format: 'binary' },
        minItems: 1,
        maxItems: MAX_FILES,
        description: `Files, 1 to ${MAX_FILES}, each as a part of its own: ${FILE_TYPES}. The file name of the part, with its path, becomes the name of the document.`,
      },
    },
    required: ['file'],
  },
  limits: fileLimitsOf,
  bodyOf: (fields, files) => ({
    ...fields,
    files: files.map(({ fileName, bytes }) => ({ name: fileName, base64: bytes })),
  }),
};

const Uploaded = z.object({
  ok: z.literal(true),
  fileCount: Count.describe('Number of files, members of zips included.'),
  newCount: Count.describe('Number of files that became a document or version.'),
  duplicateCount: Count.describe('Number of files whose bytes the case already had.'),
  refusedCount: Count.describe('Number of files that were refused.'),
  documents: z.array(UploadedDocumentShape).describe('Files in the order of the upload, the first 100.'),
});

const { id, sha256 } = VERSION_EXAMPLE;
const UPLOADED = {
  ok: true,
  fileCount: 1,
  newCount: 1,
  duplicateCount: 0,
  refusedCount: 0,
  documents: [
    {
      name: DOCUMENT_EXAMPLE.name,
      outcome: 'ADDED',
      refusal: null,
      refusalMessage: null,
      document: { id: DOCUMENT_EXAMPLE.id },
      version: { id, state: 'WAITING', sha256 },
    },
  ],
};

/** REST routes of documents. */
export const documentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/cases/:id/documents',
    tag: DOCUMENTS_TAG,
    summary: 'List the documents of a case, newest first',
    description:
      'Returns one page of documents; the header `Link` has the URL of the next page, if there is one. Empty for callers who can see the case but not read it.',
    params: { id: CASE_ID },
    example: { query: { limit: '20', q: 'lease' } },
    operation: ListDocumentsDocument,
    credential: 'BEARER',
    isTagged: true,
    query: z.strictObject({
      ...listQuery(100, 'documents'),
      q: z.string().max(MAX_NAME_LENGTH).optional().describe('Part of the name. Case and accents don’t matter.'),
      state: upperCase(STATES)
        .optional()
        .describe('Only documents whose newest version has this state. Default: all but ERASED.'),
      parentId: z.string().max(64).optional().describe('Only attachments of this e-mail.'),
    }),
    variables: ({ params, query }) => ({
      id: params.id!,
      first: query.limit,
      after: query.cursor,
      filter: { search: query.q, state: query.state && [query.state], parentId: query.parentId },
    }),
    pointers: {
      '/first': '/limit',
      '/after': '/cursor',
      '/filter/search': '/q',
      '/filter/state': '/state',
      '/filter/parentId': '/parentId',
    },
    reply: ({ documents }, { publicUrl, query, params }) =>
      listReply(
        `${publicUrl}/api/cases/${encodeURIComponent(params.id!)}/documents`,
        query,
        documents,
        (document) => document,
      ),
    answer: {
      status: 200,
      description: 'One page of documents. The header `Link` has the URL of the next page, if there is one.',
      headers: ['Link?'],
      schema: listShape(DocumentShape),
      example: listExample(DOCUMENT_EXAMPLE),
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),

  route({
    method: 'POST',
    path: '/api/cases/:id/documents',
    tag: DOCUMENTS_TAG,
    summary: 'Upload documents to a case',
    description: `Send a form with 1 to ${MAX_FILES} files, together at most 105 MB (28 MB for agents), or JSON of at most 28 MB with files in base64. ${FILE_TYPES}. A file with a new name becomes a document, one with a known name a new version of it; bytes that the case has already aren’t added again. Reading the files takes place afterwards: poll the document until its newest version is READY, REFUSED or FAILED.`,
    params: { id: CASE_ID },
    example: {
      body: {
        files: [{ name: 'letters/lease.txt', base64: 'VGhlIGxlYXNlIGVuZHMgb24gMyBNYXJjaC4=' }],
      },
    },
    takes: ['Idempotency-Key'],
    operation: UploadDocumentsDocument,
    credential: 'BEARER',
    maxBodyBytes: MAX_JSON_BYTES,
    form: UPLOAD_FORM,
    body: z.strictObject({
      files: z
        .array(
          z.strictObject({
            name: z
              .string()
              .meta({ minLength: 1, maxLength: MAX_NAME_LENGTH })
              .describe('Path of the document within the case, such as `letters/2024/offer.pdf`.'),
            base64: z
              .union([z.string(), z.instanceof(Buffer).meta({ format: 'binary' })])
              .describe('The file in base64.'),
          }),
        )
        .meta({ minItems: 1, maxItems: MAX_FILES }),
    }),
    variables: ({ params, body, header }) => ({
      input: { caseId: params.id!, files: body.files, idempotencyKey: idempotencyKeyOf(header('idempotency-key')) },
    }),
    reply: ({
      uploadDocuments: { alreadyIssued, fileCount, newCount, duplicateCount, refusedCount, documents },
    }): Reply => ({
      status: newCount > 0 ? 201 : 200,
      headers: alreadyIssued ? { 'Idempotency-Replayed': 'true' } : {},
      body: { ok: true, fileCount, newCount, duplicateCount, refusedCount, documents },
    }),
    answer: {
      status: 201,
      description: 'At least one file became a document or version, and waits to be read.',
      schema: Uploaded,
      example: UPLOADED,
    },
    alsoAnswers: [
      {
        status: 200,
        description: 'Nothing was added: the case has these bytes, or the files were refused.',
        headers: ['Idempotency-Replayed?', 'RateLimit?', 'RateLimit-Policy?'],
        example: {
          ...UPLOADED,
          newCount: 0,
          duplicateCount: 1,
          documents: [{ ...UPLOADED.documents[0], outcome: 'DUPLICATE', version: { id, state: 'READY', sha256 } }],
        },
        request: {},
      },
    ],
    problems: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'INPUT_INVALID',
      'CONFLICT',
      'RATE_LIMITED',
      'PAYLOAD_TOO_LARGE',
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),

  route({
    method: 'GET',
    path: '/api/documents/:id',
    tag: DOCUMENTS_TAG,
    summary: 'Get a document',
    description:
      'Returns a document with its newest READY version and its newest version. An erased document keeps its ids, digests and times.',
    params: { id: DOCUMENT_ID },
    example: {},
    operation: GetDocumentDocument,
    credential: 'BEARER',
    isTagged: true,
    variables: ({ params }) => ({ id: params.id! }),
    reply: ({ document }) => ({ status: 200, body: { ok: true, document } }),
    answer: {
      status: 200,
      description: 'The document.',
      schema: z.object({ ok: z.literal(true), document: DocumentShape }),
      example: { ok: true, document: DOCUMENT_EXAMPLE },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),

  route({
    method: 'DELETE',
    path: '/api/documents/:id',
    tag: DOCUMENTS_TAG,
    summary: 'Erase a document',
    description:
      'Erases a document and its attachments: bytes, texts and names. Ids, digests, lengths and times stay. It can’t be undone.',
    params: { id: DOCUMENT_ID },
    example: {},
    operation: EraseDocumentDocument,
    credential: 'BEARER',
    variables: ({ params }) => ({ input: { documentId: params.id! } }),
    reply: ({ eraseDocument: { document } }) => ({ status: 200, body: { ok: true, document } }),
    answer: {
      status: 200,
      description: 'The document is erased.',
      schema: z.object({ ok: z.literal(true), document: DocumentShape }),
      example: {
        ok: true,
        document: {
          ...DOCUMENT_EXAMPLE,
          name: null,
          erasedAt: '2026-11-22T10:02:44.020Z',
          currentVersion: null,
          latestVersion: {
            ...VERSION_EXAMPLE,
            state: 'ERASED',
            erasedAt: '2026-11-22T10:02:44.020Z',
          },
        },
      },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'NOT_FOUND'],
  }),

  route({
    method: 'GET',
    path: '/api/documents/:id/versions',
    tag: DOCUMENTS_TAG,
    summary: 'List the versions of a document, newest first',
    description: 'Returns at most 50 versions.',
    params: { id: DOCUMENT_ID },
    example: {},
    operation: ListDocumentVersionsDocument,
    credential: 'BEARER',
    isTagged: true,
    variables: ({ params }) => ({ id: params.id! }),
    reply: ({ document: { versions } }) => ({ status: 200, body: { ok: true, items: versions } }),
    answer: {
      status: 200,
      description: 'The versions.',
      schema: z.object({ ok: z.literal(true), items: z.array(VersionShape) }),
      example: { ok: true, items: [VERSION_EXAMPLE] },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
];

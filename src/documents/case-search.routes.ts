import { z } from 'zod';
import { SearchCasesDocument } from '../rest/generated/graphql.ts';
import { CaseSearchHitFields } from '../rest/generated/shapes.ts';
import { pageQuery, type Route, route, tagList } from '../rest/index.ts';
import { DOCUMENTS_TAG } from './documents.docs.ts';

const MAX_QUERY_LENGTH = 10_000;
const Time = z.string().max(40).meta({ format: 'date-time' }).optional();

/** REST route of the search in documents. */
export const caseSearchRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/passages',
    tag: DOCUMENTS_TAG,
    summary: 'Search in documents',
    description:
      'Returns the passages of documents that fit the query best. Searches the current versions of all documents that the caller can read, and that match all query parameters.',
    example: { query: { q: 'lease ends', limit: '5' } },
    operation: SearchCasesDocument,
    credential: 'BEARER',
    query: z.strictObject({
      q: z
        .string()
        .max(MAX_QUERY_LENGTH)
        .describe(
          'Words to look for. `"quoted words"` must follow each other; passages with a word or quotation after `-` are left out.',
        ),
      limit: pageQuery(100).limit.describe('Maximum number of passages.'),
      caseIds: tagList.optional().describe('Only documents of these cases, comma separated.'),
      documentIds: tagList.optional().describe('Only these documents, comma separated.'),
      languages: tagList
        .optional()
        .describe('Only documents in these languages, as primary BCP 47 tags, comma separated.'),
      mediaTypes: tagList.optional().describe('Only documents of these media types, comma separated.'),
      createdFrom: Time.describe('Only documents uploaded at this time or later.'),
      createdBefore: Time.describe('Only documents uploaded before this time.'),
    }),
    variables: ({ query: { q, limit, ...filter } }) => ({ query: q, first: limit, filter }),
    pointers: {
      '/query': '/q',
      '/first': '/limit',
      '/filter/caseIds': '/caseIds',
      '/filter/documentIds': '/documentIds',
      '/filter/languages': '/languages',
      '/filter/mediaTypes': '/mediaTypes',
      '/filter/createdFrom': '/createdFrom',
      '/filter/createdBefore': '/createdBefore',
    },
    reply: ({ searchCases: { hits, isComplete } }) => ({ status: 200, body: { ok: true, items: hits, isComplete } }),
    answer: {
      status: 200,
      description: 'Passages, the best first.',
      schema: z.object({
        ok: z.literal(true),
        items: z.array(CaseSearchHitFields),
        isComplete: z
          .boolean()
          .describe('True if all passages that fit were compared. If false, better ones may be missing.'),
      }),
      example: {
        ok: true,
        items: [
          {
            document: {
              id: 'doc_01m818k5q9er0az63q2g08xk2r',
              name: 'lease.txt',
              caseId: 'cas_01m818k3xne7cr4w9e6scbkb5d',
            },
            version: {
              id: 'dcv_01m818k6h2tq4v9n0c5r7s8w3x',
              number: 1,
              sha256: '37b59a3b7a8dd1d2d5cd2a6e6eef7ea8e0b1c2a3d4e5f60718293a4b5c6d7e8f',
              textSha256: '37b59a3b7a8dd1d2d5cd2a6e6eef7ea8e0b1c2a3d4e5f60718293a4b5c6d7e8f',
              language: null,
              mediaType: 'text/plain',
            },
            start: 0,
            end: 26,
            pageFirst: null,
            pageLast: null,
            headingPath: [],
            text: 'The lease ends on 3 March.',
            highlights: [
              { start: 4, end: 9 },
              { start: 10, end: 14 },
            ],
          },
        ],
        isComplete: true,
      },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN'],
  }),
];

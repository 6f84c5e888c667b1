import { z } from 'zod';
import type { ContentDocs, DocsTag, MethodDocs } from '../../http/method-docs.ts';
import { MAX_FILES } from './upload-body.ts';

export const GRAPHQL_TAG: DocsTag = {
  name: 'GraphQL',
  description: 'The same service, with more: `/schema.graphql` says all that can be asked.',
};

const Failure = z
  .looseObject({
    message: z.string(),
    extensions: z.looseObject({ code: z.string().describe('As in the problems of REST.'), requestId: z.string() }),
  })
  .meta({ id: 'GraphQLError', description: 'Not RFC 9457, but the form that GraphQL has for errors.' });

const Answer = z
  .looseObject({ data: z.looseObject({}).nullable().optional(), errors: z.array(Failure).optional() })
  .meta({
    id: 'GraphQLAnswer',
    description: 'Expected failures of mutations stand in `data`, as members of the result.',
  });

const QUERY = '{ health { ok } }';
const ANSWERED = { data: { health: { ok: true } } };
const NOT_ANSWERED = {
  errors: [
    {
      message: 'Cannot query field "helth" on type "Query". Did you mean "health"?',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED', requestId: 'b7f0c1d2-4e5f-4a6b-8c9d-0e1f2a3b4c5d' },
    },
  ],
};

const forms = (example: unknown): ContentDocs => ({
  'application/json': { schema: Answer, example },
  'application/graphql-response+json': { schema: Answer, example },
});

const PROBLEMS = [
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'PERSON_CHANGED',
  'DOCUMENT_NOT_KNOWN',
  'NOT_ACCEPTABLE',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'STORAGE_FULL',
] as const;

const LIMITS = ['RateLimit?', 'RateLimit-Policy?', 'Cache-Control?', 'Retry-After?', 'Vary?'] as const;

const asked = {
  tag: GRAPHQL_TAG,
  credential: 'OPTIONAL',
  takes: ['Accept'],
  problems: PROBLEMS,
  errors: {
    headers: LIMITS,
    content: {
      ...forms(NOT_ANSWERED),
      'text/plain': { text: 'GraphiQL has not been built yet. Run: npm run build\n' },
    },
  },
} satisfies Partial<MethodDocs>;

const Request = z.object({
  query: z
    .string()
    .meta({ maxLength: 100_000 })
    .optional()
    .describe('One document, at most 100,000 characters. Left out where it is asked for by an id.'),
  documentId: z
    .string()
    .meta({ maxLength: 135 })
    .optional()
    .describe('Of a document that the service has listed or kept.'),
  operationName: z.string().nullish().describe('Which of its operations, where there are several.'),
  variables: z.looseObject({}).nullish(),
  extensions: z.looseObject({}).nullish().describe('With `persistedQuery`, the document’s id: its SHA-256 in hex.'),
});

const UploadForm = {
  type: 'object',
  description:
    'A GraphQL multipart request: files of variables of the type `Upload`, at most 10, for callers with the permission to send pictures. The parts with files have the names that `map` gives them, such as `file0`.',
  properties: {
    operations: { type: 'string', description: 'What the JSON would be, with null in the place of each file.' },
    map: {
      type: 'string',
      description:
        'JSON: for each part with a file, the paths of its places, e.g. `{"file0": ["variables.input.file"]}`.',
    },
    // Generators don't compile `additionalProperties` beside two texts. They send parts in the order of the properties, and
    // JavaScript orders a property named `0` before `operations`, which must be first.
    ...Object.fromEntries(
      Array.from({ length: MAX_FILES }, (_, n) => [
        `file${n}`,
        { type: 'string', format: 'binary', description: 'A file.' },
      ]),
    ),
  },
  required: ['operations', 'map'],
};

export const queryDocs: MethodDocs = {
  ...asked,
  name: 'graphql',
  problems: [...PROBLEMS, 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
  summary: 'Ask the graph',
  description:
    'GraphQL over HTTP: one operation, a query or a mutation. Failures of fields stand in `errors` beside what could be answered, with status 200. A form with files needs `Authorization` or `Apollo-Require-Preflight`.',
  takes: ['Accept', 'Apollo-Require-Preflight', 'Idempotency-Key', 'X-Imprimatur-Cost', 'X-Imprimatur-Person'],
  body: { 'application/json': Request, 'multipart/form-data': UploadForm },
  example: { headers: { Accept: 'application/json' }, body: { query: QUERY } },
  answers: { 200: { description: 'Executed.', headers: LIMITS, content: forms(ANSWERED) } },
};

export const queryByAddressDocs: MethodDocs = {
  ...asked,
  name: 'graphqlByAddress',
  summary: 'Ask the graph by an address, or open GraphiQL',
  description:
    'A query, no mutation; with a header `Apollo-Require-Preflight`, which no page of another origin can send unasked. A browser is given GraphiQL.',
  query: z.object({
    query: z.string().optional().describe('One document.'),
    documentId: z.string().optional().describe('Of one that the service has listed or kept.'),
    operationName: z.string().optional().describe('Which of its operations.'),
    variables: z.string().optional().describe('In JSON.'),
    extensions: z.string().optional().describe('In JSON.'),
  }),
  takes: ['Accept', 'Apollo-Require-Preflight', 'X-Imprimatur-Cost', 'X-Imprimatur-Person'],
  example: { headers: { Accept: 'application/json', 'Apollo-Require-Preflight': '1' }, query: { query: QUERY } },
  answers: {
    200: {
      description: 'Executed, or the page.',
      headers: [...LIMITS],
      content: { ...forms(ANSWERED), 'text/html': { text: '<!doctype html>…' } },
    },
  },
};

const STREAM = 'subscription { renderProgress(id: "rnd_01m818k3xne7cr4w9e6scbkb5d") { status } }';
const EVENTS =
  ':\n\nevent: next\ndata: {"data":{"renderProgress":{"status":"SUCCEEDED"}}}\n\nevent: complete\ndata:\n\n';

const streamed = {
  tag: GRAPHQL_TAG,
  credential: 'OPTIONAL',
  takes: ['Accept', 'X-Imprimatur-Person'],
  answers: {
    200: {
      description:
        'Events, until the last of them is `complete`. A comment now and then keeps the connection open. Of an id that no document is known by: an error, in JSON.',
      headers: ['Cache-Control', 'X-Accel-Buffering?'],
      content: {
        'text/event-stream': { text: EVENTS },
        'application/json': { schema: Answer, example: NOT_ANSWERED },
      },
    },
  },
  problems: [...PROBLEMS],
  errors: { headers: LIMITS, content: { 'application/json': { schema: Answer, example: NOT_ANSWERED } } },
} satisfies Partial<MethodDocs>;

export const streamDocs: MethodDocs = {
  ...streamed,
  name: 'graphqlStream',
  summary: 'Subscribe',
  description:
    'A subscription as server-sent events, in the distinct connections mode of graphql-sse. It begins with how things stand, so one that was cut off comes again and misses nothing that matters.',
  body: { 'application/json': Request.omit({ extensions: true }) },
  example: { headers: { Accept: 'text/event-stream' }, body: { query: STREAM } },
};

export const streamByAddressDocs: MethodDocs = {
  ...streamed,
  name: 'graphqlStreamByAddress',
  summary: 'Subscribe by an address',
  description: 'The same, for what can only be given an address, such as `EventSource`.',
  query: z.object({
    query: z.string().describe('One document with one subscription.'),
    operationName: z.string().optional().describe('Which of its operations.'),
    variables: z.string().optional().describe('In JSON.'),
  }),
  example: { headers: { Accept: 'text/event-stream' }, query: { query: STREAM } },
};

import { z } from 'zod';
import { MAX_FILES } from '../../http/file-limits.ts';
import type { ContentDocs, DocsTag, MethodDocs } from '../../http/method-docs.ts';

export const GRAPHQL_TAG: DocsTag = {
  name: 'GraphQL',
  description: "The complete API, including everything REST doesn't offer. See `/schema.graphql`.",
};

const Failure = z
  .looseObject({
    message: z.string(),
    extensions: z.looseObject({
      code: z.string().describe('Error code, as in REST problems.'),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'GraphQLError', description: 'Error in the format of GraphQL, not RFC 9457.' });

const Answer = z
  .looseObject({ data: z.looseObject({}).nullable().optional(), errors: z.array(Failure).optional() })
  .meta({
    id: 'GraphQLAnswer',
    description:
      'Answer to a GraphQL operation. Expected failures of mutations are in `data`, as members of the result.',
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

const exampleRequest = {
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
    .describe('One GraphQL document of at most 100,000 characters. Omit it to run a persisted document.'),
  documentId: z
    .string()
    .meta({ maxLength: 135 })
    .optional()
    .describe('Id of a document that the service has listed or stored.'),
  operationName: z.string().nullish().describe('Name of the operation to run, if the document has several.'),
  variables: z.looseObject({}).nullish(),
  extensions: z.looseObject({}).nullish().describe('Set `persistedQuery` to run a document by its SHA-256 in hex.'),
});

const UploadForm = {
  type: 'object',
  description:
    'A GraphQL multipart request with at most 10 files for variables of the type `Upload`. Only for callers with the permission to send pictures. Parts with files have the names that `map` uses, such as `file0`.',
  properties: {
    operations: { type: 'string', description: 'JSON of the operation, with null in place of each file.' },
    map: {
      type: 'string',
      description: 'JSON that lists the paths of each file, e.g. `{"file0": ["variables.input.file"]}`.',
    },
    // Each file has a property of its own: client generators don't compile `additionalProperties` next to two text properties.
    // Generated clients send parts in the order of the properties, and JavaScript would order a property named `0` before
    // `operations`, which must be first.
    ...Object.fromEntries(
      Array.from({ length: MAX_FILES }, (_, n) => [
        `file${n}`,
        { type: 'string', format: 'binary', description: 'A file that `map` lists.' },
      ]),
    ),
  },
  required: ['operations', 'map'],
};

export const queryDocs: MethodDocs = {
  ...exampleRequest,
  name: 'graphql',
  problems: [...PROBLEMS, 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
  summary: 'Run a query or mutation',
  description:
    'GraphQL over HTTP with one operation. Failures of fields are in `errors` next to the results of other fields, with status 200. A form with files needs `Authorization` or `Apollo-Require-Preflight`.',
  takes: ['Accept', 'Apollo-Require-Preflight', 'Idempotency-Key', 'X-Imprimatur-Cost', 'X-Imprimatur-Person'],
  body: { 'application/json': Request, 'multipart/form-data': UploadForm },
  example: { headers: { Accept: 'application/json' }, body: { query: QUERY } },
  answers: {
    200: {
      description: 'The operation was executed. `errors` lists the fields that failed.',
      headers: LIMITS,
      content: forms(ANSWERED),
    },
  },
};

export const queryByAddressDocs: MethodDocs = {
  ...exampleRequest,
  name: 'graphqlByAddress',
  summary: 'Run a query by GET, or open GraphiQL',
  description:
    'Runs a query, not a mutation. The request needs the header `Apollo-Require-Preflight`, which pages of other origins can’t send without a preflight. Browsers get GraphiQL.',
  query: z.object({
    query: z.string().optional().describe('One GraphQL document.'),
    documentId: z.string().optional().describe('Id of a document that the service has listed or stored.'),
    operationName: z.string().optional().describe('Name of the operation to run.'),
    variables: z.string().optional().describe('Variables of the operation, as JSON.'),
    extensions: z.string().optional().describe('Extensions of the request, as JSON.'),
  }),
  takes: ['Accept', 'Apollo-Require-Preflight', 'X-Imprimatur-Cost', 'X-Imprimatur-Person'],
  example: { headers: { Accept: 'application/json', 'Apollo-Require-Preflight': '1' }, query: { query: QUERY } },
  answers: {
    200: {
      description: 'Result of the operation, or the GraphiQL page.',
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
        'Server-sent events; the last one is `complete`. Comments keep an idle connection open. For the id of an unknown document: an error in JSON.',
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
    'Runs a subscription as server-sent events, in the distinct connections mode of graphql-sse. The first event has the current state, so a client that reconnects misses nothing important.',
  body: { 'application/json': Request.omit({ extensions: true }) },
  example: { headers: { Accept: 'text/event-stream' }, body: { query: STREAM } },
};

export const streamByAddressDocs: MethodDocs = {
  ...streamed,
  name: 'graphqlStreamByAddress',
  summary: 'Subscribe by GET',
  description: 'Runs a subscription for clients that can only open an address, such as `EventSource`.',
  query: z.object({
    query: z.string().describe('One GraphQL document with one subscription.'),
    operationName: z.string().optional().describe('Name of the operation to run.'),
    variables: z.string().optional().describe('Variables of the operation, as JSON.'),
  }),
  example: { headers: { Accept: 'text/event-stream' }, query: { query: STREAM } },
};

import { z } from 'zod';
import { describeCode, type ErrorCode } from '../platform/error-codes.ts';
import { ProblemShape } from './problem-shape.ts';
import type { Route } from './route.ts';

/** Problems that any path may answer with. */
const EVERYWHERE: readonly ErrorCode[] = ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'STORAGE_FULL'];
const WITH_BODY: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

const IN_ADDRESS: readonly ErrorCode[] = ['BAD_REQUEST', 'BAD_USER_INPUT'];

/** The OpenAPI 3.1 document of the REST paths, made from the table that serves them. */
export function openApiDocument(routes: readonly Route[], version: string): Record<string, unknown> {
  const components: Record<string, unknown> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      reused: 'inline',
    }) as Record<string, unknown> & { $defs?: Record<string, unknown> };
    Object.assign(components, $defs);
    return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/'));
  };

  // It has a name of its own, so what is wanted of this are the components.
  schemaOf(ProblemShape, 'output');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, schemaOf);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Imprimatur',
      version,
      description: 'The documented REST paths. The same service, with more, is at `/graphql`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The integrations inbound secret, or an operator token',
        },
      },
    },
  };
}

function operationOf(route: Route, schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Record<string, unknown>) {
  const media = { 'application/json': { schema: route.body && schemaOf(route.body, 'input') } };
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    ...(route.credential === 'BEARER' && { security: [{ bearer: [] }] }),
    ...(route.credential === 'OPTIONAL' && { security: [{}, { bearer: [] }] }),
    parameters: [...pathParameters(route.path), ...queryParameters(route, schemaOf)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: route.takesUpload ? { ...media, 'multipart/form-data': { schema: UPLOAD_FORM } } : media,
      },
    }),
    responses: {
      [route.answer.status]: {
        description: route.answer.description,
        ...(route.problems.includes('RATE_LIMITED') && { headers: LIMIT_HEADERS }),
        content: { 'application/json': { schema: schemaOf(route.answer.schema, 'output') } },
      },
      ...problemResponses(route),
      ...Object.fromEntries(
        route.alsoAnswers?.map(({ status, description, mediaType }) => [
          status,
          { description, ...(mediaType !== null && { content: alsoContent(route, mediaType, schemaOf) }) },
        ]) ?? [],
      ),
    },
  };
}

function alsoContent(
  route: Route,
  mediaType: string | undefined,
  schemaOf: (schema: z.ZodType, io: 'output') => Record<string, unknown>,
) {
  if (mediaType) return { [mediaType]: { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: schemaOf(route.answer.schema, 'output') } };
}

const LIMIT_HEADERS = {
  'RateLimit-Policy': {
    description: 'Each limit that counts you: quota `q` in a window of `w` seconds. Left out for who has none',
    schema: { type: 'string' },
    example: '"seals";q=600;w=60',
  },
  RateLimit: {
    description: 'How you stand with each: `r` remaining, all of it again in `t` seconds',
    schema: { type: 'string' },
    example: '"seals";r=599;t=60',
  },
};
const RETRY_AFTER = { description: 'Seconds', schema: { type: 'integer' } };

const UPLOAD_FORM = {
  type: 'object',
  properties: {
    file: { type: 'string', format: 'binary' },
    title: { type: 'string' },
    alt: { type: 'string' },
    tags: { type: 'string', description: 'Comma separated' },
    source: { type: 'string' },
  },
  required: ['file'],
};

function operationIdOf(route: Route): string {
  const name = /(?:query|mutation)\s+(\w+)/.exec(route.operation.toString())?.[1] ?? route.path;
  return name[0]!.toLowerCase() + name.slice(1);
}

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route, schemaOf: (schema: z.ZodType, io: 'input') => Record<string, unknown>) {
  if (!route.query) return [];
  const { properties = {}, required = [] } = schemaOf(route.query, 'input') as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description && { description }),
    schema,
  }));
}

/** One response for each status, naming the codes it may carry. */
function problemResponses(route: Route): Record<string, unknown> {
  const codes = [
    ...route.problems,
    ...(route.body ? WITH_BODY : []),
    ...(route.query || route.path.includes(':') ? IN_ADDRESS : []),
    ...EVERYWHERE,
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => describeCode(code).status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${describeCode(code).title}`).join('. '),
        ...(same.includes('RATE_LIMITED') && { headers: { ...LIMIT_HEADERS, 'Retry-After': RETRY_AFTER } }),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

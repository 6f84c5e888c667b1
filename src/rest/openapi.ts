import { z } from 'zod';
import { describeCode, type ErrorCode } from '../platform/errors/error-codes.ts';
import { ANSWER_HEADERS, type AnswerHeader, REQUEST_HEADERS } from '../platform/http/header-docs.ts';
import type { AnswerDocs, ContentDocs, DocsTag, MethodDocs } from '../platform/http/method-docs.ts';
import { isOperation, type Method, type Mount, templateOf } from '../platform/http/mount.ts';
import { codeSamples, EXAMPLE_ORIGIN } from './code-samples.ts';
import { assertDescribed } from './openapi-completeness.ts';
import { ProblemShape } from './problem-shape.ts';

type JsonObject = Record<string, unknown>;

const WITH_BODY: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];
const IN_QUERY: readonly ErrorCode[] = ['BAD_REQUEST', 'BAD_USER_INPUT'];

const ABOUT = `The HTTP API, except the pages under \`/admin\`. This document is generated from the route tables that serve the API. GraphQL offers everything that REST does, and more.

Tests send each example to a running service. Answers may get new members, but members are never renamed or removed: clients must ignore unknown ones.

Errors are RFC 9457 problem details, except for GraphQL, \`/v1\` and \`/mcp\`. The meaning of a \`code\` never changes; \`detail\` says what to do. Clients that prefer HTML to JSON, such as browsers, get a page with the same status.

Every answer has \`X-Request-Id\`, \`X-Content-Type-Options: nosniff\`, \`Referrer-Policy\`, \`Content-Security-Policy\`, \`X-Frame-Options\` and the like. Unsupported methods get 405. \`OPTIONS\` lists the methods in \`Allow\`. \`HEAD\` works like \`GET\`. With \`CORS_ORIGINS\` set, \`Access-Control-Allow-Origin\` and \`Vary: Origin\` are added for those origins.`;

/**
 * Makes the OpenAPI 3.1 document of all paths except mounts of the kind `page`, such as those of the back office.
 * @throws Error for an undocumented path, because an incomplete document would mislead
 */
export function openApiDocument(mounts: readonly Mount[], version: string): JsonObject {
  assertDescribed(mounts);
  const document = new DocumentBuilder();
  const paths: Record<string, JsonObject> = {};
  for (const { path, docs } of mounts.filter(isOperation)) {
    const template = templateOf(path);
    paths[template] ??= {};
    for (const [method, of] of Object.entries(docs) as [Method, MethodDocs][]) {
      const samples = codeSamples(method, template, of);
      paths[template][method.toLowerCase()] = {
        ...document.operation(of, method === 'GET'),
        ...(samples && { 'x-codeSamples': samples }),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Imprimatur',
      version,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...document.tags.values()],
    paths,
    components: document.components(),
  };
}

/** Builds the operations of the OpenAPI document and collects their shared components. */
class DocumentBuilder {
  readonly tags = new Map<string, DocsTag>();
  readonly #schemas: JsonObject = {};
  readonly #headers: JsonObject = {};
  readonly #parameters: JsonObject = {};
  readonly #examples: JsonObject = {};

  constructor() {
    // Adds the schema of problems to the components of the document.
    this.#schema(ProblemShape, 'output');
  }

  components(): JsonObject {
    return {
      schemas: sorted(this.#schemas),
      headers: sorted(this.#headers),
      parameters: sorted(this.#parameters),
      examples: sorted(this.#examples),
      responses: {
        HeadersTooLarge: {
          description: 'The request line and headers exceed 16 kB. The answer has no body.',
        },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The integrations inbound secret, the admin token, a token of an operator, or a key of a customer or agent. By default the first two are in `DATA_DIR/secrets`, in the files `integrations-inbound-secret` and `admin-token`.',
        },
      },
    };
  }

  operation(docs: MethodDocs, isRead: boolean): JsonObject {
    const { name, tag, summary, description, body, example, answers } = docs;
    this.tags.set(tag.name, tag);
    return {
      operationId: name,
      tags: [tag.name],
      summary,
      description,
      security: securityOf(docs.credential),
      parameters: this.#parametersOf(docs),
      ...(body && {
        requestBody: {
          required: true,
          content: Object.fromEntries(
            Object.entries(body).map(([type, schema]) => [
              type,
              {
                schema: this.#schema(schema, 'input'),
                ...(type === 'application/json' && { example: example.body }),
              },
            ]),
          ),
        },
      }),
      responses: {
        ...Object.fromEntries(
          Object.entries(answers).map(([status, answer]) => [
            status,
            {
              description: answer.description,
              headers: this.#headersOf(answer.headers),
              ...(answer.content && { content: this.#content(answer.content) }),
            },
          ]),
        ),
        ...this.#problemsOf(docs, isRead),
      },
    };
  }

  #parametersOf({ params = {}, query, takes = [], example }: MethodDocs): JsonObject[] {
    return [
      ...Object.entries(params).map(([name, { description, example: value, pattern }]) => ({
        name,
        in: 'path',
        required: true,
        description,
        schema: { type: 'string', ...(pattern && { pattern }) },
        example: value,
      })),
      ...(query ? this.#queryOf(query, example.query ?? {}) : []),
      ...takes.map((name) => {
        this.#parameters[name] ??= { name, in: 'header', ...REQUEST_HEADERS[name] };
        return { $ref: `#/components/parameters/${name}` };
      }),
    ];
  }

  #queryOf(query: z.ZodType, examples: Readonly<Record<string, string>>): JsonObject[] {
    const { properties = {}, required = [] } = this.#schema(query, 'input') as {
      properties?: Record<string, JsonObject>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      description,
      schema: { ...schema, ...defaultOf(query, name) },
      ...(name in examples && { example: schema.type === 'integer' ? Number(examples[name]) : examples[name] }),
    }));
  }

  #headersOf(headers: AnswerDocs['headers'] = []): JsonObject {
    const all = ['X-Request-Id' as const, ...headers];
    return Object.fromEntries(
      all.map((written) => {
        const isSure = !written.endsWith('?');
        const name = (isSure ? written : written.slice(0, -1)) as AnswerHeader;
        const component = isSure ? name : `${name}.sometimes`;
        this.#headers[component] ??= { ...ANSWER_HEADERS[name], ...(isSure && { required: true }) };
        return [name, { $ref: `#/components/headers/${component}` }];
      }),
    );
  }

  #content(content: ContentDocs): JsonObject {
    return Object.fromEntries(
      Object.entries(content).map(([type, what]) => {
        if (what === 'BYTES') return [type, { schema: { type: 'string', format: 'binary' } }];
        if ('text' in what) return [type, { schema: { type: 'string' }, example: what.text }];
        return [type, { schema: this.#schema(what.schema, 'output'), example: what.example }];
      }),
    );
  }

  /** Documents error responses: one for each status, with the possible problem codes. */
  #problemsOf({ params, query, body, problems = [], errors, answers }: MethodDocs, isRead: boolean): JsonObject {
    const codes = new Set<ErrorCode>([
      ...problems,
      // A path that needs the database can also be refused because no database connection is free.
      ...(problems.includes('SERVICE_UNAVAILABLE') ? (['OVERLOADED'] as const) : []),
      ...(body ? WITH_BODY : []),
      ...(params ? (['BAD_REQUEST'] as const) : []),
      ...(query ? IN_QUERY : []),
      'INTERNAL_SERVER_ERROR',
    ]);
    const isCounted = codes.has('RATE_LIMITED');
    const byStatus = Map.groupBy(codes, (code) => describeCode(code).status);
    return {
      ...Object.fromEntries(
        [...byStatus]
          .filter(([status]) => !answers[status])
          .map(([status, same]) => [
            status,
            {
              description: same.map((code) => `\`${code}\`: ${describeCode(code).title}.`).join(' '),
              headers: this.#headersOf([
                ...problemHeaders(status, isCounted),
                ...(errors ? (errors.headers ?? []) : NOT_KEPT),
                ...(isRead && !errors ? (['X-Robots-Tag?'] as const) : []),
              ]),
              content: errors
                ? this.#content(errors.content ?? {})
                : { ...this.#problemContent(same), ...(isRead && PROBLEM_PAGE) },
            },
          ]),
      ),
      431: { $ref: '#/components/responses/HeadersTooLarge' },
    };
  }

  #problemContent(codes: readonly ErrorCode[]): JsonObject {
    for (const code of codes) this.#examples[code] ??= { summary: describeCode(code).title, value: exampleOf(code) };
    const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
    return { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } };
  }

  /** Converts a Zod schema to JSON Schema. Named schemas become components. */
  #schema(schema: z.ZodType | object, io: 'input' | 'output'): JsonObject {
    if (!(schema instanceof z.ZodType)) return schema as JsonObject;
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      reused: 'inline',
    }) as JsonObject & { $defs?: JsonObject };
    for (const part of [json, ...Object.values($defs)]) loosenUnions(part);
    const inPlace = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll('#/$defs/', '#/components/schemas/'));
    Object.assign(this.#schemas, inPlace($defs));
    return inPlace(json);
  }
}

/** Converts `oneOf` to `anyOf` where a member may omit `type`, because several members can then match. */
function loosenUnions(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as JsonObject;
  const { oneOf } = schema;
  if (Array.isArray(oneOf) && oneOf.some((one) => one.properties?.type && !one.required?.includes('type'))) {
    schema.anyOf = oneOf;
    delete schema.oneOf;
  }
  for (const member of Object.values(schema)) loosenUnions(member);
}

/** Default of a query parameter, determined by parsing `undefined`: the schema of a transformed value doesn't contain it. */
function defaultOf(query: z.ZodType, name: string): JsonObject {
  const value = query instanceof z.ZodObject ? query.shape[name].safeParse(undefined).data : undefined;
  return value === undefined ? {} : { default: value };
}

function securityOf(credential: MethodDocs['credential']): JsonObject[] {
  if (credential === 'BEARER') return [{ bearer: [] }];
  return credential === 'OPTIONAL' ? [{}, { bearer: [] }] : [];
}

const NOT_KEPT = ['Cache-Control'] as const;

function problemHeaders(status: number, isCounted: boolean): NonNullable<AnswerDocs['headers']> {
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 429) return ['Retry-After', 'RateLimit', 'RateLimit-Policy'];
  return [
    ...(status === 503 ? (['Retry-After?'] as const) : []),
    ...(status === 415 ? (['Accept?'] as const) : []),
    ...(isCounted ? (['RateLimit?', 'RateLimit-Policy?'] as const) : []),
  ];
}

/** Content of a problem as an HTML page. */
const PROBLEM_PAGE = { 'text/html': { schema: { type: 'string', description: 'The problem as a page.' } } };

const REQUEST_ID = 'b7f0c1d2-4e5f-4a6b-8c9d-0e1f2a3b4c5d';

function exampleOf(code: ErrorCode): JsonObject {
  const { status, title } = describeCode(code);
  return {
    type: `${EXAMPLE_ORIGIN}/problems/${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: `${title}.`,
    instance: `urn:request:${REQUEST_ID}`,
    code,
    requestId: REQUEST_ID,
    ok: false,
  };
}

function sorted(components: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}

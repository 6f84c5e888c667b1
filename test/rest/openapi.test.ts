import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/platform/errors/error-codes.ts';
import { isOperation, type Mount, templateOf } from '../../src/platform/http/mount.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { VERSION } from '../../src/platform/program/version.ts';
import { openApiDocument } from '../../src/rest/index.ts';
import { type Api, startApi } from '../support/api.ts';
import { PAGE_OPERATIONS } from '../support/page-contracts.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document walked by hand
type Document = any;

let api: Api;
let document: Document;
beforeAll(async () => {
  api = await startApi();
  document = JSON.parse(JSON.stringify(openApiDocument(api.mounts, VERSION)));
});
afterAll(() => api.stop());

/** What is worded otherwise: a report that is one also when it is bad, a range that is none, GraphQL, and OpenAI's dialect. */
const WITHOUT_PROBLEMS = [
  'health 503',
  'readyz 503',
  'healthz 503',
  'picture 416',
  ...['chatCompletion', 'createResponse', 'generateImages', 'taskModels', 'taskModel'].flatMap((name) =>
    [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 500, 503].map((status) => `${name} ${status}`),
  ),
  ...[400, 401, 403, 404, 409, 410, 429, 500, 503].map((status) => `heldRun ${status}`),
  ...['graphql', 'graphqlByAddress', 'graphqlStream', 'graphqlStreamByAddress'].flatMap((name) =>
    [400, 401, 403, 406, 408, 413, 415, 429, 500, 503, 507].map((status) => `${name} ${status}`),
  ),
  // In the words of JSON-RPC.
  ...[400, 401, 403, 408, 413, 415, 500].map((status) => `mcp ${status}`),
];

const operations = (): [string, string, Document][] =>
  Object.entries<Document>(document.paths).flatMap(([path, item]) =>
    Object.entries<Document>(item).map(([method, operation]): [string, string, Document] => [path, method, operation]),
  );

test('the document that is served is the one in the repository', async () => {
  const response = await api.fetch('/openapi.json');
  const served = await response.json();

  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(served).toEqual(document);
  expect(served).toEqual(JSON.parse(readFileSync(`${PROJECT_ROOT}/schema/openapi.json`, 'utf8')));
});

test('every path that is served is in it, except the pages under /admin and the fonts, and nothing else', () => {
  const described = operations().map(([path, method]) => `${method.toUpperCase()} ${path}`);
  const methodsOf = (mounts: readonly Mount[]) =>
    mounts.flatMap(({ path, methods }) =>
      Object.keys(methods)
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${templateOf(path)}`),
    );
  const [served, pages] = [api.mounts.filter(isOperation), api.mounts.filter((mount) => !isOperation(mount))].map(
    methodsOf,
  );

  expect(described.sort()).toEqual(served!.sort());
  expect(pages!.filter((page) => page !== 'GET /fonts/{file}').sort()).toEqual(
    PAGE_OPERATIONS.map(({ method, path }) => `${method} ${templateOf(path)}`).sort(),
  );
  for (const { path } of PAGE_OPERATIONS) expect(path).toMatch(/^\/admin(\/|$)/);
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ title: expect.any(String), version: VERSION });
});

test('every reference leads somewhere, and every schema is used', () => {
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!));

  const components = Object.entries<Document>(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
  expect([...references].sort()).toEqual(components.sort());
  expect(text).not.toContain('$defs');
  for (const schema of Object.values<Document>(document.components.schemas)) {
    expect(schema).toMatchObject({ type: 'object' });
    // One that was only a reference to itself stopped every reader.
    expect(schema.$ref).toBeUndefined();
  }
});

describe('every operation', () => {
  test('has a name of its own, a summary, and the parameters of its path', () => {
    const names = operations().map(([, , operation]) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const [path, , operation] of operations()) {
      expect(operation.summary).toMatch(/\S/);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = operation.parameters.filter((one: Document) => one.in === 'path');
      expect(described.map((one: Document) => one.name)).toEqual(inPath);
      for (const one of described) expect(one).toMatchObject({ required: true, schema: { type: 'string' } });
      for (const one of operation.parameters.filter((each: Document) => each.in)) {
        expect(one.description).toMatch(/\S.*\.$/);
        expect(one.schema).toEqual(expect.objectContaining({ type: expect.any(String) }));
      }
    }
  });

  test('says who may use it', () => {
    const SECURITY = { NONE: [], OPTIONAL: [{}, { bearer: [] }], BEARER: [{ bearer: [] }] };
    for (const { path, docs } of api.mounts.filter(isOperation)) {
      for (const [method, { credential = 'NONE' }] of Object.entries(docs)) {
        const operation = document.paths[templateOf(path)][method.toLowerCase()];
        expect(operation.security).toEqual(SECURITY[credential]);
        if (credential !== 'OPTIONAL') expect('401' in operation.responses).toBe(credential === 'BEARER');
      }
    }
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  test('has a tag that is described, and a description', () => {
    const tags = document.tags.map(({ name }: Document) => name);
    for (const [, , operation] of operations()) {
      expect(tags).toContain(operation.tags[0]);
      expect(operation.description).toMatch(/\S.*\.$/s);
    }
    for (const { description } of document.tags) expect(description).toMatch(/\S.*\.$/s);
  });

  test('describes each success it can have and each error as a problem', () => {
    for (const [, , operation] of operations()) {
      const statuses = Object.keys(operation.responses);
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
      expect(statuses).toEqual(expect.arrayContaining(['431', '500']));
      for (const [status, response] of Object.entries<Document>(operation.responses)) {
        if (status === '431') continue;
        expect(response.description).toMatch(/\S.*\.$/s);
        const problem = response.content?.['application/problem+json'];
        if (problem) expect(problem.schema).toEqual({ $ref: '#/components/schemas/Problem' });
        else if (Number(status) >= 400) expect(WITHOUT_PROBLEMS).toContain(`${operation.operationId} ${status}`);
      }
    }
  });

  test('names the answers that are neither the usual one nor an error', () => {
    const of = (path: string, method: string) => Object.keys(document.paths[path][method].responses);

    expect(of('/api/integrations/cinema/render', 'post')).toEqual(expect.arrayContaining(['200', '202', '422', '507']));
    expect(of('/api/admin/image-bank', 'post')).toEqual(expect.arrayContaining(['200', '201', '413', '415', '422']));
    expect(of('/api/marketing/image-bank/pick', 'get')).toEqual(
      expect.arrayContaining(['200', '302', '400', '404', '422']),
    );
    const report = document.paths['/api/health/architecture'].get.responses;
    expect(report['503'].content['application/json'].schema).toEqual(report['200'].content['application/json'].schema);
  });

  test('names only codes that exist', () => {
    const named = [...JSON.stringify(document.paths).matchAll(/`([A-Z_]{5,})`/g)].map(([, code]) => code!);

    expect(named.length).toBeGreaterThan(20);
    for (const code of named) expect(errorCodes()).toContain(code);
  });
});

test('the body of each request says what is required and takes nothing else', () => {
  const bodyOf = (path: string) => document.paths[path].post.requestBody.content['application/json'].schema;

  expect(bodyOf('/api/integrations/cinema/render')).toMatchObject({
    required: ['prompt'],
    additionalProperties: false,
  });
  expect(bodyOf('/api/legal/provenance-seal')).toMatchObject({
    required: ['artifact_text', 'disclaimer_ack'],
    additionalProperties: false,
    properties: { disclaimer_ack: { const: true } },
  });
  const upload = document.paths['/api/admin/image-bank'].post.requestBody.content;
  expect(upload['application/json'].schema.additionalProperties).toBe(false);
  expect(upload['multipart/form-data'].schema).toMatchObject({
    required: ['file'],
    properties: { file: { format: 'binary' } },
  });
});

test('ranges are the true ones', () => {
  const bodyOf = (path: string) => document.paths[path].post.requestBody.content['application/json'].schema.properties;
  const numberIn = (schema: Document) => schema.anyOf.find((one: Document) => one.type !== 'null');
  const render = bodyOf('/api/integrations/cinema/render');
  const seal = bodyOf('/api/legal/provenance-seal');

  for (const side of ['width', 'height']) expect(numberIn(render[side])).toMatchObject({ minimum: 256, maximum: 2048 });
  expect(numberIn(render.seed)).toMatchObject({ minimum: 0 });
  expect(render.prompt).toMatchObject({ minLength: 1, maxLength: 2_000 });
  expect(numberIn(render.title)).toMatchObject({ maxLength: 200 });
  expect(numberIn(render.tags)).toMatchObject({ maxItems: 32, items: { minLength: 1, maxLength: 64 } });
  expect(seal.artifact_text).toMatchObject({ minLength: 1, maxLength: 1_000_000 });
  const limitOf = (path: string) =>
    document.paths[path].get.parameters.find((one: Document) => one.name === 'limit').schema;
  expect(limitOf('/api/admin/image-bank')).toMatchObject({ minimum: 1, maximum: 100, default: 20 });
  expect(limitOf('/api/media-desk/{token}/bank')).toMatchObject({ minimum: 1, maximum: 50, default: 20 });
});

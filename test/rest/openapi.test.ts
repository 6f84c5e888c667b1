import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/platform/error-codes.ts';
import { PROJECT_ROOT } from '../../src/platform/project-root.ts';
import { openApiDocument, type Route } from '../../src/rest/index.ts';
import { VERSION } from '../../src/version.ts';
import { type Api, startApi } from '../support/api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document walked by hand
type Document = any;

let api: Api;
let routes: readonly Route[];
let document: Document;
beforeAll(async () => {
  api = await startApi();
  routes = api.services.routes;
  document = JSON.parse(JSON.stringify(openApiDocument(routes, VERSION)));
});
afterAll(() => api.stop());

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

test('every route is in it and nothing else', () => {
  const described = operations().map(([path, method]) => `${method.toUpperCase()} ${path}`);
  const routed = routes.map((route) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`);

  expect(described.sort()).toEqual(routed.sort());
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ title: expect.any(String), version: VERSION });
});

test('every reference leads somewhere, and every schema is used', () => {
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!));

  const schemas = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect([...references].sort()).toEqual(schemas.sort());
  expect(text).not.toContain('$defs');
  for (const schema of Object.values(document.components.schemas)) expect(schema).toMatchObject({ type: 'object' });
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
      for (const one of operation.parameters)
        expect(one.schema).toEqual(expect.objectContaining({ type: expect.any(String) }));
    }
  });

  test('says who may use it', () => {
    const SECURITY = { NONE: null, PATH_TOKEN: null, BEARER: [{ bearer: [] }], OPTIONAL: [{}, { bearer: [] }] };
    for (const route of routes) {
      const operation = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')][route.method.toLowerCase()];
      expect(operation.security ?? null).toEqual(SECURITY[route.credential]);
      expect('401' in operation.responses).toBe(route.credential === 'BEARER');
    }
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  test('describes each success it can have and each error as a problem', () => {
    for (const [, , operation] of operations()) {
      const statuses = Object.keys(operation.responses);
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
      for (const status of ['500', '503']) expect(statuses).toContain(status);
      for (const [status, response] of Object.entries<Document>(operation.responses)) {
        expect(response.description).toMatch(/\S/);
        const problem = response.content?.['application/problem+json'];
        if (problem) expect(problem.schema).toEqual({ $ref: '#/components/schemas/Problem' });
        else if (Number(status) >= 400) expect([operation.operationId, status]).toEqual(['health', '503']);
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

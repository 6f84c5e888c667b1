import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import type { MethodDocs } from '../../src/platform/http/method-docs.ts';
import { type Mount, readOnly, templateOf } from '../../src/platform/http/mount.ts';
import { EXAMPLE_ORIGIN } from '../../src/rest/code-samples.ts';
import { openApiDocument } from '../../src/rest/index.ts';
import { credentialHeaders, type Json } from '../support/api.ts';
import { PAGE_OPERATIONS } from '../support/page-contracts.ts';
import {
  type Documented,
  hasShapeOf,
  headerFaults,
  otherAnswers,
  type Scene,
  startScene,
  usualStatus,
} from './documented.ts';
import { type Answer, type Ask, ask } from './support.ts';

const scene: Scene = await startScene();
const { api, operations } = scene;
afterAll(() => api.stop());

const document: Json = (await api.json('/openapi.json')).body;

const nameOf = ({ method, path }: Documented) => `${method} ${path}`;
const cases = operations.map((operation): [string, Documented] => [nameOf(operation), operation]);
const validator = new Ajv2020({ strict: false, validateFormats: false });
const validators = new WeakMap<Json, ValidateFunction>();

function described({ method, path }: Documented): Json {
  const page = PAGE_OPERATIONS.find((one) => one.method === method && one.path === path);
  return page?.operation ?? document.paths[templateOf(path)][method.toLowerCase()];
}

function responsesOf(operation: Documented): Json {
  return described(operation).responses;
}

/** That an answer is what the document says of its status: every header, and the body. */
function expectAsDocumented(operation: Documented, answer: Answer): void {
  const { status, headers, json, text } = answer;
  const response = responsesOf(operation)[status];
  const seen = `${nameOf(operation)} answered ${status} ${text.slice(0, 500)}`;
  expect(response, seen).toBeDefined();
  expect(headerFaults(response.headers, headers), seen).toEqual([]);
  const type = headers['content-type']?.split(';')[0];
  if (!response.content) {
    expect(answer.bytes.length, seen).toBe(0);
    return;
  }
  const media = response.content[type!];
  expect(media, `${seen} as ${type}`).toBeDefined();
  if (json === null) return;
  const validate = validatorOf(media);
  expect(validate(json), `${seen}: ${validator.errorsText(validate.errors)}`).toBe(true);
  // Problems have an example for each code, with facts of their own beside the standard members.
  if (media.example !== undefined) {
    expect(
      hasShapeOf(media.example, json, isOpen(media.schema)),
      `${seen}\nand the example is ${JSON.stringify(media.example)}`,
    ).toBe(true);
  }
}

/** Compiled once for all answers of a kind: that takes longer than the answers. */
function validatorOf(media: Json): ValidateFunction {
  const known = validators.get(media);
  if (known) return known;
  const made = validator.compile({ ...media.schema, components: document.components });
  validators.set(media, made);
  return made;
}

/** Whether what it describes may have members that it does not name. */
function isOpen(schema: Json): boolean {
  const resolved = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  return JSON.stringify(resolved).includes('"additionalProperties":{}');
}

test.each(cases)('%s answers its example as it is documented', async (_, operation) => {
  const answer = await ask(api, scene.request(operation));

  expect([answer.status, answer.text.slice(0, 300)]).toEqual([usualStatus(operation.docs), expect.anything()]);
  expectAsDocumented(operation, answer);
});

const run = promisify(execFile);
const AsyncFunction = (async () => {}).constructor as new (...names: string[]) => (...given: object[]) => Promise<void>;
const written = cases.filter(([, operation]) => described(operation)['x-codeSamples'] !== undefined);

test.each(written)('%s is answered as well when it is asked as it is written for programs', async (_, operation) => {
  const { path, as } = scene.request(operation);
  const { authorization = '' } = credentialHeaders(as) as { authorization?: string };
  const TOKEN = authorization.replace('Bearer ', '');
  // What is there in this service stands for what the example speaks of.
  const [curl, script] = described(operation)['x-codeSamples'].map(({ source }: { source: string }) =>
    scene.withRender(source).replace(new RegExp(`${EXAMPLE_ORIGIN}[^'\\s]*`), api.url + path),
  );

  const { stdout } = await run('sh', ['-c', `${curl} -sw '\\n%{http_code}'`], {
    env: { PATH: process.env.PATH, TOKEN },
  });
  const printed: unknown[] = [];
  const console = { log: (value: unknown) => printed.push(value) };
  await new AsyncFunction('process', 'console', script)({ env: { TOKEN } }, console);

  const [, body, status] = /^(.*)\n(\d+)$/s.exec(stdout)!;
  expect(
    Object.keys(operation.docs.answers).filter((one) => one < '300'),
    body,
  ).toContain(status);
  expect(typeof JSON.parse(body!)).toBe('object');
  expect(printed).toEqual([expect.anything()]);
});

test.each(
  cases.flatMap(([name, operation]) =>
    otherAnswers(operation.docs).map(([status, { request }]) => [name, status, operation, request!] as const),
  ),
)('%s answers with %i when it is asked so', async (_, status, operation, asked) => {
  // What is done for the example is done.
  await ask(api, scene.request(operation));

  const answer = await ask(api, scene.request(operation, asked));

  expect(answer.status).toBe(status);
  expectAsDocumented(operation, answer);
});

test.each(cases.filter(([, { docs }]) => 304 in docs.answers))('%s is not sent to who has it', async (_, operation) => {
  const { query } = operation.docs.example;
  const asked = operation.path.endsWith('/pick') ? { query: { tags: 'lake', as: 'bytes' } } : { query };
  const first = await ask(api, scene.request(operation, asked));

  const again = await ask(
    api,
    scene.request(operation, { ...asked, headers: { 'If-None-Match': first.headers.etag! } }),
  );

  expect(again.status).toBe(304);
  expectAsDocumented(operation, again);
});

test.each(cases.filter(([, { method }]) => method === 'GET'))(
  'HEAD, as %s, has the same headers',
  async (_, operation) => {
    const head = await ask(api, { ...scene.request(operation), method: 'HEAD' });

    expect(head.bytes).toHaveLength(0);
    expect(headerFaults(responsesOf(operation)[head.status].headers, head.headers)).toEqual([]);
  },
);

test.each(cases)('what %s refuses is documented, too', async (_, operation) => {
  for (const wrong of mistakes(operation, scene.request(operation))) {
    // Where nothing is wrong with it, it is answered.
    expectAsDocumented(operation, await ask(api, wrong));
  }
});

test.each(cases.filter(([, { method }]) => method === 'GET'))(
  'what %s refuses a browser is documented, too',
  async (_, operation) => {
    for (const wrong of mistakes(operation, scene.request(operation))) {
      const answer = await ask(api, { ...wrong, headers: { ...wrong.headers, accept: 'text/html' } });
      if (answer.status >= 400) expectAsDocumented(operation, answer);
    }
  },
);

/** The example with one thing wrong at a time, where it can be. */
function mistakes({ path, docs }: Documented, right: Ask): Ask[] {
  const [address, query] = right.path.split('?') as [string, string?];
  const inQuery = (more: string) => `${address}?${query ? `${query}&` : ''}${more}`;
  return [
    { ...right, as: undefined },
    { ...right, as: { bearer: 'no such secret' } },
    { ...right, as: 'integration' },
    { ...right, path: inQuery('nope=1') },
    { ...right, path: inQuery('limit=0&tags=a&after=x') },
    ...(/[:*]/.test(path)
      ? [
          { ...right, path: right.path.replace(/_\w{10,}|[^/?]+(?=\?|$)/, 'nope') },
          { ...right, path: right.path.replace(/_\w{10,}|[^/?]+(?=\?|$)/, '%ff') },
        ]
      : []),
    ...(docs.body
      ? [
          { ...right, body: '{' },
          { ...right, body: '{"nope":1}' },
          { ...right, body: `"${'x'.repeat(100)}"` },
          { ...right, headers: { ...right.headers, 'content-type': 'text/plain' } },
        ]
      : []),
    ...(docs.takes?.includes('Idempotency-Key')
      ? [
          { ...right, headers: { ...right.headers, 'Idempotency-Key': '' } },
          { ...right, body: right.body!.toString().replace('"', '"x') },
        ]
      : []),
  ];
}

test('every answer that is no error is brought about above, but for what needs something to be down', () => {
  const unasked = operations.flatMap((operation) =>
    Object.entries(operation.docs.answers)
      .filter(([status, { request }]) => Number(status) !== usualStatus(operation.docs) && status !== '304' && !request)
      .map(([status]) => `${nameOf(operation)} ${status}`),
  );

  expect(unasked.sort()).toEqual(['GET /api/health/architecture 503', 'GET /healthz 503', 'GET /readyz 503']);
});

describe('a path that is not described', () => {
  const docs: MethodDocs = {
    name: 'thing',
    tag: { name: 'Things', description: 'Of all kinds.' },
    summary: 'A thing',
    description: 'By its id.',
    params: { id: { description: 'Of the thing.', example: '1' } },
    example: {},
    answers: { 200: { description: 'The thing.', content: { 'text/plain': { text: 'a thing' } } } },
  };
  const mount = (more: Partial<MethodDocs>): Mount => readOnly('/things/:id', { ...docs, ...more }, () => {});

  test('is one that is when nothing is missing', () => {
    expect(openApiDocument([mount({})], '1').paths).toHaveProperty(['/things/{id}', 'get']);
  });

  test.each<[string, Partial<MethodDocs>, RegExp]>([
    ['description', { description: ' ' }, /no description/],
    ['summary', { summary: '' }, /no summary/],
    ['word on its parameter', { params: {} }, /`id`/],
    ['example of its parameter', { params: { id: { description: 'Of it.', example: '' } } }, /`id`/],
    ['example of its request', { example: undefined as never }, /no example/],
    ['example of its body', { body: { 'application/json': { type: 'object' } } }, /no body/],
    ['success', { answers: { 404: { description: 'No.' } } }, /no success/],
    [
      'example of its answer',
      { answers: { 200: { description: 'It.', content: { 'text/plain': { text: '' } } } } },
      /answer 200 has no example/,
    ],
  ])('fails the build of the document: without a %s', (_, more, reason) => {
    const build = () => openApiDocument([mount(more)], '1');

    expect(build).toThrow('GET /things/:id is not described for /openapi.json');
    expect(build).toThrow(reason);
  });

  test('fails it also when a method is left out, or two have one name', () => {
    const { methods } = mount({});

    expect(() => openApiDocument([{ path: '/things', methods, docs: {} }], '1')).toThrow(
      'GET /things is not described',
    );
    expect(() => openApiDocument([mount({}), { ...mount({}), path: '/other/:id' }], '1')).toThrow(
      'Two operations of /openapi.json are called thing.',
    );
  });
});

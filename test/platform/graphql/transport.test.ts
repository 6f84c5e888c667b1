import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Json, startApi } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const PREFLIGHT = { 'apollo-require-preflight': 'yes' };
const OK = '{ health { __typename } }';
const ANSWER = { data: { health: { __typename: 'HealthReport' } } };
const get = (parameters: Record<string, string>, headers: Record<string, string> = PREFLIGHT) =>
  api.json(`/graphql?${new URLSearchParams(parameters)}`, { headers });

describe('a query by GET', () => {
  test('is answered when it comes from a client that could not be a plain link', async () => {
    expect(await get({ query: OK })).toMatchObject({ status: 200, body: ANSWER });
    expect(await get({ query: OK }, { 'x-apollo-operation-name': 'Any' })).toMatchObject({ status: 200 });
    expect(await get({ query: OK }, { 'content-type': 'application/json' })).toMatchObject({ status: 200 });
  });

  test('takes variables, an operation name and extensions', async () => {
    const answer = await get({
      query: 'query A { health { ok } } query B($id: ID!) { seal(id: $id) { id } }',
      operationName: 'B',
      variables: '{"id":"seal_0"}',
      extensions: '{"trace":{}}',
    });

    expect(answer).toMatchObject({ status: 200, body: { data: { seal: null } } });
  });

  test.each([
    ['no preflight header', { query: OK }, {}, 400],
    ['variables that are no JSON', { query: OK, variables: '{' }, PREFLIGHT, 400],
    ['variables that are a list', { query: OK, variables: '[1]' }, PREFLIGHT, 400],
    ['no query', {}, PREFLIGHT, 400],
    ['an empty query', { query: '' }, PREFLIGHT, 400],
    [
      'a mutation',
      { query: 'mutation { sealText(input: {text: "x", disclaimerAcknowledged: true}) { __typename } }' },
      PREFLIGHT,
      405,
    ],
    ['a syntax error', { query: '{' }, PREFLIGHT, 400],
  ])('is refused with %s', async (_name, parameters, headers, status) => {
    const answer = await get(parameters as Record<string, string>, headers as Record<string, string>);

    expectGraphQLError(answer);
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.get('allow')).toContain('POST');
  });
});

describe('what a form on another page could send is refused:', () => {
  test.each([
    ['text/plain', JSON.stringify({ query: OK })],
    ['application/x-www-form-urlencoded', new URLSearchParams({ query: OK }).toString()],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="query"\r\n\r\n{a}\r\n--x--'],
    [undefined, JSON.stringify({ query: OK })],
  ])('%s', async (type, body) => {
    const answer = await send('POST', type ? { 'content-type': type } : {}, body);

    expect([400, 415]).toContain(answer.status);
    expectGraphQLError(answer);
  });

  test('also with the preflight header, since the body is not JSON', async () => {
    const answer = await send('POST', { ...PREFLIGHT, 'content-type': 'text/plain' }, JSON.stringify({ query: OK }));

    expect([400, 415]).toContain(answer.status);
    expectGraphQLError(answer);
  });
});

test.each([
  ['half a document', '{"query": "{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '3'],
  ['a string', '"{ health { ok } }"'],
  ['an empty list', '[]'],
  ['an empty object', '{}'],
  ['a query that is no text', '{"query": 5}'],
  ['a query that is null', '{"query": null}'],
  ['variables that are a list', JSON.stringify({ query: OK, variables: [] })],
  ['variables that are a text', JSON.stringify({ query: OK, variables: '{' })],
  ['an operation name that is a number', JSON.stringify({ query: OK, operationName: 5 })],
  ['extensions that are a list', JSON.stringify({ query: OK, extensions: [] })],
  ['a query of blank space', '{"query": "  "}'],
  ['a persisted query', JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } })],
  ['trailing text', `${JSON.stringify({ query: OK })} x`],
])('a body of %s is refused as a GraphQL error', async (_name, body) => {
  const answer = await send('POST', { 'content-type': 'application/json' }, body);

  expect([200, 400]).toContain(answer.status);
  if (answer.status === 200) expect(answer.body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  expectGraphQLError(answer);
});

test.each([
  ['bytes that are no UTF-8', { 'content-type': 'application/json' }, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
  ['another charset', { 'content-type': 'application/json; charset=utf-16' }, Buffer.from('{}', 'utf16le'), 415],
  ['Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }, '{}', 415],
  ['an unknown compression', { 'content-type': 'application/json', 'content-encoding': 'zip' }, '{}', 415],
  ['gzip that is none', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'plain', 400],
  [
    'more than a text needs from a stranger',
    { 'content-type': 'application/json' },
    JSON.stringify({ query: OK, x: 'x'.repeat(3_100_001) }),
    413,
  ],
])('a body with %s is refused as a GraphQL error', async (_name, headers, body, status) => {
  const answer = await send('POST', headers, body);

  expect(answer.status).toBe(status);
  expectGraphQLError(answer);
});

test('somebody known may send more than a stranger', async () => {
  const answer = await api.json('/graphql', { as: 'operator', body: { query: OK, x: 'x'.repeat(3_000_001) } });

  expect(answer).toMatchObject({ status: 200, body: ANSWER });
});

describe('credentials', () => {
  test.each(['Bearer nobody', 'Bearer', 'Basic YTpi', 'nobody', `Bearer ${'x'.repeat(600)}`])(
    '%s is refused, not taken for no credential',
    async (authorization) => {
      const answer = await send(
        'POST',
        { 'content-type': 'application/json', authorization },
        JSON.stringify({ query: OK }),
      );

      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="imprimatur"');
      expect(expectGraphQLError(answer)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED', retryable: false } });
    },
  );

  test('are asked for with 401 when an operation needs them', async () => {
    const answer = await send(
      'POST',
      { 'content-type': 'application/json' },
      JSON.stringify({ query: '{ assets { totalCount } }' }),
    );

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="imprimatur"');
    expect(expectGraphQLError(answer)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED', retryable: false } });
  });

  const INPUT = { input: { name: 'Lost GmbH', plan: 'PRO' } };
  const CREATE = 'createCustomer(input: $input) { __typename ... on Problem { code } }';

  test.each([
    ['several queries', '{ assets { totalCount } tags { totalCount } }', {}],
    ['a mutation', `mutation ($input: CreateCustomerInput!) { ${CREATE} }`, INPUT],
    ['several mutations', `mutation ($input: CreateCustomerInput!) { __typename a: ${CREATE} b: ${CREATE} }`, INPUT],
    ['a field in a fragment', '{ ...f } fragment f on Query { ... on Query { assets { totalCount } } }', {}],
    [
      'what is not left out',
      'query ($is: Boolean!) { health @include(if: $is) { ok } assets { totalCount } }',
      { is: false },
    ],
  ])('nothing of the operation runs: %s', async (_name, query, variables) => {
    const before = await api.database.query('select count(*) from audit_entry');

    const { status, headers, body } = await api.json('/graphql', { body: { query, variables } });

    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="imprimatur"');
    expect(body).not.toHaveProperty('data');
    expect(body.errors).toMatchObject([
      { message: expect.stringContaining('Authorization: Bearer'), extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    expect(await api.database.query('select count(*) from audit_entry')).toEqual(before);
  });

  test('a field for everybody is answered, and those beside it say that they need credentials', async () => {
    const read = await api.graphql('{ health { ok } assets { totalCount } }');
    const done = await api.graphql(
      `mutation ($input: CreateCustomerInput!) { ${CREATE}
         sealText(input: { text: "mine", disclaimerAcknowledged: true }) { __typename } }`,
      { variables: INPUT },
    );

    expect(read).toMatchObject({
      status: 200,
      data: { health: { ok: true }, assets: null },
      errors: [{ path: ['assets'], extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(done).toMatchObject({
      status: 200,
      data: {
        createCustomer: { __typename: 'Unauthenticated', code: 'UNAUTHENTICATED' },
        sealText: { __typename: 'SealedText' },
      },
    });
  });

  test('a list that the caller may not see leaves the rest of the page', async () => {
    const { status, data, errors } = await api.graphql('{ me { __typename } assets { totalCount } }', {
      as: 'integration',
    });

    expect({ status, data }).toEqual({ status: 200, data: { me: { __typename: 'Me' }, assets: null } });
    expect(errors).toMatchObject([{ path: ['assets'], extensions: { code: 'FORBIDDEN' } }]);
  });

  test('that do not suffice give data beside the error', async () => {
    const answer = await api.json('/graphql', {
      as: 'integration',
      body: { query: '{ seal(id: "x") { id } health { __typename } node(id: "x") { id } partnerTokens { id } }' },
    });

    expect(answer).toMatchObject({
      status: 200,
      body: { data: { partnerTokens: null }, errors: [{ path: ['partnerTokens'], extensions: { code: 'FORBIDDEN' } }] },
    });
  });
});

describe('methods', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
    '%s is refused with the list of those that are taken',
    async (method) => {
      const answer = await send(method, PREFLIGHT);

      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, POST, HEAD, OPTIONS');
      expect(answer.type).toContain('json');
      expect(answer.body.code ?? answer.body.errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
    },
  );

  test('OPTIONS gives that list', async () => {
    const answer = await send('OPTIONS', {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
    });

    expect(answer.status).toBe(204);
    expect(answer.headers.allow).toBe('GET, POST, HEAD, OPTIONS');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('HEAD is GET without the body', async () => {
    const path = `/graphql?${new URLSearchParams({ query: OK })}`;
    const whole = await send('GET', PREFLIGHT, undefined, path);
    const head = await send('HEAD', PREFLIGHT, undefined, path);

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-type']).toBe(whole.headers['content-type']);
  });
});

describe('media types', () => {
  test.each([
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
  ])('who accepts %s gets %s', async (accept, type) => {
    const answer = await send('POST', { 'content-type': 'application/json', accept }, JSON.stringify({ query: OK }));

    expect(answer).toMatchObject({ status: 200, type, body: ANSWER });
  });

  test('who accepts none of ours is told so', async () => {
    const answer = await send(
      'POST',
      { 'content-type': 'application/json', accept: 'application/xml' },
      JSON.stringify({ query: OK }),
    );

    expect(answer.status).toBe(406);
    expectGraphQLError(answer);
  });
});

test('the id of a request comes back in its answer and in its errors', async () => {
  const own = await send(
    'POST',
    { 'content-type': 'application/json', 'x-request-id': 'mine-1' },
    '{"query":"{ nothing }"}',
  );
  const forged = await send(
    'POST',
    { 'content-type': 'application/json', 'x-request-id': 'a b' },
    '{"query":"{ nothing }"}',
  );

  expect(own.headers['x-request-id']).toBe('mine-1');
  expect(own.body.errors[0].extensions.requestId).toBe('mine-1');
  expect(forged.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

/** @returns the first error, after making sure that it is one a client can read */
function expectGraphQLError(answer: { body: Json; headers: Json; type?: string }) {
  expect(answer.type ?? answer.headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
  const [error] = answer.body.errors;
  expect(error).toMatchObject({
    message: expect.any(String),
    extensions: { code: expect.stringMatching(/^[A-Z_]+$/) },
  });
  const header =
    typeof answer.headers.get === 'function' ? answer.headers.get('x-request-id') : answer.headers['x-request-id'];
  expect(error.extensions.requestId).toBe(header);
  expect(JSON.stringify(answer.body)).not.toMatch(/stacktrace|node_modules|\.ts:/);
  return error;
}

/** Sends exactly this: fetch would add a content type and refuse some methods. */
async function send(method: string, headers: Record<string, string>, body?: string | Buffer, path = '/graphql') {
  return new Promise<{ status: number; headers: Record<string, Json>; type: string; text: string; body: Json }>(
    (resolve, reject) => {
      const request = httpRequest(api.url + path, { method, headers }, async (response) => {
        const answer = await text(response);
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          type: String(response.headers['content-type']),
          text: answer,
          body: answer.startsWith('{') ? JSON.parse(answer) : null,
        });
      });
      request.on('error', reject);
      request.end(body);
    },
  );
}

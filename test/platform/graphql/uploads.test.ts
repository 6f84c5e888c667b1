import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, fieldHead, filesOf, multipart, picture } from '../../rest/support.ts';
import { ADMIN_TOKEN, type Api, type Credential, type Json, startApi } from '../../support/api.ts';

let api: Api;
let png: Buffer;
beforeAll(async () => {
  api = await startApi();
  png = await picture(3);
});
afterAll(() => api.stop());

const CREATE = `mutation ($input: CreateAssetInput!) { createAsset(input: $input) { __typename
  ... on CreatedAsset { duplicateOf asset { id title origin tags file { url mediaType width } } }
  ... on Problem { code message } ... on InputInvalid { issues { pointer } } ... on PictureRefused { reason } } }`;
const TO_FILE = '{"0":["variables.input.file"]}';

const text = (name: string, body: string) => ({ head: fieldHead(name), body });
const file = (body: Uint8Array, name = '0') => ({
  head: `Content-Disposition: form-data; name="${name}"; filename="../a.exe"\r\nContent-Type: text/html`,
  body,
});
const operations = (input: object = { title: 'Sent', tags: ['sent'], file: null }, query = CREATE) =>
  text('operations', JSON.stringify({ query, variables: { input } }));
const form = (parts: Parameters<typeof multipart>[0], end?: string) => multipart(parts, end);

async function send(
  parts: Parameters<typeof multipart>[0],
  { as = 'operator', headers = {}, end }: { as?: Credential | undefined; headers?: object; end?: string } = {},
) {
  const { headers: type, body } = form(parts, end);
  return ask(api, { method: 'POST', path: '/graphql', as, headers: { ...type, ...headers }, body });
}

describe('a file of a GraphQL multipart request', () => {
  test('becomes a picture of the bank, as it does over REST', async () => {
    const { status, json } = await send([operations(), text('map', TO_FILE), file(png)]);

    expect(status).toBe(200);
    expect(json.data.createAsset).toMatchObject({
      __typename: 'CreatedAsset',
      duplicateOf: null,
      asset: { title: 'Sent', origin: 'UPLOAD', tags: ['sent'], file: { mediaType: 'image/png' } },
    });
    const again = await ask(api, {
      method: 'POST',
      path: '/api/admin/image-bank',
      as: 'operator',
      ...form([{ head: 'Content-Disposition: form-data; name="file"; filename="b.png"', body: png }]),
    });
    expect(again.json).toMatchObject({ ok: true, duplicateOf: json.data.createAsset.asset.id });
    expect((await api.fetch(new URL(json.data.createAsset.asset.file.url).pathname)).status).toBe(200);
  });

  test('may be one of several, each with an answer of its own', async () => {
    const query = `mutation ($a: CreateAssetInput!, $b: CreateAssetInput!) {
      a: createAsset(input: $a) { __typename ... on CreatedAsset { asset { title } } }
      b: createAsset(input: $b) { __typename ... on PictureRefused { reason } } }`;
    const variables = { a: { title: 'One', file: null }, b: { file: null } };
    const { json } = await send([
      text('operations', JSON.stringify({ query, variables })),
      text('map', '{"x":["variables.a.file"],"y":["variables.b.file"]}'),
      file(await picture(4), 'x'),
      file(Buffer.from('<svg/>'), 'y'),
    ]);

    expect(json.data).toEqual({
      a: { __typename: 'CreatedAsset', asset: { title: 'One' } },
      b: { __typename: 'PictureRefused', reason: expect.any(String) },
    });
  });

  test('is looked at as every picture is', async () => {
    const refused = async (bytes: Uint8Array): Promise<Json> =>
      (await send([operations(), text('map', TO_FILE), file(bytes)])).json.data.createAsset;

    expect(await refused(new Uint8Array())).toMatchObject({ __typename: 'PictureRefused', reason: 'NOT_A_PICTURE' });
    expect(await refused(png.subarray(0, png.length / 2))).toMatchObject({ reason: 'DAMAGED' });
  });

  test('is refused as a picture above 20 MB, although documents can be larger', async () => {
    const { status, json } = await send([operations(), text('map', TO_FILE), file(Buffer.alloc(20_000_001))]);

    expect(status).toBe(200);
    expect(json.data.createAsset).toMatchObject({ __typename: 'PictureRefused', reason: 'TOO_LARGE' });
  });

  test.each([
    [10, 200, 10],
    [11, 400, undefined],
  ])('can be one of ten documents, and not of eleven: %i files', async (count, status, newCount) => {
    const created = await api.graphql(
      'mutation { createCase(input: { name: "Ten" }) { ... on CreatedCase { case { id } } } }',
      { as: 'operator' },
    );
    const places = Array.from({ length: count }, (_, place) => place);
    const query = `mutation ($input: UploadDocumentsInput!) {
      uploadDocuments(input: $input) { ... on UploadedDocuments { newCount } ... on Problem { message } } }`;
    const files = places.map((place) => ({ name: `${place}.txt`, file: null }));
    const answer = await send([
      operations({ caseId: created.data.createCase.case.id, files }, query),
      text('map', JSON.stringify(Object.fromEntries(places.map((at) => [at, [`variables.input.files.${at}.file`]])))),
      ...places.map((at) => file(Buffer.from(`text ${at} of ${count}`), String(at))),
    ]);

    expect(answer.status).toBe(status);
    expect(answer.json.data?.uploadDocuments.newCount).toBe(newCount);
  });

  test('stands beside neither an address nor base64', async () => {
    const { json } = await send([
      operations({ file: null, imageBase64: png.toString('base64') }),
      text('map', TO_FILE),
      file(png),
    ]);

    expect(json.data.createAsset).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer: '/imageUrl' }] });
  });

  test.each([
    ['a text', '"/etc/passwd"'],
    ['what a Buffer is as JSON', '{"type":"Buffer","data":[1,2]}'],
    ['a list', '[1,2]'],
  ])('cannot be written as %s in JSON', async (_name, value) => {
    const { status, body } = await api.json('/graphql', {
      as: 'operator',
      body: { query: CREATE, variables: { input: { file: JSON.parse(value) } } },
    });

    expect(status).toBe(400);
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('who sends one', () => {
  const parts = () => [operations(), text('map', TO_FILE), file(png)];

  test.each([
    ['a stranger, asked first', undefined, { 'apollo-require-preflight': '1' }, 401, 'UNAUTHENTICATED'],
    ['a page of another origin, unasked', undefined, {}, 400, 'BAD_REQUEST'],
    ['a caller who puts nothing into the bank', 'integration', {}, 403, 'FORBIDDEN'],
    ['somebody with a wrong secret', { bearer: 'wrong' }, {}, 401, 'UNAUTHENTICATED'],
  ] as const)('%s is refused', async (_name, as, headers, status, code) => {
    const answer = await ask(api, { method: 'POST', path: '/graphql', as, ...withHeaders(form(parts()), headers) });

    expect(answer.status).toBe(status);
    expect(answer.json.errors[0].extensions.code).toBe(code);
  });

  test('is answered before a byte of the file has come', async () => {
    const answer = await new Promise<number>((resolve, reject) => {
      const asked = request(`${api.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=line', 'apollo-require-preflight': '1' },
      });
      asked.on('response', (response) => {
        resolve(response.statusCode!);
        asked.destroy();
      });
      asked.on('error', reject);
      asked.flushHeaders();
    });

    expect(answer).toBe(401);
  });
});

const withHeaders = ({ headers, body }: ReturnType<typeof multipart>, more: object) => ({
  headers: { ...headers, ...more },
  body,
});

describe('a form is refused', () => {
  const map = text('map', TO_FILE);
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, [`variables.input.${n}`]]));
  test.each<[string, () => Parameters<typeof multipart>[0], string?]>([
    ['without operations', () => [map, file(png)]],
    ['without a map', () => [operations(), file(png)]],
    ['without anything', () => [], '--line--\r\n'],
    ['with the map first', () => [map, operations(), file(png)]],
    ['with two maps', () => [operations(), map, map, file(png)]],
    ['with another field', () => [operations(), map, text('title', 'x'), file(png)]],
    ['with the file first', () => [file(png), operations(), map]],
    ['without its file', () => [operations(), map]],
    ['with the same file twice', () => [operations(), map, file(png), file(png)]],
    ['with a file that the map does not have', () => [operations(), map, file(png, '1')]],
    ['with operations that are no JSON', () => [text('operations', '{'), map, file(png)]],
    ['with a batch', () => [text('operations', '[{"query":"{ health { ok } }"}]'), map, file(png)]],
    ['with a map that is no object', () => [operations(), text('map', '[]'), file(png)]],
    ['with an empty map', () => [operations(), text('map', '{}'), file(png)]],
    ['with a map of too many files', () => [operations(), text('map', JSON.stringify(many)), file(png)]],
    ['with a path to nowhere', () => [operations(), text('map', '{"0":["variables.nope.file"]}'), file(png)]],
    ['with a path to a value', () => [operations(), text('map', '{"0":["variables.input.title"]}'), file(png)]],
    ['with a path outside', () => [operations(), text('map', '{"0":["query"]}'), file(png)]],
    ['with a path to a prototype', () => [operations(), text('map', '{"0":["variables.__proto__.x"]}'), file(png)]],
    ['with a path that is a number', () => [operations(), text('map', '{"0":[1]}'), file(png)]],
    [
      'with one path twice',
      () => [operations(), text('map', '{"0":["variables.input.file"],"1":["variables.input.file"]}'), file(png)],
    ],
    ['that breaks off within the file', () => [operations(), map, file(png)], ''],
  ])('%s', async (_name, parts, end) => {
    const answer = await send(parts(), end === undefined ? {} : { end });

    expect(answer.status).toBe(400);
    expect(['BAD_REQUEST', 'BAD_USER_INPUT']).toContain(answer.json.errors[0].extensions.code);
    expect(answer.json.data).toBeUndefined();
  });

  test('before it is read when it says that it is too large', async () => {
    const answer = await new Promise<number>((resolve, reject) => {
      const asked = request(`${api.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=line',
          'content-length': '140000000',
          authorization: `Bearer ${ADMIN_TOKEN}`,
        },
      });
      asked.on('response', (response) => {
        resolve(response.statusCode!);
        asked.destroy();
      });
      asked.on('error', reject);
      asked.flushHeaders();
    });

    expect(answer).toBe(413);
  });

  test('when its file is larger than 100 MB', async () => {
    const answer = await send([operations(), map, file(Buffer.alloc(100_000_001))]);

    expect(answer.status).toBe(413);
    expect(answer.json.errors[0].extensions.code).toBe('PAYLOAD_TOO_LARGE');
  });
});

test('a text of 2 GB whose size isn’t announced is refused after 100 MB', async () => {
  const { headers, body } = form([operations(), text('map', TO_FILE), file(new Uint8Array())], '');
  const piece = Buffer.alloc(1_000_000, 'a word ');
  let sent = 0;
  const status = await new Promise<number>((resolve, reject) => {
    let hasAnswer = false;
    const asked = request(`${api.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${ADMIN_TOKEN}`, 'transfer-encoding': 'chunked' },
    });
    const send = () => {
      if (hasAnswer || sent >= 2_000_000_000) return;
      sent += piece.length;
      if (asked.write(piece)) setImmediate(send);
      else asked.once('drain', send);
    };
    asked.on('response', (response) => {
      hasAnswer = true;
      resolve(response.statusCode!);
      asked.destroy();
    });
    asked.on('error', (error) => !hasAnswer && reject(error));
    asked.write(body, send);
  });

  expect(status).toBe(413);
  // What the server had not read yet when it refused is in buffers of the connection.
  expect(sent).toBeLessThan(130_000_000);
});

test('a form whose sender goes away leaves nothing behind', async () => {
  const before = filesOf(api);
  const { headers, body } = form([
    operations({ title: 'Gone', file: null }),
    text('map', TO_FILE),
    file(await picture(8)),
  ]);
  await new Promise<void>((resolve) => {
    const asked = request(`${api.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${ADMIN_TOKEN}`, 'content-length': body.length },
    });
    asked.on('error', () => resolve());
    asked.write(body.subarray(0, body.length - 200), () => asked.destroy());
    asked.on('close', () => resolve());
  });

  expect(filesOf(api)).toEqual(before);
  const { data } = await api.graphql('{ assets(filter: { search: "Gone" }) { totalCount } }', { as: 'operator' });
  expect(data.assets.totalCount).toBe(0);
});

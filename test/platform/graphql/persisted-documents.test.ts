import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/platform/errors/errors.ts';
import { readDocumentManifest } from '../../../src/platform/graphql/server/document-manifest.ts';
import { PersistedDocuments } from '../../../src/platform/graphql/server/persisted-documents.ts';
import { type Api, type Credential, startApi } from '../../support/api.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const by = (id: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } });
const LISTED = 'query Listed { health { __typename } }';
const LIST = 'query Bank { assets(first: 2) { nodes { id } } }';
const ANSWER = { data: { health: { __typename: 'HealthReport' } } };
const NOT_FOUND = [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }];

let folder: string;
let open: Api;
let closed: Api;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-documents-'));
  const file = path.join(folder, 'documents.json');
  writeFileSync(file, JSON.stringify({ 'listed-1': LISTED }));
  open = await startApi({ works: false, env: { PERSISTED_DOCUMENTS: file } });
  closed = await startApi({ works: false, env: { PERSISTED_DOCUMENTS: file, PERSISTED_DOCUMENTS_ONLY: '1' } });
});
afterAll(async () => {
  await Promise.all([open.stop(), closed.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const post = (api: Api, body: object, as?: Credential) => api.json('/graphql', { body, as });
const get = (api: Api, parameters: Record<string, string>) =>
  api.json(`/graphql?${new URLSearchParams(parameters)}`, { headers: { 'apollo-require-preflight': '1' } });

describe('an automatic persisted query', () => {
  test('is not there, is sent once, and is there from then on', async () => {
    const query = 'query Once { health { ok __typename } }';
    const id = sha256(query);

    const first = await post(open, by(id));
    const second = await post(open, { query, ...by(id) });
    const third = await post(open, by(id));

    expect(first).toMatchObject({ status: 200, body: { errors: NOT_FOUND } });
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(second.body.data.health.__typename).toBe('HealthReport');
    expect(third.body).toEqual(second.body);
  });

  test('works by GET, and beside other extensions', async () => {
    const query = 'query Address { health { __typename } }';
    const extensions = JSON.stringify({ ...by(sha256(query)).extensions, trace: {} });

    expect((await get(open, { extensions })).body.errors).toMatchObject(NOT_FOUND);
    expect((await get(open, { extensions, query })).body).toEqual(ANSWER);
    expect((await get(open, { extensions, operationName: 'Address' })).body).toEqual(ANSWER);
  });

  test('is not kept under an id that is not its own', async () => {
    const query = 'query Other { health { ok } }';

    const answer = await post(open, { query, ...by(sha256('another')) });

    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].extensions.code).toBe('BAD_REQUEST');
    expect((await post(open, by(sha256(query)))).body.errors).toMatchObject(NOT_FOUND);
  });

  test.each([
    ['an id that is no text', { extensions: { persistedQuery: { version: 1, sha256Hash: 5 } } }],
    ['an id that is too long', by('a'.repeat(129))],
    ['an id with blanks in it', by('a b')],
    ['another version', { extensions: { persistedQuery: { version: 2, sha256Hash: 'a' } } }],
    ['no version', { extensions: { persistedQuery: {} } }],
    ['a number for all of it', { extensions: { persistedQuery: 1 } }],
    ['a document id that is a list', { documentId: ['a'] }],
  ])('is refused with %s', async (_name, body) => {
    const { status, body: answer } = await post(open, body);

    expect(status).toBe(400);
    expect(answer.errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  test('is answered the same when it has been seen often', async () => {
    const id = sha256(LIST);
    await post(open, { query: LIST, ...by(id) }, 'operator');
    for (let times = 0; times < 4; times++) await post(open, by(id), 'operator');

    expect((await post(open, by(id), 'operator')).body).toEqual({ data: { assets: { nodes: [] } } });
  });

  test('has the guards of its fields, whoever had it kept', async () => {
    const id = sha256(LIST);
    await post(open, { query: LIST, ...by(id) }, 'operator');

    expect((await post(open, by(id))).body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('a listed document', () => {
  test('is asked for by its id, in either form of asking', async () => {
    expect((await post(open, by('listed-1'))).body).toEqual(ANSWER);
    expect((await post(open, { documentId: 'listed-1' })).body).toEqual(ANSWER);
    expect((await get(open, { documentId: 'listed-1' })).body).toEqual(ANSWER);
    expect((await post(open, { documentId: 'listed-2' })).body.errors).toMatchObject(NOT_FOUND);
  });
});

describe('where strangers may run listed documents alone', () => {
  test('they run those, by id or by text', async () => {
    expect((await post(closed, by('listed-1'))).body).toEqual(ANSWER);
    expect((await post(closed, { query: LISTED })).body).toEqual(ANSWER);
    expect((await get(closed, { query: LISTED })).body).toEqual(ANSWER);
  });

  test('they run no others, by whatever way', async () => {
    const query = 'query Mine { health { ok } }';
    const refused = [
      await post(closed, { query }),
      await post(closed, { query, ...by(sha256(query)) }),
      await get(closed, { query }),
      await closed.json('/graphql/stream', { body: { query }, headers: { accept: 'text/event-stream' } }),
      await post(closed, { query: `${LISTED} ` }),
    ];

    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect(body.errors[0].extensions.code).toBe('DOCUMENT_NOT_KNOWN');
    }
  });

  test('they do not run what others had kept', async () => {
    const query = 'query Kept { health { ok } }';
    await post(closed, { query, ...by(sha256(query)) }, 'operator');

    expect((await post(closed, by(sha256(query)), 'operator')).body.data).toBeDefined();
    expect((await post(closed, by(sha256(query)))).body.errors).toMatchObject(NOT_FOUND);
  });

  test('whoever has a credential runs anything', async () => {
    expect((await post(closed, { query: '{ health { __typename } }' }, 'operator')).body).toEqual(ANSWER);
  });

  test('the REST contract answers as ever', async () => {
    expect((await closed.json('/api/health/architecture')).status).toBe(200);
  });
});

describe('what is kept', () => {
  const text = (name: string, length = 9_000) => `query ${name} { health { ok } } #${'x'.repeat(length)}`;

  test('is bounded, and strangers push out nothing but their own', () => {
    const documents = new PersistedDocuments({ known: new Map(), isClosed: false });
    const keep = (query: string, isStranger: boolean) => documents.resolve({ query, ...by(sha256(query)) }, isStranger);
    const isKept = (query: string) => documents.resolve(by(sha256(query)), true) !== null;
    keep(text('Ours'), false);
    for (let index = 0; index < 400; index++) keep(text(`Q${index}`), true);

    expect(isKept(text('Ours'))).toBe(true);
    expect(isKept(text('Q399'))).toBe(true);
    expect(isKept(text('Q0'))).toBe(false);
  });

  test('is none that is long', () => {
    const documents = new PersistedDocuments({ known: new Map(), isClosed: false });
    const query = text('Long', 20_000);

    expect(documents.resolve({ query, ...by(sha256(query)) }, false)).toEqual({ query });
    expect(documents.resolve(by(sha256(query)), false)).toBeNull();
  });

  test('is refused before it is hashed to something else', () => {
    const documents = new PersistedDocuments({ known: new Map(), isClosed: false });

    expect(() => documents.resolve({ query: '{ a }', ...by('0'.repeat(64)) }, false)).toThrow(Refusal);
  });
});

describe('a file of documents', () => {
  const read = (content: string) => {
    const file = path.join(folder, 'given.json');
    writeFileSync(file, content);
    return readDocumentManifest(file);
  };

  test('is an object of texts by ids, or Apollo’s manifest', () => {
    const operations = [{ id: 'a1', name: 'A', type: 'query', body: '{ a }' }];
    const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };

    expect([...read('{"a1":"{ a }"}')]).toEqual([['a1', '{ a }']]);
    expect([...read(JSON.stringify(manifest))]).toEqual([['a1', '{ a }']]);
  });

  test.each(['{', '[]', '{"a b":"{ a }"}', '{"a":5}', '{"format":"other","version":1,"operations":[]}'])(
    'is refused as %s, by its name',
    (content) => {
      expect(() => read(content)).toThrow(/given\.json/);
    },
  );
});

describe('a listed document that does not fit the schema ends the start,', () => {
  const startWith = (documents: Record<string, string>) => {
    const file = path.join(folder, `wrong-${Object.keys(documents)[0]}.json`);
    writeFileSync(file, JSON.stringify(documents));
    return startApi({ works: false, env: { PERSISTED_DOCUMENTS: file } });
  };

  test('and is named with what to do', async () => {
    const started = startWith({
      fits: LISTED,
      gone: 'query Gone { nothingLikeIt }',
      broken: '{ health { ok }',
      'too-deep': `{ ${'a: health { ok } '.repeat(40)} }`,
    });

    const mistakes: string[] = await started.then(
      () => [],
      ({ mistakes }) => mistakes,
    );
    expect(mistakes).toHaveLength(3);
    expect(mistakes[0]).toBe(
      'PERSISTED_DOCUMENTS: the document `gone` doesn\'t fit the schema: Cannot query field "nothingLikeIt" on type "Query". ' +
        "Generate the file again from this version's schema (`schema/schema.graphql`), or remove the document from it.",
    );
    expect(mistakes[1]).toContain("`broken` doesn't fit the schema: Syntax Error: Expected Name, found <EOF>.");
    expect(mistakes[2]).toContain("`too-deep` doesn't fit the schema: ");
  });

  test('and of many not all are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`doc-${n}`, `{ field${n} }`]));

    const { mistakes } = await startWith(many).catch((error) => error);

    expect(mistakes).toHaveLength(11);
    expect(mistakes.at(-1)).toBe("PERSISTED_DOCUMENTS: 3 more documents don't fit the schema.");
  });
});

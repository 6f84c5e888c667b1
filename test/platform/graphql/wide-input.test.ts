import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, post } from '../../rest/support.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { startThreadTime } from '../../support/processor-time.ts';

let api: Api;
let partner: Credential;
beforeAll(async () => {
  api = await startApi({ works: false });
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  partner = { bearer: data.issuePartnerLink.secret };
});
afterAll(() => api.stop());

const SEAL = 'mutation ($input: SealTextInput!) { sealText(input: $input) { __typename } }';
const ASSETS = 'query ($filter: AssetFilter) { assets(filter: $filter) { totalCount } }';

const unknown = (many: number, value: unknown = 0) =>
  Object.fromEntries(Array.from({ length: many }, (_, n) => [`unknown${n}`, value]));

/** What came back, and what it took to make it. */
async function sent(path: string, body: string, as?: Credential) {
  const workedMs = startThreadTime();
  const { status, text, json } = await ask(api, post(path, body, { as }));
  return { status, text, json: json as Json, workedMs: workedMs() };
}
const asked = (query: string, variables: unknown, as?: Credential) =>
  sent('/graphql', JSON.stringify({ query, variables }), as);

describe('a hundred thousand members', () => {
  test.each([
    ['a variable of GraphQL', () => asked(SEAL, { input: unknown(100_000) })],
    ['variables of GraphQL', () => asked('{ health { ok } }', unknown(100_000))],
    [
      'extensions',
      () => sent('/graphql', JSON.stringify({ query: '{ health { ok } }', extensions: unknown(100_000) })),
    ],
    ['a body of REST', () => sent('/api/legal/provenance-seal', JSON.stringify(unknown(100_000)))],
    ['a list', () => asked(SEAL, { input: { text: Array.from({ length: 100_000 }, () => 0) } })],
  ])('in %s are refused before anything is done with them', async (_, send) => {
    const { status, text, workedMs } = await send();

    expect(status).toBe(413);
    expect(text.length).toBeLessThan(2_000);
    expect(workedMs).toBeLessThan(500);
  });

  test('nine thousand are let in, and few of them are named, and nothing that is in them', async () => {
    const text = 'not to be repeated '.repeat(50_000);

    const graph = await asked(SEAL, { input: { ...unknown(9_000), text } });
    const rest = await sent('/api/legal/provenance-seal', JSON.stringify({ ...unknown(9_000), artifact_text: text }));

    expect(graph).toMatchObject({ status: 400, json: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] } });
    expect(rest).toMatchObject({ status: 400, json: { code: 'BAD_USER_INPUT' } });
    for (const answer of [graph, rest]) {
      expect(answer.text).toMatch(/unknown1/);
      expect(answer.text).not.toMatch(/unknown10\b|not to be repeated/);
      expect(answer.text.length).toBeLessThan(4_000);
      expect(answer.workedMs).toBeLessThan(700);
    }
  });

  test.each([
    ['a name', { [`n${'x'.repeat(2_000_000)}`]: 1 }],
    ['a number', { text: 'x', disclaimerAcknowledged: true, disclaimerVersion: 'x'.repeat(2_000_000) }],
    ['a truth', { text: 'x', disclaimerAcknowledged: 'x'.repeat(2_000_000) }],
    ['an object', { text: { x: 'x'.repeat(2_000_000) }, disclaimerAcknowledged: true }],
    ['what else there is of an object', { text: 'x'.repeat(2_000_000), nope: 1 }],
  ])('megabytes in the place of %s are not repeated', async (_, input) => {
    const { status, text, workedMs } = await asked(SEAL, { input });

    expect(status).toBe(400);
    expect(text).not.toMatch(/x{100}/);
    expect(text.length).toBeLessThan(2_000);
    expect(workedMs).toBeLessThan(500);
  });
});

describe('a list with many wrong values', () => {
  test('in GraphQL names the first few', async () => {
    const { status, json, text } = await asked(ASSETS, { filter: { tags: unknownList(5_000) } }, 'operator');

    expect(status).toBe(400);
    expect(json.errors).toHaveLength(1);
    expect(json.errors[0].extensions.issues.length).toBeLessThanOrEqual(5);
    expect(text.length).toBeLessThan(3_000);
  });

  test('on REST names the first few', async () => {
    const body = JSON.stringify({ prompt: 'sea', tags: unknownList(5_000) });
    const { status, json, text } = await sent('/api/integrations/cinema/render', body, 'integration');

    expect(status).toBe(400);
    expect(json.errors).toHaveLength(20);
    expect(text.length).toBeLessThan(5_000);
  });
});

const unknownList = (length: number) => Array.from({ length }, () => 1);

describe('an id that is longer than any', () => {
  const long = 'x'.repeat(2_900_000);
  test.each([
    ['seal', 'query ($id: ID!) { seal(id: $id) { id } }'],
    ['node', 'query ($id: ID!) { node(id: $id) { id } }'],
    ['retainedText', 'query ($id: ID!) { retainedText(sealId: $id) }'],
    ['asset', 'query ($id: ID!) { asset(id: $id) { id } }', 'operator' as const],
  ])('is refused before it is looked up: %s', async (_, query, as?: Credential) => {
    const { status, text, workedMs } = await asked(query, { id: long }, as);

    expect(status).toBe(400);
    expect(text).toContain('The id is longer than 64 characters.');
    expect(text.length).toBeLessThan(1_000);
    expect(workedMs).toBeLessThan(200);
  });

  test('and one in the document as well', async () => {
    const { status, text } = await asked(`{ seal(id: "${'x'.repeat(65)}") { id } }`, {});

    expect(status).toBe(400);
    expect(text).toContain('The id is longer than 64 characters.');
  });

  test('one that may be long is simply not there', async () => {
    const { data } = await api.graphql(`{ seal(id: "${'x'.repeat(64)}") { id } node(id: "42") { id } }`);

    expect(data).toEqual({ seal: null, node: null });
  });
});

describe('a text that is longer than it can mean anything', () => {
  test.each([
    ['a cursor', 'query ($t: String) { assets(after: $t) { totalCount } }', 'operator' as const],
    ['a language', 'query ($t: String!) { disclaimer(language: $t) { id } }'],
    ['a token', 'query ($t: String!) { retainedText(sealId: "seal_1", ownerToken: $t) }'],
  ])('is refused: %s', async (_, query, as?: Credential) => {
    const { text, json } = await asked(query, { t: 'x'.repeat(2_900_000) }, as);

    expect(json.errors[0]).toMatchObject({
      message: expect.stringMatching(/at most 10000/),
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(text.length).toBeLessThan(1_000);
  });

  test('a document, though not with a text in a variable', async () => {
    const { status, text, workedMs } = await sent(
      '/graphql',
      JSON.stringify({ query: `{ health { ok } }${' #\n'.repeat(700_000)}` }),
    );

    expect(status).toBe(400);
    expect(text).toMatch(/Send long texts as variables/);
    expect(workedMs).toBeLessThan(300);
  });
});

describe('a body of', () => {
  const body = (bytes: number) => JSON.stringify({ query: '{ health { ok } }', variables: { a: 'x'.repeat(bytes) } });
  test.each([
    ['a stranger has room for a text', undefined, 3_000_000, 200],
    ['a stranger is small', undefined, 3_200_000, 413],
    ['a partner has room for a text', 'partner', 3_000_000, 200],
    ['a partner is small', 'partner', 3_200_000, 413],
    ['who only renders is small', 'integration', 3_200_000, 413],
    ['who puts pictures into the bank has room for one', 'operator', 27_000_000, 200],
  ] as const)('%s', async (_, who, bytes, status) => {
    const answer = await sent('/graphql', body(bytes), who === 'partner' ? partner : who);

    expect(answer.status).toBe(status);
  });
});

test('folding a tag takes no time, whatever is in it', async () => {
  const marks = `a${'\u0301\u0323'.repeat(60_000)}`;
  const pick = (tags: string[], not: string[] = []) =>
    asked(
      'mutation ($i: PickAssetInput!) { pickAsset(input: $i) { __typename ... on InputInvalid { issues { pointer } } } }',
      {
        i: { tags, not },
      },
    );
  const list = 'query ($tags: [String!]) { mediaDesk { assets(tags: $tags) { totalCount } } }';

  for (const answer of [await pick([marks]), await pick(['sea'], [marks]), await pick([`a${'\u0301'.repeat(31)}`])]) {
    expect(answer.json.errors?.[0]?.extensions.code ?? answer.json.data.pickAsset.__typename).toMatch(
      /BAD_USER_INPUT|InputInvalid/,
    );
    expect(answer.workedMs).toBeLessThan(300);
  }
  for (const tags of [[marks], [`a${'\u0301\u0323'.repeat(200)}`], Array.from({ length: 100 }, () => 'a')]) {
    const answer = await asked(list, { tags }, partner);
    expect(answer.json.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(answer.workedMs).toBeLessThan(300);
  }
});

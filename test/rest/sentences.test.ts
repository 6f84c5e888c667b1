import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { BANK, PICK, RENDER, SEAL } from './refusals.ts';

let api: Api;
let desk: string;
beforeAll(async () => {
  api = await startApi();
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  desk = `/api/media-desk/${data.issuePartnerLink.secret}/bank`;
});
afterAll(() => api.stop());

const refusedBody = async (path: string, body: unknown, as?: Credential): Promise<Json> =>
  (await api.json(path, { as, body })).body;
const refusedQuery = async (path: string, query: string, as?: Credential): Promise<Json> =>
  (await api.json(`${path}?${query}`, { as })).body;

describe('what is wrong is said in sentences', () => {
  test('a value that is missing, of another type, too long, or none of those there are', async () => {
    const render = await refusedBody(
      RENDER,
      { title: 1, saveToBank: 'yes', tags: 'a,b', width: 1.5, height: 3e9, seed: '7', source: [] },
      'integration',
    );
    const pick = await refusedQuery(PICK, 'match=some&mode=oldest&peek=maybe');
    const list = await refusedQuery(BANK, `limit=0&status=gone&q=${'a'.repeat(201)}&cursor=1&cursor=2`, 'operator');

    expect(render.errors).toEqual([
      { pointer: '/prompt', detail: 'Missing. Send a text.' },
      { pointer: '/title', detail: 'Send a text, not a number.' },
      { pointer: '/saveToBank', detail: 'Send true or false, not a text.' },
      { pointer: '/source', detail: 'Send a text, not a list.' },
      { pointer: '/tags', detail: 'Send a list, not a text.' },
      { pointer: '/width', detail: 'Send a whole number.' },
      { pointer: '/height', detail: 'Send at most 2147483647.' },
      { pointer: '/seed', detail: 'Send a number, not a text.' },
    ]);
    expect(render.detail).toMatch(/^The body isn't valid\. prompt: Missing\. Send a text\. title: /);
    expect(pick.errors).toEqual([
      { pointer: '/tags', detail: 'Missing. Send a text.' },
      { pointer: '/match', detail: 'Send one of: all, any, best.' },
      { pointer: '/mode', detail: 'Send one of: rotate, random, newest.' },
      { pointer: '/peek', detail: 'Send one of: 0, 1, true, false.' },
    ]);
    expect(list.errors).toEqual([
      { pointer: '/cursor', detail: 'Send it once.' },
      { pointer: '/limit', detail: 'Send an integer from 1 to 100.' },
      { pointer: '/q', detail: 'Send at most 200 characters.' },
      { pointer: '/status', detail: 'Send one of: LIVE, ARCHIVED, TRASHED, QUARANTINED.' },
    ]);
  });

  test('a body that is no object', async () => {
    for (const [body, sent] of [
      ['null', 'null'],
      ['[]', 'a list'],
      ['3', 'a number'],
      ['"a"', 'a text'],
    ]) {
      const { detail } = await refusedBody(RENDER, body, 'integration');
      expect(detail).toBe(`The body isn't valid. Send a JSON object, not ${sent}.`);
    }
  });

  test('a value of a setting, and the parts of a subscription', async () => {
    const { data } = await api.graphql(
      'mutation { updateSetting(input: { name: SEALS_PER_MINUTE, integer: 0 }) { ... on InputInvalid { issues { message } } } }',
      { as: 'operator' },
    );
    const stream = await api.json('/graphql/stream', { headers: { accept: 'text/event-stream' }, body: { query: 1 } });

    expect(data.updateSetting.issues).toEqual([{ message: 'Send at least 1.' }]);
    expect(JSON.stringify(stream.body)).toContain('Send a text, not a number.');
  });
});

describe('a name that is not taken', () => {
  test.each<[string, object, string, Credential | undefined, string, string]>([
    ['promt', { promt: 'sea' }, RENDER, 'integration', '/promt', 'Unknown. Did you mean "prompt"?'],
    [
      'artifactText',
      { artifactText: 'a', disclaimer_ack: true },
      SEAL,
      undefined,
      '/artifactText',
      'Unknown. Did you mean "artifact_text"?',
    ],
    ['imageurl', { imageurl: 'https://x' }, BANK, 'operator', '/imageurl', 'Unknown. Did you mean "imageUrl"?'],
  ])('%s: the nearest one is named', async (_, body, path, as, pointer, detail) => {
    expect((await refusedBody(path, body, as)).errors).toContainEqual({ pointer, detail });
  });

  test.each<[string, () => string, Credential | undefined, string]>([
    ['tag=a', () => PICK, undefined, 'Unknown. Did you mean "tags"?'],
    ['limits=3', () => BANK, 'operator', 'Unknown. Did you mean "limit"?'],
    ['curser=3', () => desk, undefined, 'Unknown. Did you mean "cursor"?'],
  ])('in a query, %s: the nearest one is named', async (query, path, as, detail) => {
    const { errors } = await refusedQuery(path(), query, as);

    expect(errors).toContainEqual({ pointer: `/${query.split('=')[0]}`, detail });
  });

  test('where none is near, all that are taken are', async () => {
    const { errors } = await refusedQuery(desk, 'callback=alert');

    expect(errors).toEqual([{ pointer: '/callback', detail: 'Unknown. Allowed: cursor, limit, tags.' }]);
  });

  test('a hundred thousand of them are not all named, nor compared at length', async () => {
    const names = Array.from({ length: 5_000 }, (_, n) => [`${'x'.repeat(500)}${n}`, 1]);
    const { errors, detail } = await refusedBody(
      RENDER,
      { prompt: 'sea', ...Object.fromEntries(names.slice(0, 150)) },
      'integration',
    );

    expect(errors).toHaveLength(4);
    expect(errors.at(-1)).toEqual({ pointer: '', detail: '147 more names are unknown.' });
    expect(detail.length).toBeLessThan(1_100);
  });
});

describe('no value that is sent gets a library’s own words, or a sentence that ends twice', () => {
  const ODD = [null, 1, -1.5, 1e300, true, [], [null], {}, { a: [] }, '', ' ', 'x', 'x'.repeat(11_000), '\u0000', '2'];
  const bodies: [string, string[], Credential | undefined][] = [
    [RENDER, ['prompt', 'kind', 'title', 'saveToBank', 'source', 'tags', 'width', 'height', 'seed'], 'integration'],
    [BANK, ['title', 'alt', 'tags', 'source', 'imageUrl', 'imageBase64'], 'operator'],
    [
      SEAL,
      [
        'artifact_text',
        'disclaimer_ack',
        'disclaimer_version',
        'language',
        'private',
        'retain',
        'supersedes',
        'supersedes_owner_token',
      ],
      undefined,
    ],
  ];
  const queries: [string, () => string, string[], Credential | undefined][] = [
    [BANK, () => BANK, ['cursor', 'limit', 'tags', 'q', 'status', 'origin'], 'operator'],
    [PICK, () => PICK, ['tags', 'match', 'not', 'campaign', 'sticky', 'mode', 'as', 'peek'], undefined],
    ['desk', () => desk, ['cursor', 'limit', 'tags'], undefined],
  ];

  test.each(bodies)('in a body of %s', async (path, names, as) => {
    const right: Json = { prompt: '', artifact_text: '', imageUrl: 'x:' };
    const allowed = names.filter((name) => name in right);
    const usual = Object.fromEntries(allowed.map((name) => [name, right[name]]));
    for (const name of names) {
      for (const odd of ODD) {
        const { body } = await api.json(path, { as, body: { ...usual, [name]: odd }, headers: { prefer: 'wait=0' } });
        if (body.ok === false) expectSentences(body, { path, name, odd });
      }
    }
  });

  test.each(queries)('in a query of %s', async (_, path, names, as) => {
    for (const name of names) {
      for (const odd of ['', '0', 'x', 'a&x=1', `1&${name}=2`, 'x'.repeat(3_000), '%00', '[]', '1e9']) {
        const { body } = await api.json(`${path()}?tags=a&${name}=${odd}`, { as });
        if (body.ok === false) expectSentences(body, { name, odd });
      }
    }
  });
});

const LIBRARY =
  /expected|received|invalid (input|option|string|url)|too (big|small):|unrecognized|cannot represent|\$\w|non-null|type "/i;

function expectSentences({ detail, errors = [] }: Json, sent: object): void {
  for (const text of [detail, ...errors.map((error: { detail: string }) => error.detail)]) {
    const where = JSON.stringify(sent).slice(0, 300);
    expect(text, where).not.toMatch(LIBRARY);
    expect(text, where).not.toMatch(/[.!?]\s*[.;]|\s\.|undefined|\[object/);
    expect(text, where).toMatch(/[.?!]$/);
    expect(text, where).toMatch(/^(\p{Lu}|\p{N}|`|[/\w]+:? )/u);
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AssetShape } from '../../src/assets/asset.shape.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { BANK, RENDER } from './refusals.ts';
import { ask, settled, upload } from './support.ts';

let api: Api;
let asset: Json;
let rendered: Json;
let sealId: string;
let desk: string;
beforeAll(async () => {
  api = await startApi();
  for (let n = 0; n < 5; n++) asset = await upload(api, { tags: ['again'], title: `Picture ${n}` });
  rendered = (await api.render()).render;
  const sealed = await api.json('/api/legal/provenance-seal', { body: { artifact_text: 'a', disclaimer_ack: true } });
  sealId = sealed.body.seal.id;
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  desk = `/api/media-desk/${data.issuePartnerLink.secret}/bank`;
  await settled(api);
});
afterAll(() => api.stop());

/** What can be asked for again, and whether it is the caller's alone. */
const TAGGED: [string, () => string, Credential | undefined][] = [
  ['the bank', () => `${BANK}?limit=2`, 'operator'],
  ['an asset', () => `${BANK}/${asset.id}`, 'operator'],
  ['a render', () => `${RENDER}/${rendered.id}`, 'integration'],
  ['a seal', () => `/v/${sealId}`, undefined],
  ['the bundle of a seal', () => `/v/${sealId}/seal.sigstore.json`, undefined],
  ['the trust file', () => '/.well-known/imprimatur/trust.json', undefined],
  ['the log', () => '/log', undefined],
  ['the checkpoints', () => '/log/checkpoints', undefined],
  ['the contract', () => '/openapi.json', undefined],
  ['the schema', () => '/schema.graphql', undefined],
];

describe.each(TAGGED)('%s', (_, path, as) => {
  test('is not sent again to who has it, and says how it may be kept', async () => {
    const headers = { accept: 'application/json' };
    const first = await ask(api, { path: path(), as, headers });
    const again = await ask(api, { path: path(), as, headers: { ...headers, 'if-none-match': first.headers.etag! } });
    const byFetch = await api.fetch(path(), { as, headers: { ...headers, 'if-none-match': first.headers.etag! } });
    const amongOthers = `"x", W/${first.headers.etag!}`;
    const listed = await ask(api, { path: path(), as, headers: { ...headers, 'if-none-match': amongOthers } });
    const other = await ask(api, { path: path(), as, headers: { ...headers, 'if-none-match': '"other"' } });
    const head = await ask(api, { method: 'HEAD', path: path(), as, headers });

    expect(first.status).toBe(200);
    expect(first.headers.etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers['cache-control']).toBe(as ? 'private, no-cache' : 'no-cache');
    if (as) expect(first.headers.vary).toMatch(/Authorization/);
    expect(again).toMatchObject({
      status: 304,
      text: '',
      headers: { etag: first.headers.etag, 'cache-control': first.headers['cache-control'] },
    });
    expect(again.headers['content-type']).toBeUndefined();
    // It adds `Cache-Control: no-cache`, which is for caches.
    expect(byFetch.status).toBe(304);
    expect(listed.status).toBe(304);
    expect(other).toMatchObject({ status: 200, text: first.text });
    expect(head).toMatchObject({ status: 200, text: '', headers: { etag: first.headers.etag } });
  });
});

test('an ETag changes with what it names, and is not another caller’s', async () => {
  const path = `${BANK}?q=changing`;
  const before = await ask(api, { path, as: 'operator' });
  await upload(api, { title: 'changing' });

  const after = await ask(api, { path, as: 'operator', headers: { 'if-none-match': before.headers.etag! } });
  const stranger = await ask(api, { path, headers: { 'if-none-match': after.headers.etag! } });

  expect(after.status).toBe(200);
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect(stranger).toMatchObject({ status: 401, headers: { 'cache-control': 'no-store' } });
  expect(stranger.headers.etag).toBeUndefined();
});

test.each<[string, () => string]>([
  ['a pick', () => '/api/marketing/image-bank/pick?tags=again'],
  ['a partner’s list', () => desk],
  ['the health report', () => '/api/health/architecture'],
])('%s is not to be kept, and has none', async (_, path) => {
  const { status, headers } = await ask(api, { path: path() });

  expect(status).toBe(200);
  expect(headers['cache-control']).toMatch(/no-store/);
  expect(headers.etag).toBeUndefined();
});

describe('one asset', () => {
  test('is what the list and GraphQL have', async () => {
    const { status, body } = await api.json(`${BANK}/${asset.id}`, { as: 'operator' });
    const list = await api.json(`${BANK}?limit=100`, { as: 'operator' });
    const graph = await api.graphql('query ($id: ID!) { asset(id: $id) { id title sha: file { sha256 } } }', {
      as: 'operator',
      variables: { id: asset.id },
    });

    expect(status).toBe(200);
    expect(AssetShape.parse(body.asset)).toEqual(body.asset);
    expect(list.body.items).toContainEqual(body.asset);
    expect(graph.data.asset).toEqual({ id: asset.id, title: body.asset.title, sha: { sha256: body.asset.sha256 } });
  });

  test('that is not there is 404, as is an id of another kind', async () => {
    for (const id of ['ast_00000000000000000000000000', rendered.id, 'nope']) {
      expect(await api.json(`${BANK}/${id}`, { as: 'operator' })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    }
  });
});

describe('a partner’s list', () => {
  test('leads from page to page by Link, with its filters', async () => {
    const seen: string[] = [];
    let next: string | null = `${api.url}${desk}?limit=2&tags=again`;
    while (next) {
      const answer: Response = await fetch(next);
      const body: Json = await answer.json();
      seen.push(...body.items.map((item: { id: string }) => item.id));
      const link = answer.headers.get('link');
      expect(Boolean(link)).toBe(body.nextCursor !== null);
      next = link && /^<([^>]+)>; rel="next"$/.exec(link)![1]!;
      if (next) expect(new URL(next).searchParams.get('tags')).toBe('again');
    }

    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });
});

describe('Prefer', () => {
  const brief = { prompt: 'calm sea', width: 256, height: 256, seed: 9 };
  const render = (prefer: string, more: object = {}) =>
    api.json(RENDER, { as: 'integration', headers: { prefer }, body: { ...brief, ...more } });

  test.each(['respond-async', 'RESPOND-ASYNC', 'return=minimal, respond-async', 'respond-async; foo=1'])(
    '%s is answered at once with where to ask',
    async (prefer) => {
      const { status, headers } = await render(prefer);

      expect(status).toBe(202);
      expect(headers.get('preference-applied')).toBe('respond-async');
      expect(headers.get('location')).toMatch(new RegExp(`${RENDER}/rnd_`));
    },
  );

  test.each<[string, number, string | null]>([
    ['wait=20', 200, 'wait=20'],
    ['wait=600', 200, 'wait=25'],
    ['wait=0', 202, 'wait=0'],
    ['respond-async, wait=20', 200, 'wait=20'],
    ['respond-async, wait=0', 202, 'respond-async, wait=0'],
    ['not-respond-async', 200, null],
    ['respond-asynchronously', 200, null],
  ])('%s is answered with %i, and says what was done', async (prefer, status, applied) => {
    const answer = await render(prefer);

    expect(answer.status).toBe(status);
    expect(answer.headers.get('preference-applied')).toBe(applied);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Json, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const post = (body: object, headers: Record<string, string> = {}) =>
  api.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers,
    body: { width: 256, height: 256, seed: 4, ...body },
  });
const pick = (tags: string) => api.json(`/api/marketing/image-bank/pick?tags=${encodeURIComponent(tags)}&peek`);

describe('what the bank says of a picture', () => {
  test('a brief that cannot be drawn gives no tags, no alt text and no title of its own', async () => {
    const { render, asset } = (await post({ prompt: 'A cat sleeping on a windowsill' })).body;

    expect(asset.tags.join(' ')).not.toMatch(/cat|sleeping|windowsill/);
    expect(asset.tags).toContain(render.understood.scene.value.toLowerCase());
    expect(`${asset.alt} ${asset.title} ${render.title}`).not.toMatch(/cat|windowsill/);
    expect(render).toMatchObject({
      prompt: 'A cat sleeping on a windowsill',
      ignoredTerms: ['cat', 'sleeping', 'windowsill'],
      note: expect.stringMatching(/^The engine cannot draw “cat sleeping”; .*\.$/),
      understood: { scene: { isFromBrief: false, words: [] } },
    });
    expect((await pick('cat')).body).toMatchObject({ code: 'NO_MATCH' });
  });

  test('the caller’s own tags and title stand as they were sent', async () => {
    const { asset, render } = (await post({ prompt: 'cat', title: 'The cat', tags: ['Cat people', 'and'] })).body;

    expect(asset.tags).toEqual(expect.arrayContaining(['Cat people', 'and']));
    expect([asset.title, render.title]).toEqual(['The cat', 'The cat']);
    expect(asset.tags).not.toContain('cat');
    expect((await pick('cat people')).body.asset.id).toBe(asset.id);
  });

  test('alt text is a sentence of what was drawn', async () => {
    const { asset, render } = (await post({ prompt: 'Meadow at golden hour with hills, no clouds' })).body;

    expect(asset.alt).toMatch(/^Meadow at golden hour, hills behind/);
    expect(asset.title).toBe('Meadow at golden hour');
    expect(render.note).toBeNull();
  });

  test.each([
    ['Sea at dusk, no people', ['no', 'people']],
    ['Mountains without fog', ['without', 'fog']],
    ['Lac en été, sans nuages', ['sans', 'nuages', 'clouds', 'en']],
    ['Der Strand und das Meer, sea', ['der', 'und', 'das', 'strand', 'meer']],
    ['Abstract silk in #ff8844', ['#ff8844', 'in']],
  ])('of %j neither exclusions nor grammar nor digits become tags', async (prompt, words) => {
    const { asset } = (await post({ prompt })).body;

    for (const word of words) expect(asset.tags).not.toContain(word);
    expect(asset.tags.length).toBeGreaterThan(1);
  });
});

const UNDERSTOOD = `understood {
  scene { value isFromBrief words } light { value isFromBrief words } weather { value isFromBrief words }
  season { value isFromBrief words } style { value isFromBrief words } palette { name hex words }
  composition { value isFromBrief words } exclusions { means words }
}`;
const PROMPT = 'Dreamy lake at dusk in autumn, ciel rose, sans brouillard ni 🐈';

describe('what was understood', () => {
  test('is one type on REST and GraphQL, each part with the words that it came from', async () => {
    const { render } = (await post({ prompt: PROMPT })).body;

    expect(render.understood).toMatchObject({
      scene: { value: 'LAKE', isFromBrief: true, words: ['lake'] },
      light: { value: 'DUSK', isFromBrief: true, words: ['dusk'] },
      weather: { isFromBrief: false, words: [] },
      season: { value: 'AUTUMN', isFromBrief: true, words: ['autumn'] },
      style: [{ value: 'DREAMY', isFromBrief: true, words: ['Dreamy'] }],
      palette: [{ name: 'pink', hex: '#e58ab0', words: ['rose'] }],
      exclusions: [
        { means: 'fog', words: ['brouillard'] },
        { means: null, words: ['🐈'] },
      ],
    });
    const { data } = await api.graphql(`query ($id: ID!) { render(id: $id) { ignoredTerms note ${UNDERSTOOD} } }`, {
      as: 'integration',
      variables: { id: render.id },
    });
    const { understood, ignoredTerms, note } = render;
    expect(data.render).toEqual({ understood, ignoredTerms, note });
  });

  test('is a type of the schema and no JSON object', async () => {
    const { data } = await api.graphql(`{ __type(name: "Render") { fields { name type { kind name } } } }`, {
      as: 'operator',
    });
    const type = data.__type.fields.find(({ name }: { name: string }) => name === 'understood').type;

    expect(type).toEqual({ kind: 'OBJECT', name: 'UnderstoodBrief' });
  });
});

describe('strict', () => {
  test('refuses on REST what cannot be drawn, and says what can', async () => {
    const before = await renders();
    const { status, body } = await post({ prompt: 'A cat sleeping on a windowsill', strict: true });

    expect(status).toBe(422);
    expect(body).toMatchObject({ ok: false, code: 'BRIEF_NOT_COVERED' });
    expect(body.detail).toMatch(/“cat sleeping”.*mountains.*lakes.*seas.*abstract/);
    expect(await renders()).toBe(before);
  });

  test('refuses in GraphQL as data, with the subject and what can be drawn', async () => {
    const { data } = await api.graphql(
      `mutation { requestRender(input: { prompt: "海の夕日", strict: true, waitSeconds: 20 }) {
        __typename ... on BriefNotCovered { code message subject drawable } } }`,
      { as: 'integration' },
    );

    expect(data.requestRender).toMatchObject({
      __typename: 'BriefNotCovered',
      code: 'BRIEF_NOT_COVERED',
      subject: '海の夕日',
    });
    expect(data.requestRender.drawable).toEqual(expect.arrayContaining(['MOUNTAIN', 'SEA', 'ABSTRACT']));
    expect(data.requestRender.drawable).toHaveLength(10);
  });

  test('takes what can be drawn, whatever stands beside it', async () => {
    const { status, body } = await post({ prompt: 'Snowy mountains at dawn with a cat', strict: true });

    expect(status).toBe(200);
    expect(body.render).toMatchObject({ status: 'SUCCEEDED', ignoredTerms: ['cat'], note: null });
  });

  test.each([['yes'], [1]])('is true or false, not %j', async (strict) => {
    expect((await post({ prompt: 'sea', strict })).status).toBe(400);
  });

  const renders = async () => (await api.database.query<{ count: string }>('select count(*) from render'))[0]!.count;
});

describe('the seal of a picture that was waited for', () => {
  test('stands in the answer, every time', async () => {
    const answers: Json[] = [];
    for (let seed = 10; seed < 14; seed++) answers.push((await post({ prompt: 'sea', seed })).body);

    for (const { asset } of answers) expect(asset.sealUrl).toMatch(/\/v\/seal_/);
  });

  test('is waited for no longer than was asked', async () => {
    const answers = await Promise.all(
      [40, 41, 42].map((seed) =>
        api.json('/api/integrations/cinema/render', {
          as: 'integration',
          headers: { prefer: 'wait=2' },
          body: { prompt: 'sea', seed, width: 256, height: 256 },
        }),
      ),
    );

    for (const { status } of answers) expect(status).toBeOneOf([200, 202]);
  });

  test('stands in the answer of those who wait together, and in GraphQL', async () => {
    const answers = await Promise.all([30, 31, 32, 33].map((seed) => post({ prompt: 'sea', seed })));
    const { data } = await api.graphql(
      `mutation { requestRender(input: { prompt: "lake", width: 256, height: 256, seed: 34, waitSeconds: 20 }) {
        ... on RequestedRender { render { asset { seal { verificationUrl } } } } } }`,
      { as: 'integration' },
    );

    for (const { body } of answers) expect(body.asset.sealUrl).toMatch(/\/v\/seal_/);
    expect(data.requestRender.render.asset.seal.verificationUrl).toMatch(/\/v\/seal_/);
  });
});

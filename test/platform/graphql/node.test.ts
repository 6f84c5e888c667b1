import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { type Api, type Credential, startApi } from '../../support/api.ts';

let api: Api;
let ids: Record<(typeof KINDS)[number], string>;
let partner: { bearer: string };

beforeAll(async () => {
  api = await startApi();
  const { asset, render } = await api.render({ tags: ['known'] });
  const sealed = await api.graphql(
    'mutation { sealText(input: { text: "x", disclaimerAcknowledged: true }) { ... on SealedText { seal { id disclaimer { id } } } } }',
  );
  const issued = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) {
      ... on IssuedPartnerLink { secret partnerLink { id partner { id } } } } }`,
    { as: 'operator' },
  );
  const { secret, partnerLink } = issued.data.issuePartnerLink;
  partner = { bearer: secret };
  const [tag] = await api.database.query<{ id: string }>('select id from tag where label = $1', ['known']);
  ids = {
    Asset: asset.id,
    Render: render.id,
    Seal: sealed.data.sealText.seal.id,
    Disclaimer: sealed.data.sealText.seal.disclaimer.id,
    Tag: tag!.id,
    Partner: partnerLink.partner.id,
    PartnerLink: partnerLink.id,
  };
});
afterAll(() => api.stop());

const KINDS = ['Asset', 'Render', 'Seal', 'Disclaimer', 'Tag', 'Partner', 'PartnerLink'] as const;

async function nodeOf(id: string, as?: Credential) {
  const { data, errors } = await api.graphql('query ($id: ID!) { node(id: $id) { __typename id } }', {
    variables: { id },
    as,
  });
  expect(errors).toBeUndefined();
  return data.node;
}

describe('node gives anything stored by its id', () => {
  test.each(KINDS)('%s', async (kind) => {
    expect(await nodeOf(ids[kind], 'operator')).toEqual({ __typename: kind, id: ids[kind] });
  });

  test('with the fields of its type, those with resolvers, too', async () => {
    const { data } = await api.graphql(
      `query ($asset: ID!, $render: ID!) {
        asset: node(id: $asset) { ... on Asset { title file { url } tags } }
        render: node(id: $render) { ... on Render { status asset { id } } }
      }`,
      { as: 'operator', variables: { asset: ids.Asset, render: ids.Render } },
    );

    expect(data.asset).toMatchObject({ tags: expect.arrayContaining(['known']), file: { url: expect.any(String) } });
    expect(data.render).toEqual({ status: 'SUCCEEDED', asset: { id: ids.Asset } });
  });
});

describe('node is null', () => {
  test.each(KINDS)('for an id of no %s', async (kind) => {
    const never = `${ids[kind].slice(0, -8)}00000000`;

    expect(await nodeOf(never, 'operator')).toBeNull();
  });

  test.each([
    '',
    'ast_',
    'ast',
    'nothing',
    '__proto__',
    'ast_01JD',
    `AST_${'0'.repeat(26)}`,
    `xyz_${'0'.repeat(26)}`,
    '0',
    'a'.repeat(64),
  ])('for %j, which is no id', async (id) => {
    expect(await nodeOf(id, 'operator')).toBeNull();
  });

  test.each([
    ['nobody', undefined, ['Seal', 'Disclaimer']],
    ['an integration', 'integration', ['Asset', 'Render', 'Seal', 'Disclaimer', 'Tag']],
    ['a partner', 'PARTNER', ['Seal', 'Disclaimer', 'Partner']],
    ['an operator', 'operator', KINDS],
  ] as const)('for what the viewer may not see: %s', async (_name, viewer, visible) => {
    const as = viewer === 'PARTNER' ? partner : viewer;

    const seen = [];
    for (const kind of KINDS) if (await nodeOf(ids[kind], as)) seen.push(kind);

    expect(seen).toEqual(visible);
  });

  test('for a partner who asks for another partner', async () => {
    const issued = await api.graphql(
      `mutation { issuePartnerLink(input: { partnerName: "Other" }) {
        ... on IssuedPartnerLink { partnerLink { partner { id } } } } }`,
      { as: 'operator' },
    );

    expect(await nodeOf(issued.data.issuePartnerLink.partnerLink.partner.id, partner)).toBeNull();
  });

  test("for an integration that asks for an operator's render", async () => {
    const requested = await api.graphql(
      'mutation { requestRender(input: { prompt: "sea", width: 256, height: 256 }) { ... on RequestedRender { render { id } } } }',
      { as: 'operator' },
    );
    const { id } = requested.data.requestRender.render;

    expect(await nodeOf(id, 'integration')).toBeNull();
    expect(await nodeOf(id, 'operator')).toEqual({ __typename: 'Render', id });
  });
});

test('ids sort by age, in the database as in JavaScript, however fast they are made', async () => {
  const made = Array.from({ length: 20_000 }, () => newId('asset'));
  const [row] = await api.database.query<{ sorted: string[] }>(
    'select array_agg(id order by id) as sorted from unnest($1::varchar[]) id',
    [made],
  );

  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted()).toEqual(made);
  expect(row!.sorted).toEqual(made);
});

describe('how many there are in all', () => {
  /** What the service asks its database while it answers. */
  async function statementsOf(query: string): Promise<string[]> {
    const { database } = api.services.platform;
    const spy = vi.spyOn(database, 'readRows');
    const { errors } = await api.graphql(query, { as: 'operator' });
    // Other work goes on beside it.
    const statements = spy.mock.calls.map(([statement]) => statement.text).filter((text) => /\basset\b/.test(text));
    spy.mockRestore();
    expect(errors).toBeUndefined();
    return statements;
  }

  test.each([
    ['compiled', ''],
    ['field by field', '@include(if: true)'],
  ])('is counted only when it is asked for: %s', async (_name, directive) => {
    // The third time, an operation is compiled, unless there is a directive in it.
    for (let seen = 0; seen < 3; seen++) {
      const counting = await statementsOf(
        `{ assets { totalCount ${directive} nodes { id } pageInfo { hasNextPage } } }`,
      );
      const listing = await statementsOf(`{ assets { nodes { id ${directive} } pageInfo { hasNextPage } } }`);

      expect(counting.join()).toContain('count(*)');
      expect(listing).toHaveLength(1);
      expect(listing.join()).not.toContain('count(');
    }
  });
});

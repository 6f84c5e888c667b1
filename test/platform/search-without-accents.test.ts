import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
  for (const title of ['Café am Øresund', 'Cafe in Lodz', 'Łódź bei Nacht', 'Ångström']) {
    await upload(api, { title, alt: `Bild: ${title}` });
  }
  const created = await api.graphql(
    `mutation { a: createCustomer(input: { name: "Dvořák & Söhne", plan: PRO }) { __typename }
       b: createCustomer(input: { name: "Dvorak Ltd", plan: PRO }) { __typename }
       c: issuePartnerLink(input: { partnerName: "Société Générale" }) { __typename } }`,
    { as: 'operator' },
  );
  expect(created.errors).toBeUndefined();
  for (const prompt of ['Müller vor der Tür', 'Muller at the door']) {
    await api.graphql('mutation ($input: RequestRenderInput!) { requestRender(input: $input) { __typename } }', {
      as: 'operator',
      variables: { input: { kind: 'IMAGE', prompt } },
    });
  }
  await signedIn(api, { roles: ['AUDITOR'], name: 'Zoë Núñez' });
});
afterAll(() => api.stop());

const found = async (list: string, search: string, label: string, more = '') => {
  const { data, errors } = await api.graphql(
    `query ($search: String!) { ${list}(filter: { search: $search } ${more}) { nodes { ${label} } } }`,
    { as: 'operator', variables: { search } },
  );
  expect(errors).toBeUndefined();
  return data[list].nodes.map((node: Record<string, string>) => node[label]).toSorted();
};

describe('a search', () => {
  test.each(['cafe', 'café', 'CAFÉ', 'cafe\u0301', 'afé'])('of pictures finds both spellings of %s', async (search) => {
    expect(await found('assets', search, 'title')).toEqual(['Cafe in Lodz', 'Café am Øresund']);
  });

  test('of pictures finds letters that have no decomposition', async () => {
    expect(await found('assets', 'oresund', 'title')).toEqual(['Café am Øresund']);
    expect(await found('assets', 'łódź', 'title')).toEqual(['Cafe in Lodz', 'Łódź bei Nacht']);
  });

  test('of pictures finds a word too short for the index', async () => {
    expect(await found('assets', 'Ån', 'title')).toEqual(['Ångström']);
    expect(await found('assets', 'óm', 'title')).toEqual(['Ångström']);
  });

  test('of pictures ranks a word with another accent as the word', async () => {
    const { data } = await api.graphql(
      `{ assets(filter: { search: "café" }, orderBy: { field: RELEVANCE, direction: DESC }) { nodes { title } } }`,
      { as: 'operator' },
    );
    expect(data.assets.nodes.map(({ title }: { title: string }) => title)).toEqual(['Cafe in Lodz', 'Café am Øresund']);
  });

  test('of pictures takes signs of patterns for themselves', async () => {
    for (const search of ['c_fe', 'caf%', 'caf\\']) expect(await found('assets', search, 'title')).toEqual([]);
  });

  test.each([
    ['renders', 'muller', 'prompt', ['Muller at the door', 'Müller vor der Tür']],
    ['renders', 'MÜLLER', 'prompt', ['Muller at the door', 'Müller vor der Tür']],
    ['customers', 'dvorak', 'name', ['Dvorak Ltd', 'Dvořák & Söhne']],
    ['customers', 'sohne', 'name', ['Dvořák & Söhne']],
    ['partners', 'societe gen', 'name', ['Société Générale']],
    ['operators', 'zoe nunez', 'name', ['Zoë Núñez']],
  ])('of %s for %s finds every spelling', async (list, search, label, expected) => {
    expect(await found(list, search, label)).toEqual(expected);
  });

  test.each([
    ['asset', `without_accents(title || chr(10) || alt) ilike without_accents('%café%')`, 'asset_plain_words_index'],
    ['render', `without_accents(prompt) ilike without_accents('%müller%')`, 'render_plain_prompt_index'],
  ])('of a large table of %ss can use the index', async (table, condition, name) => {
    const client = new pg.Client({ connectionString: api.database.url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('set enable_seqscan = off');

    const { rows: plan } = await client.query(`explain select from ${table} where ${condition}`);

    expect(JSON.stringify(plan)).toContain(name);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { type Api, type Credential, startApi } from '../../support/api.ts';
import { statementsOf } from '../../support/statements.ts';
import { type Bank, fillBank } from './bank.ts';

let api: Api;
let bank: Bank;
let tagIds: string[];
beforeAll(async () => {
  api = await startApi({ works: false });
  bank = await fillBank(api.database, 30);
  tagIds = Array.from({ length: 20 }, () => newId('tag'));
  for (const [n, id] of tagIds.entries()) {
    await api.database.query('insert into tag (id, key, label) values ($1, $2, $3)', [id, `word ${n}`, `word ${n}`]);
  }
});
afterAll(() => api.stop());

const QUERY = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const ask = (ids: readonly string[], as?: Credential, query = QUERY) => api.graphql(query, { variables: { ids }, as });

describe('things by their ids', () => {
  test('of all kinds, in the order of the ids, twice where an id comes twice, null where there is none', async () => {
    const [asset] = bank.assetIds;
    const [seal] = bank.sealIds;
    const [render] = bank.renderIds;
    const ids = [seal!, asset!, newId('asset'), render!, asset!, '__proto__', '', newId('seal'), tagIds[0]!];

    const { data, errors } = await ask(ids, 'operator');

    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([
      { __typename: 'Seal', id: seal },
      { __typename: 'Asset', id: asset },
      null,
      { __typename: 'Render', id: render },
      { __typename: 'Asset', id: asset },
      null,
      null,
      null,
      { __typename: 'Tag', id: tagIds[0] },
    ]);
  });

  test('none at all', async () => {
    expect((await ask([])).data.nodes).toEqual([]);
  });

  test('are those that `node` shows, whoever asks', async () => {
    const ids = [...bank.assetIds.slice(0, 2), ...bank.sealIds.slice(0, 2), ...bank.renderIds, ...tagIds.slice(0, 2)];

    for (const as of [undefined, 'integration', 'operator'] as const) {
      const alone = [];
      for (const id of ids) {
        const { data } = await api.graphql('query ($id: ID!) { node(id: $id) { id } }', { variables: { id }, as });
        alone.push(data.node?.id ?? null);
      }
      const { data } = await ask(ids, as);

      expect(data.nodes.map((node: { id: string } | null) => node?.id ?? null)).toEqual(alone);
    }
  });

  test('another’s render is none of them', async () => {
    const [own, , , , ofOperator] = bank.renderIds;

    const { data } = await ask([own!, ofOperator!], 'integration');

    expect(data.nodes).toEqual([{ __typename: 'Render', id: own }, null]);
  });

  test('a hundred at a time, and no more', async () => {
    const hundred = Array.from({ length: 100 }, () => newId('asset'));

    expect((await ask(hundred, 'operator')).data.nodes).toHaveLength(100);
    const { errors } = await ask([...hundred, newId('asset')], 'operator');
    expect(errors?.[0]).toMatchObject({
      message: '`ids` has 101 ids. Send at most 100.',
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });
});

test('many of all kinds take a statement for each kind, as one of each does', async () => {
  const kinds = [bank.assetIds, bank.sealIds, bank.renderIds, tagIds];
  const counted = (ids: readonly string[]) =>
    statementsOf(api, '/graphql', async () => {
      const { data, errors } = await ask(ids, 'operator');
      expect([errors, data.nodes.includes(null)]).toEqual([undefined, false]);
    });

  const { statements: ofOne } = await counted(kinds.map(([id]) => id!));
  const { statements: ofMany } = await counted(kinds.flat());

  expect(kinds.flat().length).toBeGreaterThan(60);
  expect(ofOne).toBe(kinds.length);
  expect(ofMany).toBe(ofOne);
});

test('no kind of thing takes a statement for each', async () => {
  const { nodes } = await import('../../../src/platform/registry.ts').then(({ REGISTRY }) => ({
    nodes: [...REGISTRY.ids].filter(([, { node }]) => node !== undefined),
  }));

  for (const [kind] of nodes) {
    const ids = Array.from({ length: 20 }, () => newId(kind));
    const { statements } = await statementsOf(api, '/graphql', () => ask(ids, 'operator'));

    expect({ kind, isBounded: statements <= 2 }).toEqual({ kind, isBounded: true });
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Credential, startApi } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false, env: { SEALS_PER_MINUTE: '5' } });
});
afterAll(() => api.stop());

const ask = (query: string, { as, cost = true }: { as?: Credential; cost?: boolean } = {}) =>
  api.json('/graphql', { as, body: { query }, headers: cost ? { 'X-Imprimatur-Cost': '1' } : {} });

test('what an operation has cost is told to who asks for it', async () => {
  const { body } = await ask('{ bank: assets(first: 7) { nodes { file { url } } } }', { as: 'operator' });

  expect(body.extensions.cost).toEqual({
    objects: { used: expect.any(Number), most: 5_000 },
    depth: { used: 4, most: 12 },
    aliases: { used: 1, most: 30 },
    statements: { used: 1, most: 300 },
    limits: [],
  });
  expect(body.extensions.cost.objects.used).toBeGreaterThan(7);
});

test('and to nobody else', async () => {
  expect((await ask('{ health { ok } }', { cost: false })).body.extensions).toBeUndefined();
});

test('also of a read that is compiled, in the same words each time', async () => {
  const query = '{ assets(first: 3) { nodes { id } } }';
  const told = [];
  for (let times = 0; times < 6; times++) told.push((await ask(query, { as: 'operator' })).body.extensions.cost);

  expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
  expect((await ask(query, { as: 'operator', cost: false })).body).toEqual({ data: { assets: { nodes: [] } } });
});

test('the measure is the one by which an operation is refused', async () => {
  const most = '{ assets(first: 100) { nodes { id } edges { node { id } } } }';
  const { body } = await ask(most, { as: 'operator' });

  const times = Math.floor(body.extensions.cost.objects.most / body.extensions.cost.objects.used);
  const roots = (count: number) =>
    `{ ${Array.from({ length: count }, (_, n) => `a${n}: assets(first: 100) { nodes { id } edges { node { id } } }`).join(' ')} }`;
  expect((await ask(roots(times), { as: 'operator' })).status).toBe(200);
  expect((await ask(roots(times + 1), { as: 'operator' })).body.errors[0].message).toMatch(/cost/);
});

test('what is left of limits that were met is told beside it', async () => {
  const seal = 'mutation { sealText(input: { text: "a", disclaimerAcknowledged: true }) { __typename } }';
  const { body } = await ask(seal);

  expect(body.extensions.cost.limits).toContainEqual({
    name: expect.any(String),
    most: 5,
    remaining: 4,
    windowSeconds: 60,
    resetSeconds: expect.any(Number),
  });
});

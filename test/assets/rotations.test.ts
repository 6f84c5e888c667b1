import { expect, test } from 'vitest';
import { upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { statementsOf } from '../support/statements.ts';

const ROUTE = '/api/marketing/image-bank/pick';
const pick = (api: Api, campaign: string, more = '', address = '203.0.113.7') =>
  api.json(`${ROUTE}?tags=calm&campaign=${campaign}${more}`, { headers: { 'x-forwarded-for': address } });
const rotations = (api: Api) => api.database.query<{ key: string }>('select key from pick_cursor');

test('made-up campaigns leave as many rows as a day allows, and those that are there go on', async () => {
  const api = await startApi({ works: false, env: { NEW_ROTATIONS_PER_DAY: '3', TRUST_PROXY: 'loopback' } });
  for (const tags of [['calm'], ['calm']]) await upload(api, { tags });

  const first = await pick(api, 'spring');
  const answers = [];
  for (let n = 0; n < 10; n++) answers.push(await pick(api, `made-up-${n}`));
  const refused = answers.at(-1)!;

  expect(answers.map(({ status }) => status)).toEqual([200, 200, ...Array(8).fill(429)]);
  expect(await rotations(api)).toHaveLength(3);
  expect(refused.body).toMatchObject({
    code: 'RATE_LIMITED',
    detail: 'Without a credential, the limit is 3 new rotations a day per address.',
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  expect(refused.headers.get('ratelimit')).toContain('"new-rotations";r=0');
  const second = await pick(api, 'spring');
  expect(second.status).toBe(200);
  expect(second.body.asset.id).not.toBe(first.body.asset.id);
  // Other ways of picking take no turn, and others have a bound of their own.
  for (const more of ['&mode=random', '&mode=newest', '&sticky=ada', '&peek'])
    expect((await pick(api, 'new', more)).status).toBe(200);
  expect((await pick(api, 'made-up', '', '203.0.113.8')).status).toBe(200);
});

test('what is begun by several at once is counted once', async () => {
  const api = await startApi({ works: false, env: { NEW_ROTATIONS_PER_DAY: '8', TRUST_PROXY: 'loopback' } });
  await upload(api, { tags: ['calm'] });

  const answers = await Promise.all(Array.from({ length: 8 }, () => pick(api, 'spring')));
  const next = await pick(api, 'summer');

  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(next.headers.get('ratelimit')).toContain('"new-rotations";r=6');
});

test('an operator has no bound, and an integration has', async () => {
  const api = await startApi({ works: false, env: { NEW_ROTATIONS_PER_DAY: '1' } });
  await upload(api, { tags: ['calm'] });
  const begin = async (n: number, as: 'operator' | 'integration') => {
    const query = `mutation { pickAsset(input: { tags: ["calm"], campaign: "${as} ${n}" }) { ... on Problem { code } } }`;
    return (await api.graphql(query, { as })).data.pickAsset.code;
  };

  const by = { operator: [] as unknown[], integration: [] as unknown[] };
  for (const as of ['operator', 'integration'] as const) for (let n = 0; n < 3; n++) by[as].push(await begin(n, as));

  expect(by).toEqual({
    operator: [undefined, undefined, undefined],
    integration: [undefined, 'RATE_LIMITED', 'RATE_LIMITED'],
  });
});

test('the upkeep forgets rotations that nobody asks for any more', async () => {
  const api = await startApi({ works: false });
  await upload(api, { tags: ['calm'] });
  for (const campaign of ['old', 'older', 'new']) await pick(api, campaign);
  const keys = (await rotations(api)).map(({ key }) => key);
  await api.database.query(`update pick_cursor set updated_at = now() - interval '91 days' where key = any($1)`, [
    keys.slice(0, 2),
  ]);

  const forget = api.services.upkeep['unused rotations']!;

  expect(await forget(contextOn(api.services.platform.database))).toBe(2);
  expect(await rotations(api)).toEqual([{ key: keys[2] }]);
});

test('a pick takes a handful of statements, however many tags are let go or would help', async () => {
  const api = await startApi({ works: false });
  const tags = Array.from({ length: 16 }, (_, n) => `tag${n}`);
  for (const tag of tags) await upload(api, { tags: [tag] });
  const query = (more: string) => `${ROUTE}?tags=${tags.join(',')}${more}`;

  const best = await statementsOf(api, ROUTE, () => api.json(query('&match=best')));
  const again = await statementsOf(api, ROUTE, () => api.json(query('&match=best')));
  const all = await statementsOf(api, ROUTE, () => api.json(query('')));

  expect([best, again, all].map(({ result }) => result.status)).toEqual([200, 200, 404]);
  expect(best.result.body.matchedTags).toHaveLength(1);
  expect(all.result.body.without).toHaveLength(16);
  // Of the first, four are for beginning a rotation.
  expect(best.statements).toBeLessThanOrEqual(9);
  expect(again.statements).toBeLessThanOrEqual(5);
  expect(all.statements).toBeLessThanOrEqual(5);
});

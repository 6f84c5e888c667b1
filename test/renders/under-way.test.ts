import { expect, test } from 'vitest';
import { type Api, type Credential, startApi } from '../support/api.ts';

const request = (api: Api, more: { key?: string; as?: Credential } = {}) =>
  api.json('/api/integrations/cinema/render', {
    as: more.as ?? 'integration',
    headers: { prefer: 'wait=0', ...(more.key && { 'idempotency-key': more.key }) },
    body: { prompt: 'calm sea at dawn', width: 256, height: 256 },
  });

test('a caller has so many renders under way and no more; others have theirs', async () => {
  const api = await startApi({ works: false, env: { RENDERS_UNDER_WAY: '3' } });

  const keyed = await request(api, { key: 'first' });
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await request(api));
  const refused = answers.at(-1)!;

  expect(keyed.status).toBe(202);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 429, 429]);
  expect(refused.body).toMatchObject({
    code: 'RATE_LIMITED',
    detail: '3 of your renders are in progress, which is the maximum. Wait until one has ended.',
  });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await api.database.query('select 1 from render')).toHaveLength(3);
  expect(await api.database.query(`select 1 from pgboss.job where name = 'render'`)).toHaveLength(3);
  // What was asked for before is answered: nothing is added by it.
  expect((await request(api, { key: 'first' })).headers.get('idempotency-replayed')).toBe('true');
  expect((await request(api, { as: 'operator' })).status).toBe(202);
});

test('one that has ended makes room', async () => {
  const api = await startApi({ works: false, env: { RENDERS_UNDER_WAY: '1' } });
  await request(api);
  expect((await request(api)).status).toBe(429);

  await api.database.query(`update render set status = 'CANCELED'`);

  expect((await request(api)).status).toBe(202);
});

import { expect, test } from 'vitest';
import { NoFreeConnection } from '../../src/platform/errors/errors.ts';
import { startApi } from '../support/api.ts';

const QUERY = '{ assets(first: 1) { edges { node { id } } } }';

test('a pool without a free connection is not "the database is away": another code, a time to come again, and still ready', async () => {
  const api = await startApi({ works: false, env: { DATABASE_POOL_SIZE: '2' } });
  const isUp = async () => (await api.json('/api/health/architecture')).body.ok;
  await expect.poll(isUp).toBe(true);
  const { orm } = api.services.platform.database;
  const enough = Promise.withResolvers<void>();
  const held = [1, 2].map(() =>
    orm.em.fork().transactional(async (em) => {
      await em.getConnection().execute('select 1', [], 'all', em.getTransactionContext());
      await enough.promise;
    }),
  );
  await expect.poll(() => api.services.platform.database.use).toMatchObject({ used: 2, idle: 0 });

  const [read, graphql, seal] = await Promise.all([
    api.json('/api/marketing/image-bank/pick?tags=calm'),
    api.graphql(QUERY, { as: 'operator' }),
    api.json('/api/legal/provenance-seal', { body: { artifact_text: 'a text', disclaimer_ack: true } }),
  ]);
  await expect.poll(isUp).toBe(true);
  enough.resolve();
  await Promise.all(held);

  for (const { status, headers, body } of [read, seal]) {
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(body).toMatchObject({ code: 'OVERLOADED', detail: expect.not.stringContaining('away') });
  }
  expect(graphql).toMatchObject({ status: 503, errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] });
  expect((await api.json('/api/marketing/image-bank/pick?tags=calm')).status).toBe(404);
});

test('who reads past the unit of work is told the same', async () => {
  const api = await startApi({ works: false, env: { DATABASE_POOL_SIZE: '2' } });
  const { database } = api.services.platform;
  const statement = (text: string) => ({ name: undefined, text });
  const slow = [1, 2].map(() => database.readRow(statement('select pg_sleep(8)'), []));
  await expect.poll(() => database.use).toMatchObject({ used: 2 });

  const error = await database.readRow(statement('select 1'), []).catch((error) => error);
  await Promise.all(slow);

  expect(error).toBeInstanceOf(NoFreeConnection);
});

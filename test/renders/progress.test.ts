import { expect, onTestFinished, test } from 'vitest';
import { beginRender, cancelRender } from '../../src/renders/render.transitions.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { cloneDatabase } from '../support/database.ts';
import { follow, queueRender } from '../support/stream.ts';

const contextOf = (api: Api) => contextOn(api.services.platform.database);

test('a render is followed from the queue to its picture', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  const render = follow(api, id);

  expect(await render.next()).toEqual({
    data: { renderProgress: { id, status: 'QUEUED', version: 1, asset: null } },
  });
  await api.services.platform.queue.work();
  const states = await render.rest();

  // A machine under load may see the beginning and the end as one.
  expect(states.map(({ status }) => status).join(' ')).toMatch(/^(RUNNING )?SUCCEEDED$/);
  expect(states.at(-1)).toMatchObject({ version: 3, asset: { id: expect.stringMatching(/^ast_/) } });
});

test('every change is seen, and the end of what is cancelled as well', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  const render = follow(api, id);
  await render.next();

  await beginRender(contextOf(api), id);
  expect((await render.next()).data?.renderProgress).toMatchObject({ status: 'RUNNING', version: 2 });
  await cancelRender(contextOf(api), id);

  expect(await render.rest()).toEqual([{ id, status: 'CANCELED', version: 3, asset: null }]);
});

test('who comes late gets the present state at once, and who comes after the end only that', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  await beginRender(contextOf(api), id);

  const late = follow(api, id);
  expect((await late.next()).data?.renderProgress).toMatchObject({ status: 'RUNNING', version: 2 });
  await cancelRender(contextOf(api), id);

  expect(await follow(api, id).rest()).toEqual([{ id, status: 'CANCELED', version: 3, asset: null }]);
  expect(await late.rest()).toHaveLength(1);
});

test('one process draws, another one tells', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const telling = await startApi({ database, works: false });
  const id = await queueRender(telling);
  const render = follow(telling, id);
  expect((await render.next()).data?.renderProgress.status).toBe('QUEUED');

  await startApi({ database });

  expect((await render.rest()).at(-1)).toMatchObject({ id, status: 'SUCCEEDED' });
});

test('what happened while the listening connection was lost is told', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  const render = follow(api, id);
  await render.next();

  await api.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'imprimatur-live'`,
  );
  await cancelRender(contextOf(api), id);

  expect(await render.rest()).toMatchObject([{ status: 'CANCELED' }]);
});

test('a render is shown to whoever asked for it and to operators; to others there is none', async () => {
  const api = await startApi({ works: false });
  const [own, foreign] = [await queueRender(api), await queueRender(api)];
  await api.database.query(`update render set requested_by = 'integration:another' where id = $1`, [foreign]);

  for (const id of [foreign, 'rnd_00000000000000000000000000', 'x']) {
    const refused = follow(api, id);
    const { data, errors } = await refused.next();
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      { message: 'This render doesn’t exist, or you can’t read it. Check the id.', extensions: { code: 'NOT_FOUND' } },
    ]);
    expect(await refused.rest()).toEqual([]);
  }
  for (const id of [own, foreign]) {
    expect((await follow(api, id, 'operator').next()).data?.renderProgress).toMatchObject({ id, status: 'QUEUED' });
  }
});

test('a credential that is taken away shows nothing more', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  const render = follow(api, id);
  await render.next();

  await api.graphql(
    `mutation { setIntegrationsInboundSecret(input: { secret: "another-secret-of-integrations" }) { __typename } }`,
    { as: 'operator' },
  );
  await cancelRender(contextOf(api), id);

  const { data, errors } = await render.next();
  expect(data).toBeUndefined();
  expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  expect(await render.rest()).toEqual([]);
});

test('what goes wrong on our side is masked, with the id of the request', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  await api.database.query('alter table render rename to picture');

  const { errors } = await follow(api, id).next();

  expect(errors).toEqual([
    {
      message: 'Internal error. Give the operator the request id.',
      extensions: { code: 'INTERNAL_SERVER_ERROR', retryable: false, requestId: expect.any(String) },
    },
  ]);
});

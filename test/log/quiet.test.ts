import { expect, test } from 'vitest';
import { audit } from '../cli/audit.ts';
import { type Api, startApi } from '../support/api.ts';
import { Folder } from '../support/command.ts';
import { contextOn } from '../support/context.ts';
import { asSuperuser } from '../support/database.ts';

/** Ages every checkpoint; negative for one of a clock that was ahead. */
const age = ({ database }: Api, days: number) =>
  asSuperuser(
    `set session_replication_role = replica;
     update log_checkpoint set published_at = published_at - interval '${days} days'`,
    database.url,
  );

const sizeOf = async ({ database }: Api) => {
  const [row] = await database.query<{ size: string }>('select max(size) as size from log_checkpoint');
  return Number(row!.size);
};

test('a log without anything new publishes a checkpoint each day, so that audit finds none that is stale', async () => {
  const api = await startApi();
  const { log } = api.services.apis.log;
  const ctx = contextOn(api.services.platform.database);
  using first = new Folder();
  using second = new Folder();
  await log.published(ctx.em);
  const size = await sizeOf(api);

  expect(await log.stayCurrent(ctx)).toBe(0);
  await age(api, 10);
  const stale = await audit(`${api.url}/log`, first);
  // Processes that notice it at the same moment.
  const added = await Promise.all([log.stayCurrent(ctx.fork()), log.stayCurrent(ctx.fork())]);
  const current = await audit(`${api.url}/log`, second);

  expect(stale).toMatchObject({ code: 1, report: { fault: { code: 'STALE' } } });
  expect(added.toSorted()).toEqual([0, 1]);
  expect(await sizeOf(api)).toBe(size + 1);
  expect(current).toMatchObject({ code: 0, report: { result: 'CLEAN' } });
  expect(await log.stayCurrent(ctx.fork())).toBe(0);
});

test('a checkpoint of a clock that was ahead is followed by one of the right time', async () => {
  const api = await startApi();
  const { log } = api.services.apis.log;
  const ctx = contextOn(api.services.platform.database);
  await log.published(ctx.em);
  await age(api, -400);

  expect(await log.stayCurrent(ctx)).toBe(1);
  expect(await log.stayCurrent(ctx.fork())).toBe(0);
});

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { makePartitions } from '../../../src/gateway/runs/partitions.ts';
import { purgeMonths } from '../../../src/gateway/runs/retention.ts';
import { runTasks } from '../../chain/export.ts';
import { type Api, startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';
import { until } from '../../support/service-process.ts';

const RUNS = '{ runs(first: 5) { nodes { id attempts { number } } } usage(groupBy: TASK) { runs } }';

/** A connection with an open transaction, beside the service. */
async function openTransaction({ database }: Api): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  return client;
}

/** Adds a month that is old enough to delete, with one run and its attempt. */
async function addOldMonth({ database }: Api): Promise<void> {
  await database.query(
    `select make_month_partition('run', 'run', '2026-01-15'), make_month_partition('attempt', 'att', '2026-01-15')`,
  );
  await database.query(
    `with old as (
       insert into run select (jsonb_populate_record(run, jsonb_build_object('id', first_id_at('run', '2026-01-15'),
         'started_at', '2026-01-15T00:00:00Z'))).* from run limit 1 returning id
     ), attempted as (
       insert into attempt select (jsonb_populate_record(attempt, jsonb_build_object('id', first_id_at('att', '2026-01-15'),
         'run_id', old.id, 'started_at', '2026-01-15T00:00:00Z'))).* from attempt, old limit 1
     ) insert into chain_pending select 'RUN', id from old`,
  );
}

test('while a backup reads the runs, maintenance gives way, and callers read and write runs', async () => {
  const api = await startApi();
  const ctx = contextOn(api.services.platform.database);
  const { chain } = api.services.apis;
  await runTasks(api, 1);
  await addOldMonth(api);
  const [next] = await api.database.query<{ name: string }>(
    `select 'run_' || to_char(now() at time zone 'utc' + interval '1 month', 'YYYY_MM') as name`,
  );
  await api.database.query(`drop table "${next!.name}"`);
  const backup = await openTransaction(api);
  await backup.query('lock table run, attempt in access share mode');

  // All at once, as often as a maintenance of hours would.
  const maintained = await Promise.all([
    makePartitions(ctx.fork()),
    purgeMonths(ctx.fork(), chain, { real: 3, simulated: 3 }),
    runTasks(api, 3).then(() => 0),
    makePartitions(ctx.fork()),
  ]);
  const { data, errors } = await api.graphql(RUNS, { as: 'operator' });

  expect(maintained).toEqual([0, 0, 0, 0]);
  expect(errors).toBeUndefined();
  expect(data.runs.nodes).toHaveLength(5);

  await backup.query('commit');
  expect(await makePartitions(ctx.fork())).toBe(1);
  expect(await purgeMonths(ctx.fork(), chain, { real: 3, simulated: 3 })).toBe(1);
  expect(await api.database.query('select month, runs from run_month_let_go')).toEqual([{ month: '2026-01', runs: 1 }]);
  expect((await api.graphql(RUNS, { as: 'operator' })).data.runs.nodes).toHaveLength(4);
});

test('a run that is written to a month while that month is deleted waits, and is neither lost nor counted twice', async () => {
  const api = await startApi();
  const ctx = contextOn(api.services.platform.database);
  await runTasks(api, 1);
  await addOldMonth(api);
  const writer = await openTransaction(api);
  await writer.query(
    `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', first_id_at('run', '2026-01-16'),
       'started_at', '2026-01-16T00:00:00Z'))).* from run limit 1`,
  );

  expect(await purgeMonths(ctx.fork(), api.services.apis.chain, { real: 3, simulated: 3 })).toBe(0);
  await writer.query('commit');
  expect(await purgeMonths(ctx.fork(), api.services.apis.chain, { real: 3, simulated: 3 })).toBe(1);

  expect(await api.database.query('select runs from run_month_let_go')).toEqual([{ runs: 2 }]);
});

test('the writer locks runs before attempts, as maintenance does, also with a plan that it has kept', async () => {
  const api = await startApi({ env: { DATABASE_POOL_SIZE: '5' } });
  // A statement's plan is kept from its sixth use on a connection.
  await Promise.all(Array.from({ length: 8 }, () => runTasks(api, 12)));
  const maintenance = await openTransaction(api);
  await maintenance.query('lock table only run in access exclusive mode');

  const writing = runTasks(api, 1);
  const waiting = () =>
    api.database.query<{ pid: number }>(
      `select pid from pg_locks where relation = 'run'::regclass and mode = 'RowExclusiveLock' and not granted`,
    );
  await until(async () => (await waiting()).length > 0);
  const [{ pid }] = (await waiting()) as [{ pid: number }];
  const held = await api.database.query(
    `select mode from pg_locks where pid = $1 and relation = 'attempt'::regclass and granted`,
    [pid],
  );
  await maintenance.query('commit');

  expect(held).toEqual([]);
  await writing;
});

test('a run that ends while its month gets its partition is written into it', async () => {
  const api = await startApi();
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');
  await api.database.query(`drop table run_${month}, attempt_${month}`);
  const maintenance = await openTransaction(api);
  await maintenance.query('lock table run_default in access exclusive mode');

  const writing = runTasks(api, 1);
  await until(async () => {
    const waiting = await api.database.query(
      `select from pg_locks where relation = 'run_default'::regclass and mode = 'RowExclusiveLock' and not granted`,
    );
    return waiting.length > 0;
  });
  await maintenance.query(`select make_month_partition('run', 'run', now())`);
  await maintenance.query('commit');

  const [id] = await writing;
  expect(await api.database.query('select id, tableoid::regclass::text as place from run')).toEqual([
    { id, place: `run_${month}` },
  ]);
});

test('the partition of a month is created while runs of the month are written', async () => {
  const api = await startApi();
  const ctx = contextOn(api.services.platform.database);
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');
  await api.database.query(`drop table run_${month}, attempt_${month}`);
  const [before] = await runTasks(api, 1);
  const writer = await openTransaction(api);
  const copy = (digit: string) => `insert into run select (jsonb_populate_record(run,
    jsonb_build_object('id', overlay(id placing '${digit}' from length(id))))).* from run where id = '${before}'`;
  const digit = (at: number) => '0123456789'.replace(before!.at(-1)!, '').charAt(at);
  await writer.query(copy(digit(0)));

  // The first row is there when the others are moved, the second is written before the default partition is locked.
  const maintenance = await openTransaction(api);
  const making = maintenance.query(`select make_month_partition('run', 'run', now())`);
  await until(async () => {
    const waiting = await api.database.query(
      `select from pg_locks where relation = 'run_default'::regclass and mode = 'AccessExclusiveLock' and not granted`,
    );
    return waiting.length > 0;
  });
  await writer.query('commit');
  await making;
  await maintenance.query('commit');

  expect(await makePartitions(ctx)).toBe(1);
  expect(await api.database.query('select tableoid::regclass::text as place from run')).toEqual([
    { place: `run_${month}` },
    { place: `run_${month}` },
  ]);
});

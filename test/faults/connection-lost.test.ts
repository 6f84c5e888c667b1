import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { Database, sql } from '../../src/platform/database/database.ts';
import { cloneDatabase } from '../support/database.ts';

/** A pool of one connection: a single one that is lost for good would show. */
async function open(limits: object = {}) {
  const beside = await cloneDatabase();
  const options = databaseOptions({ databaseUrl: beside.url, poolSize: 1 });
  const database = await Database.open({ ...options, driverOptions: { ...options.driverOptions, ...limits } });
  onTestFinished(async () => {
    await database.close();
    await beside.drop();
  });
  const transaction = <T>(work: (run: (text: string) => Promise<unknown>) => Promise<T>) =>
    database.orm.em.fork().transactional((em) => work((text) => sql(em, text)));
  return { beside, database, transaction };
}

const ADD = (id: string) => `insert into partner (id, name) values ('${id}', '${id}')`;
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

test('a statement that is given up does not leave its transaction to whoever gets the connection next', async () => {
  const { beside, transaction } = await open({ query_timeout: 200 });

  const givenUp = transaction(async (run) => {
    await run(ADD('half'));
    await run('select pg_sleep(1)');
  });
  await expect(givenUp).rejects.toThrow('Query read timeout');
  await transaction((run) => run(ADD('whole')));

  expect(await beside.query('select name from partner')).toEqual([{ name: 'whole' }]);
});

test('a connection that is lost in a transaction does not keep its place in the pool', async () => {
  const { beside, database, transaction } = await open();

  for (let loss = 0; loss < 3; loss++) {
    const lost = transaction(async (run) => {
      await run(ADD('half'));
      await beside.query(END_OTHERS);
      await run('select 1');
    });
    await expect(lost).rejects.toThrow();
  }
  await transaction((run) => run(ADD('whole')));

  await expect(database.probe()).resolves.toBeUndefined();
  expect(await beside.query('select name from partner')).toEqual([{ name: 'whole' }]);
});

test('a connection that is lost while it is idle or reading is replaced', async () => {
  const { beside, database } = await open();
  const read = (text: string) => database.readValue<number>({ name: text.slice(0, 60), text }, []);
  await database.probe();
  await beside.query(END_OTHERS);

  await expect.poll(() => read('select 1').catch(() => 0)).toBe(1);
  const reading = read('select 1 from pg_sleep(5)');
  await Promise.all([
    expect(reading).rejects.toThrow(),
    expect
      .poll(() =>
        beside.query(
          "select 1 from pg_stat_activity where query like 'select 1 from pg_sleep(5)%' and state = 'active'",
        ),
      )
      .toHaveLength(1)
      .then(() => beside.query(END_OTHERS)),
  ]);

  expect(await read('select 1')).toBe(1);
});

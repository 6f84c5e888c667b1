import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { startService, until } from '../support/service-process.ts';
import { fillBankOf001 } from './bank-of-0-0-1.ts';
import { databaseOf001 } from './releases.ts';
import { schemaOf } from './schema-of.ts';

/** Steps between one kill and the next. `npm run ci:long` kills more often. */
const STEPS_AT_ONCE = Number(process.env.MIGRATION_STEPS_AT_ONCE ?? 36);

test('`imprimatur migrate` is killed again and again, and the last run leaves what a single one would', async () => {
  const [database, made] = [await databaseOf001(), await cloneDatabase()];
  onTestFinished(async () => {
    await database.drop();
    await made.drop();
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fillBankOf001(client, { pictures: 500, seals: 100, renders: 100 });
  await client.end();
  const stepsDone = async () => {
    const [row] = await database.query<{ steps: number }>(
      `select (select count(*) * 100 from mikro_orm_migrations)::int + coalesce((select sum(step) from migration_progress
         where migration not in (select name from mikro_orm_migrations)), 0)::int as steps`,
    );
    return row!.steps;
  };

  let kills = 0;
  for (let done = false; !done; ) {
    await using running = await startService({
      args: ['migrate'],
      env: { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url },
    });
    const before = await stepsDone().catch(() => 0);
    let code: number | null | undefined;
    void running.exited.then((exit) => {
      code = exit.code;
    });
    await until(async () => code !== undefined || (await stepsDone().catch(() => 0)) > before + STEPS_AT_ONCE);
    const isKilled = code === undefined;
    if (isKilled) {
      running.kill('SIGKILL');
      kills += 1;
    }
    done = (await running.exited).code === 0;
    if (!done && !isKilled) throw new Error(running.stderr);
  }

  expect(kills).toBeGreaterThan(2);
  expect(await schemaOf(database)).toEqual(await schemaOf(made));
  const [left] = await database.query(`select (select count(*)::int from asset where facets = '{}') as facets,
    (select count(*)::int from tag where number is null) as numbers`);
  expect(left).toEqual({ facets: 0, numbers: 0 });
});

import { MikroORM } from '@mikro-orm/postgresql';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { schemaTooNewProblem } from '../../src/platform/database/schema-release.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { RELEASE } from '../../src/platform/program/release.ts';
import { startApi } from '../support/api.ts';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts';

const FROM_THE_FUTURE = '20991231000000-from-the-future-migration';

async function migrating(database: TestDatabase) {
  const orm = await MikroORM.init(databaseOptions({ databaseUrl: database.url, poolSize: 2 }));
  onTestFinished(async () => {
    await orm.close(true);
    await database.drop();
  });
  return () => migrate({ orm, owner: { url: database.url, setting: 'DATABASE_URL' }, logger: createLogger('silent') });
}

/** As a newer release leaves the database that has one more migration. */
async function upgrade(
  database: TestDatabase,
  { release, commit = null }: { release?: string; commit?: string | null } = {},
): Promise<void> {
  await database.query('insert into mikro_orm_migrations (name) values ($1)', [FROM_THE_FUTURE]);
  if (release === undefined) return;
  const values = [FROM_THE_FUTURE, release, commit];
  await database.query('insert into schema_release (migration, release, commit) values ($1, $2, $3)', values);
}

test('each migration is recorded with the release that ran it', async () => {
  const database = await emptyDatabase();
  const run = await migrating(database);

  await Promise.all([run(), run()]);

  const rows = await database.query('select migration, release, commit from schema_release order by migration');
  const applied = await database.query<{ name: string }>('select name from mikro_orm_migrations order by name');
  expect(rows).toEqual(
    applied.map(({ name }) => ({ migration: name, release: RELEASE.version, commit: RELEASE.commit })),
  );
  expect(rows).not.toEqual([]);
});

test('a database that a newer release upgraded is refused by the name of that release', async () => {
  const database = await cloneDatabase();
  const run = await migrating(database);
  await upgrade(database, { release: '99.2.0' });

  await expect(run()).rejects.toMatchObject({
    exitCode: 78,
    message: `The database was upgraded by Imprimatur 99.2.0, which this release (${RELEASE.version}) can't use. Start that release or newer, or restore a backup from before the upgrade.`,
  });
});

test('it is refused as well where this release has migrations that the database has not', async () => {
  const database = await cloneDatabase();
  const run = await migrating(database);
  await upgrade(database, { release: '99.2.0' });
  const before = await database.query(
    'delete from mikro_orm_migrations where id = (select max(id) - 1 from mikro_orm_migrations) returning name',
  );
  expect(before).toHaveLength(1);

  await expect(run()).rejects.toThrow('upgraded by Imprimatur 99.2.0');
  expect(await database.query('select from mikro_orm_migrations where name = $1', [before[0]!.name])).toEqual([]);
});

test('without a recorded release the migration is named', async () => {
  const database = await cloneDatabase();
  const run = await migrating(database);
  await upgrade(database);

  await expect(run()).rejects.toThrow(new RegExp(`unnamed release.* ${FROM_THE_FUTURE}\\. Start`));

  await database.query('drop table schema_release');
  await expect(run()).rejects.toThrow(FROM_THE_FUTURE);
});

test('two builds of one release are told apart by their commits', async () => {
  const database = await cloneDatabase();
  await migrating(database);
  const query = (text: string, values?: unknown[]) => database.query<object & Record<string, unknown>>(text, values);
  await upgrade(database, { release: '0.1.0', commit: 'b'.repeat(40) });

  const own = { version: '0.1.0', commit: 'a'.repeat(40), isChanged: false };
  const { detail } = await schemaTooNewProblem(query, [FROM_THE_FUTURE], own);

  expect(detail).toContain(`by Imprimatur 0.1.0 (commit ${'b'.repeat(40)}), which this release (0.1.0, commit aaaa`);
});

test('a process that runs already goes on after the upgrade', async () => {
  const api = await startApi();
  await upgrade(api.database, { release: '99.2.0' });

  const { status } = await api.json('/api/admin/image-bank', { as: 'operator' });
  const sealed = await api.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'sealed after the upgrade', disclaimer_ack: true },
  });

  expect([status, sealed.status]).toEqual([200, 201]);
});

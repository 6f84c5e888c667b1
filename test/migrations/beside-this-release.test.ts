import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { MIGRATION_LIMITS, MigrationRunner } from '../../src/platform/database/migration-runner.ts';
import {
  backfill,
  change,
  check,
  index,
  replaceIndex,
  type Step,
  SteppedMigration,
} from '../../src/platform/database/migration-steps.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { move } from '../assets/curating-graph.ts';
import { upload } from '../rest/support.ts';
import { startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { until } from '../support/service-process.ts';

/** As a release to come might have them, of every kind, on the tables that requests use most. */
class ToCome extends SteppedMigration {
  override steps(): Step[] {
    return [
      change(`alter table "asset" add column "next" int not null default 0`),
      index(`create index "asset_next" on "asset" ("next", "id")`),
      backfill({ table: 'asset', key: 'id', set: `"next" = 1`, where: `"next" = 0` }),
      ...check('asset', 'asset_next_check', `"next" >= 0`),
      change(`alter table "tag" add column "next" int null`),
      backfill({ table: 'tag', key: 'id', set: `"next" = 1`, where: `"next" is null` }),
      ...replaceIndex(
        'asset_tag_list_index',
        `create index "asset_tag_list_index" on "asset_tag" ("tag_id", "asset_id")`,
      ),
      change(`alter table "seal" add column "next" int null`),
      change(`alter table "outbox_event" add column "next" int null`),
    ];
  }
}

test('while a database is migrated beside this release, no request fails', async () => {
  const database = await cloneDatabase();
  const name = new URL(database.url).pathname.slice(1);
  // Shorter than the migration waits for its locks: without a second attempt, requests behind it would fail.
  await database.query(`alter database ${name} set lock_timeout = 200`);
  await database.disconnect();
  const api = await startApi({ database, works: false });
  onTestFinished(async () => {
    await api.stop();
    await database.drop();
  });
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push((await upload(api, { tags: ['beside', `tag ${n}`] })).id);
  const statuses: unknown[] = [];
  let isOver = false;
  const again = async (request: () => Promise<unknown>) => {
    while (!isOver) {
      statuses.push(await request());
      await sleep(20);
    }
  };
  const trashed = async () => {
    const { __typename } = await move(api, 'trashAssets', ids.slice(0, 3));
    const { __typename: restored } = await move(api, 'restoreAssets', ids.slice(0, 3));
    return [__typename, restored].every((one) => one === 'UpdatedAssets') ? 200 : [__typename, restored];
  };
  let sealed = 0;
  const requests = [
    again(async () => (await api.json('/api/marketing/image-bank/pick?tags=beside')).status),
    again(async () => (await api.json('/api/admin/image-bank?tags=beside', { as: 'operator' })).status),
    again(trashed),
    again(async () => (await upload(api, { tags: ['beside'] })) && 200),
    again(async () => {
      const body = { artifact_text: `Offer ${sealed++}`, disclaimer_ack: true };
      return (await api.json('/api/legal/provenance-seal', { as: 'integration', body })).status;
    }),
  ];
  // Somebody reads for long: the migration waits for it, and whoever comes after waits behind the migration.
  const long = new pg.Client({ connectionString: database.url });
  await long.connect();
  await long.query('begin');
  await long.query('select from asset limit 1');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const logger = createLogger('silent');
  let waited = 0;
  logger.warn = (() => {
    waited += 1;
  }) as never;
  const migration = new ToCome(undefined as never, undefined as never);
  const runner = new MigrationRunner(client, { table: 'mikro_orm_migrations', logger, limits: MIGRATION_LIMITS });
  const migrated = runner.migrateInUse([{ name: 'to come', migration }]);
  await until(() => waited > 1);
  await long.query('commit');
  await long.end();

  await migrated;
  isOver = true;
  await Promise.all(requests);
  await client.end();

  expect(statuses.length).toBeGreaterThan(requests.length);
  expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NamedMigration } from '../../src/platform/database/migration-runner.ts';
import { change, type Step, SteppedMigration } from '../../src/platform/database/migration-steps.ts';
import type { TestDatabase } from '../support/database.ts';
import { fillBankOf001 } from './bank-of-0-0-1.ts';
import { locksAgainstRules, migrationsAfter } from './locks-of.ts';
import { databaseOf001, NEWEST_RELEASED } from './release-0-0-1.ts';

/** With some rows in its tables: by an empty one nothing can be told. */
async function inUse(): Promise<TestDatabase> {
  const database = await databaseOf001();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fillBankOf001(client, { pictures: 20, seals: 20, renders: 20 });
  await client.end();
  return database;
}

test('no migration that is not released yet keeps those waiting who use the tables of the release before', async () => {
  const database = await inUse();
  const migrations = await migrationsAfter(NEWEST_RELEASED);

  expect(migrations.length).toBeGreaterThan(0);
  expect(await locksAgainstRules(database.url, migrations)).toEqual([]);

  await database.drop();
});

describe('a migration is refused', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await inUse();
  });
  afterAll(() => database.drop());

  const BAD: [what: string, statements: string[], fault: RegExp][] = [
    ['that writes a table anew', ['alter table tag add column number serial not null'], /writes tag anew/],
    [
      'that changes the type of a column',
      [`alter table asset alter column title type varchar(2000) using left(title, 2000)`],
      /writes asset anew/,
    ],
    ['that builds an index under a lock', ['create index on seal (media_type)'], /builds an index of seal/],
    [
      'that looks at every row under a lock',
      ['alter table seal add constraint seal_size check (byte_length > 0)'],
      /looks at every row of seal/,
    ],
    ['that wants a value in every row', ['alter table render alter column sha256 set not null'], /every row of render/],
    [
      'that validates in the transaction of the constraint',
      [
        'alter table asset add constraint asset_size check (width > 0) not valid',
        'alter table asset validate constraint asset_size',
      ],
      /every row of asset/,
    ],
    ['that changes all rows at once', ['update render set attempts = 1'], /changes rows of render/],
    [
      'that holds two tables at once',
      ['alter table seal add more int', 'alter table tag add more int'],
      /locks on seal and tag at once|locks on tag and seal at once/,
    ],
  ];

  test.each(BAD)('%s', async (what, statements, fault) => {
    const found = await locksAgainstRules(database.url, [bad(what, change(...statements))]);

    expect(found.join('\n')).toMatch(fault);
    expect(found.join('\n')).toContain(what);
  });

  test('but not for what it does with tables of its own', async () => {
    const own = change(
      'create table own (id int)',
      'insert into own values (1)',
      'create index on own (id)',
      'update own set id = 2',
    );

    expect(await locksAgainstRules(database.url, [bad('own', own)])).toEqual([]);
  });
});

function bad(name: string, step: Step): NamedMigration {
  class Bad extends SteppedMigration {
    override steps(): Step[] {
      return [step];
    }
  }
  return { name, migration: new Bad(undefined as never, undefined as never) };
}

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreDatabase } from '../../scripts/logical-dump.ts';
import type { NamedMigration } from '../../src/platform/database/migration-runner.ts';
import { change, type Step, SteppedMigration } from '../../src/platform/database/migration-steps.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';
import { dumpOf, KEPT_RELEASES } from '../upgrades/support/restore.ts';
import { fillBankOf001 } from './bank-of-0-0-1.ts';
import { locksAgainstRules, migrationsAfter } from './locks-of.ts';
import { databaseOf001, LAST_OF_001, LAST_OF_010, LAST_OF_020 } from './releases.ts';

/** A database of release 0.0.1 with rows in its tables: statements that read all rows show only where there are some. */
async function of001(): Promise<TestDatabase> {
  const database = await databaseOf001();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fillBankOf001(client, { pictures: 20, seals: 20, renders: 20 });
  await client.end();
  return database;
}

/** The database that a release left behind, with rows in nearly all its tables. */
async function restoredOf(release: string): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await restoreDatabase(client, dumpOf(release));
  await client.end();
  return database;
}

const RELEASES = [
  { release: '0.0.1', restored: of001, last: LAST_OF_001 },
  { release: '0.1.0', restored: () => restoredOf('0.1.0'), last: LAST_OF_010 },
  { release: '0.2.0', restored: () => restoredOf('0.2.0'), last: LAST_OF_020 },
];

describe.each(RELEASES)('beside processes of $release', ({ release, restored, last }) => {
  test('no migration of the release after it blocks the tables in use', async () => {
    const database = await restored();
    const next = RELEASES[RELEASES.findIndex((one) => one.release === release) + 1];
    const migrations = (await migrationsAfter(last)).filter(({ name }) => !next || name <= next.last);

    if (next) expect(migrations.length).toBeGreaterThan(0);
    expect(await locksAgainstRules(database.url, migrations)).toEqual([]);

    await database.drop();
  });
});

test('the newest release is the last of those whose data is kept', () => {
  expect(RELEASES.map(({ release }) => release)).toEqual(KEPT_RELEASES);
});

describe('a migration is refused', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await of001();
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

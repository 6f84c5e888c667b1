import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import { Context } from '../../src/platform/context.ts';
import { Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { DeletionGate } from '../../src/platform/deletion/deletion-gate.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { deleting, gated, unaudited } from '../../src/platform/upkeep/upkeep.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;

/** Every step that deletes or erases what is old enough. A new one has to be added here, and to wait while deletion is held. */
const DELETING = [
  'dispatched events',
  'documents past their retention',
  'expired audit entries',
  'expired content of runs',
  'expired idempotency keys',
  'expired idempotent answers',
  'expired limit counts',
  'expired links to drawn pictures',
  'expired months of runs',
  'expired networks in the audit trail',
  'expired reasoning of tool calls',
  'expired secrets',
  'expired sessions and links',
  'expired sign-in steps',
  'expired values in the audit trail',
  'files of interrupted uploads',
  'finished jobs',
  'held content of decided requests',
  'old attempts to back up',
  'old expiration announcements',
  'old invitations',
  'old uses of secrets',
  'old webhook deliveries',
  'purged pictures',
  'unused rotations',
];

/** Rows that are taken from a queue, or moved, and not deleted because of their age. */
const CONSUMED = ['chain_pending', 'clock_note'];

const gates: Database[] = [];
afterAll(async () => {
  for (const database of gates) await database.close();
});

/** A process on this database whose clock is so far from the right one, and can be moved. */
async function processOn({ url }: TestDatabase, aheadMs = 0) {
  const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 2 }));
  gates.push(database);
  const clock = { aheadMs, now: () => new Date(Date.now() + clock.aheadMs), elapsedMs: () => performance.now() };
  return { gate: new DeletionGate({ database, clock, logger: createLogger('silent') }), clock };
}

const holdOf = async (database: TestDatabase) => {
  const [note] = await database.query<{ reason: string | null; noted_at: Date }>(
    'select held_reason as reason, noted_at from clock_note',
  );
  return note?.reason ?? null;
};

describe('a start', () => {
  test('on a database without a note holds nothing, whatever the clock', async () => {
    await using database = await ownDatabase();
    const { gate } = await processOn(database, 5_000 * DAY_MS);

    expect(await gate.mayDelete()).toBe(true);
    expect(await holdOf(database)).toBeNull();
  });

  test.each([
    [44, true],
    [46, false],
  ])('%i days after the last note may delete: %s', async (days, may) => {
    await using database = await ownDatabase();
    await (await processOn(database)).gate.mayDelete();

    const { gate } = await processOn(database, days * DAY_MS);

    expect(await gate.mayDelete()).toBe(may);
    expect(await holdOf(database)).toBe(may ? null : 'START');
  });

  test('by the database’s clock counts as well: a service that was off for five months waits', async () => {
    await using database = await ownDatabase();
    await (await processOn(database)).gate.mayDelete();
    await database.query(
      `update clock_note set noted_at = noted_at - interval '5 months', process_noted_at = process_noted_at - interval '5 months'`,
    );

    expect(await (await processOn(database)).gate.mayDelete()).toBe(false);
  });

  test('of a database that an earlier release used goes by its newest rows', async () => {
    await using database = await ownDatabase();
    const { database: pool } = await opened(database);
    const upgrade = async (lastUsed: string | null) => {
      await database.query('drop table clock_note');
      await database.query(`delete from mikro_orm_migrations where name ~* 'clock-?note'`);
      if (lastUsed) {
        await database.query(
          `insert into outbox_event (type, payload, occurred_at) values ('asset.added', '{}', now() - $1::interval)`,
          [lastUsed],
        );
      }
      await migrate({
        orm: pool.orm,
        owner: { url: database.url, setting: 'DATABASE_URL' },
        logger: createLogger('silent'),
      });
    };

    await upgrade(null);
    expect(await database.query('select 1 from clock_note')).toEqual([]);
    await upgrade('1 day');
    expect(await (await processOn(database)).gate.mayDelete()).toBe(true);
    await database.query('delete from outbox_event');
    await upgrade('5 months');
    expect(await (await processOn(database)).gate.mayDelete()).toBe(false);
  });

  test('a hold stays after restarts, notes and a clock that is right again, in every process', async () => {
    await using database = await ownDatabase();
    const running = await processOn(database);
    await running.gate.mayDelete();
    const wrong = await processOn(database, 5_000 * DAY_MS);
    await wrong.gate.mayDelete();

    const right = await processOn(database);

    expect(await right.gate.mayDelete()).toBe(false);
    expect(await running.gate.mayDelete()).toBe(false);
    expect(await right.gate.mayDelete()).toBe(false);
    await expect(right.gate.probe()).rejects.toThrow(/^Nothing is deleted or erased: the service started at 20[34]\d-/);
    const [note] = await database.query<{ minutes: number }>(
      'select extract(epoch from clock_timestamp() - process_noted_at)::int / 60 as minutes from clock_note',
    );
    expect(note!.minutes).toBe(0);
  });
});

describe('a running process', () => {
  test.each([
    ['forwards', 25 / 24, false],
    ['backwards', -25 / 24, false],
    ['less than a day', 23 / 24, true],
  ])('whose clock leaps: %s', async (_, days, may) => {
    await using database = await ownDatabase();
    const { gate, clock } = await processOn(database);
    expect(await gate.mayDelete()).toBe(true);

    clock.aheadMs = days * DAY_MS;

    expect(await gate.mayDelete()).toBe(may);
    clock.aheadMs = 0;
    expect(await gate.mayDelete()).toBe(may);
    expect(await holdOf(database)).toBe(may ? null : 'LEAP');
  });

  test('whose clock and stopwatch go on together holds nothing, however much time passes', async () => {
    await using database = await ownDatabase();
    let passedMs = 0;
    const { database: pool } = await opened(database);
    const clock = { now: () => new Date(Date.now() + passedMs), elapsedMs: () => performance.now() + passedMs };
    const gate = new DeletionGate({ database: pool, clock, logger: createLogger('silent') });
    await gate.mayDelete();

    passedMs = 0.9 * DAY_MS;

    expect(await gate.mayDelete()).toBe(true);
  });
});

test('a step that deletes is skipped while deletion is held, and others are not', async () => {
  const steps = { old: deleting(async () => 3), note: unaudited('It only counts.', async () => 2) };

  const held = gated(steps, { mayDelete: async () => false });
  const open = gated(steps, { mayDelete: async () => true });

  const ctx = {} as Context;
  expect([await held.old!(ctx), await held.note!(ctx)]).toEqual([0, 2]);
  expect([await open.old!(ctx), await open.note!(ctx)]).toEqual([3, 2]);
});

describe('a service', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({
      works: false,
      env: { SANDBOX: 'true', KEEP_RUNS_MONTHS: '1', KEEP_AUDIT_MONTHS: '1' },
    });
  });
  afterAll(() => api.stop());

  const upkeep = async () => {
    const failed: string[] = [];
    const signal = new AbortController().signal;
    for (const [what, step] of Object.entries(api.services.upkeep)) {
      const ctx = new Context(api.services.platform, { principal: internal('upkeep'), requestId: 'upkeep', signal });
      await step(ctx).catch(() => failed.push(what));
    }
    return failed;
  };
  const hold = () =>
    api.database.query(
      `update clock_note set held_since = '2040-01-01', held_reason = 'START', held_after = '2026-11-28'`,
    );
  const held = async () =>
    (await api.graphql('{ deletionHold { reason since } }', { as: 'operator' })).data.deletionHold;

  test('names every step that deletes, and each waits', async () => {
    const marked = Object.entries(api.services.upkeep).filter(([, { deletes }]) => deletes);

    expect(marked.map(([what]) => what).sort()).toEqual(DELETING);
  });

  test('deletes nothing in any step while it is held: no statement of upkeep deletes', async () => {
    await api.database.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'deleted'; end $$`,
    );
    await api.database.query(`do $$ declare t record; begin
      for t in select oid::regclass as name from pg_class
        where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
          and not relispartition and relname <> all('{${CONSUMED.join(',')}}')
      loop execute format('create trigger refuse before delete on %s for each statement execute function refuse()', t.name); end loop;
    end $$`);
    await hold();

    expect(await upkeep()).toEqual([]);

    // The other way round: of the steps that issue such a statement, none is missing above.
    await api.database.query('update clock_note set held_since = null');
    const deleters = await upkeep();
    expect(deleters.length).toBeGreaterThan(10);
    expect(DELETING).toEqual(expect.arrayContaining(deleters));
    await api.database.query('drop function refuse() cascade');
  });

  test('says so in its health and stays ready; an administrator ends it, which is recorded', async () => {
    await hold();
    const connection = async () => {
      const { body } = await api.json('/api/health/architecture');
      return body.connections.find(({ name }: { name: string }) => name === 'deletion').status;
    };
    await expect.poll(connection, { timeout: 5_000 }).toBe('warn');
    expect((await api.fetch('/readyz')).status).toBe(200);
    expect(await held()).toEqual({ reason: 'START', since: '2040-01-01T00:00:00.000Z' });
    const resume = (heldSince: string) =>
      api.graphql(
        `mutation { resumeDeletion(input: { heldSince: "${heldSince}" }) { __typename ... on ResumedDeletion { wasHeld } } }`,
        { as: 'operator' },
      );

    expect((await resume('2039-01-01T00:00:00.000Z')).data.resumeDeletion.wasHeld).toBe(false);
    expect(await held()).not.toBeNull();
    expect((await resume('2040-01-01T00:00:00.000Z')).data.resumeDeletion.wasHeld).toBe(true);

    expect(await held()).toBeNull();
    await expect.poll(connection, { timeout: 5_000 }).toBe('pass');
    expect(
      await api.database.query(
        `select subject_ids, changes from audit_entry where action = 'resumeDeletion' and subject_ids <> '{}'`,
      ),
    ).toEqual([
      { subject_ids: ['deletion'], changes: [{ subjectId: 'deletion', field: 'isHeld', before: true, after: false }] },
    ]);
    const refused = await api.graphql(
      'mutation { resumeDeletion(input: { heldSince: "2040-01-01T00:00:00.000Z" }) { __typename } }',
      { as: 'integration' },
    );
    expect(refused.data.resumeDeletion.__typename).toBe('Forbidden');
  });

  test('old jobs are deleted by upkeep, and not by the queue on its own', async () => {
    await api.database.query(
      `insert into pgboss.job (name, state, completed_on, deletion_seconds)
       select name, 'completed', now() - interval '30 days', 60 from pgboss.queue limit 1`,
    );
    const jobs = async () => (await api.database.query(`select 1 from pgboss.job where state = 'completed'`)).length;
    expect(
      await api.database.query('select 1 from pgboss.queue where maintain_on is null or maintain_on < now()'),
    ).toEqual([]);
    await hold();
    await upkeep();
    expect(await jobs()).toBe(1);

    await api.database.query('update clock_note set held_since = null');
    await upkeep();

    expect(await jobs()).toBe(0);
  });
});

async function opened({ url }: TestDatabase) {
  const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 2 }));
  gates.push(database);
  return { database };
}

async function ownDatabase(): Promise<TestDatabase & AsyncDisposable> {
  const database = await cloneDatabase();
  const pools = gates.length;
  return Object.assign(database, {
    async [Symbol.asyncDispose]() {
      for (const pool of gates.splice(pools)) await pool.close();
      await database.drop();
    },
  });
}

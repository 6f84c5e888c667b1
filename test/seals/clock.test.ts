import { expect, onTestFinished, test } from 'vitest';
import { compareClocks } from '../../src/platform/database/agreed-time.ts';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { exported, linesOf, runTasks } from '../chain/export.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { moveProcessClock } from '../support/process-clock.ts';
import { download, sealFile, sealText } from '../support/seals.ts';

const HOUR_MS = 3600_000;

/** A clock that somebody sets: so far from the right time. */
class SetClock {
  aheadMs = 0;
  now = () => new Date(Date.now() + this.aheadMs);
}

const seal = (api: Api) =>
  api.json('/api/legal/provenance-seal', { body: { artifact_text: 'some text', disclaimer_ack: true } });
const healthOf = async (api: Api, connection: string) => {
  const { body } = await api.json('/api/health/architecture');
  return body.connections.find(({ name }: { name: string }) => name === connection).status;
};
const logHealth = (api: Api) => healthOf(api, 'log');

async function startWith(aheadMs: number) {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const clock = Object.assign(new SetClock(), { aheadMs });
  const api = await startApi({ database, works: false, clock });
  return { api, clock, database };
}

test.each([
  ['two hours ahead', 2 * HOUR_MS, 'ahead of'],
  ['six seconds ahead', 6_000, 'ahead of'],
  ['a minute behind', -60_000, 'behind'],
])('a process whose clock is %s seals nothing, says so, and lives', async (_, aheadMs, word) => {
  const { api, clock, database } = await startWith(aheadMs);

  const refused = await seal(api);

  expect(refused).toMatchObject({ status: 503, body: { ok: false, code: 'CLOCK_DIFFERS' } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.body.detail).toMatch(new RegExp(`The clock of this process is [\\d.]+ s ${word} the database's`));
  expect(await database.query('select id from seal')).toEqual([]);
  expect(await healthOf(api, 'clock')).toBe('warn');
  expect((await api.fetch('/readyz')).status).toBe(200);

  clock.aheadMs = 0;
  expect((await seal(api)).status).toBe(201);
  await expect.poll(() => healthOf(api, 'clock')).toBe('pass');
});

test.each([3_000, -3_000])('a clock that differs by %i ms seals, and every time is the database’s', async (aheadMs) => {
  moveProcessClock(aheadMs);
  const { api, database } = await startWith(0);
  const now = async () => (await database.query<{ now: Date }>('select clock_timestamp() as now'))[0]!.now;
  const before = await now();

  const { status, body } = await seal(api);
  expect(status).toBe(201);
  await api.graphql(
    `mutation { revokeSeal(input: { sealId: "${body.seal.id}", reason: "Wrong price." }) { __typename } }`,
    { as: 'operator' },
  );

  const after = await now();
  const rows = await database.query<{ statement: { predicate: { claimedAt: string } }; sealed_at: Date }>(
    `select statement::jsonb as statement, sealed_at from seal
     union all select statement::jsonb, changed_at from seal_status`,
  );
  const keys = await database.query<{ at: Date }>(
    'select valid_from as at from seal_key union all select opened_at from log_state',
  );
  const times = rows.flatMap((row) => [new Date(row.statement.predicate.claimedAt), row.sealed_at]);
  expect(times).toHaveLength(4);
  for (const at of times) {
    expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(at.getTime()).toBeLessThanOrEqual(after.getTime());
  }
  // Made at the start, which was before.
  expect(keys.length).toBeGreaterThanOrEqual(2);
  for (const { at } of keys) expect(at.getTime()).toBeLessThanOrEqual(after.getTime());
});

test.each([3_000, -3_000])(
  'a clock that differs by %i ms: anchors, links and checkpoints have the database’s time',
  async (aheadMs) => {
    moveProcessClock(aheadMs);
    const { api, database } = await startWith(0);
    const now = async () => (await database.query<{ now: Date }>('select clock_timestamp() as now'))[0]!.now;
    // Before the window: this opens the log, and loads what is slow to load.
    await seal(api);
    await runTasks(api, 1);
    const before = await now();

    await runTasks(api, 2);
    const { exportedAt } = linesOf(await exported(api))[0];

    const after = await now();
    const anchors = await database.query<{ statement: { predicate: { claimedAt: string } }; anchored_at: Date }>(
      'select statement::jsonb as statement, anchored_at from chain_anchor',
    );
    expect(anchors).toHaveLength(1);
    const links = await database.query<{ at: Date }>('select recorded_at as at from chain_entry');
    expect(links).toHaveLength(3);
    const checkpoints = await database.query<{ at: Date }>(
      'select published_at as at from log_checkpoint where published_at >= $1',
      [before],
    );
    expect(checkpoints.length).toBeGreaterThan(0);
    const times = [
      ...anchors.flatMap(({ statement, anchored_at: at }) => [new Date(statement.predicate.claimedAt), at]),
      ...[...links, ...checkpoints].map(({ at }) => at),
      new Date(exportedAt),
    ];
    for (const at of times) {
      expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime());
      expect(at.getTime()).toBeLessThanOrEqual(after.getTime());
    }
  },
);

test('an answer that takes long is no difference of clocks', async () => {
  const slow = (ms: number, databaseMs: number) => {
    let now = 100_000;
    const ask = async () => {
      now += ms;
      return databaseMs;
    };
    return compareClocks(ask, { now: () => new Date(now) });
  };

  // A pause of ten seconds, before or after the database was asked.
  expect(await slow(10_000, 100_000)).toEqual({ at: new Date(100_000), aheadMs: 0 });
  expect(await slow(10_000, 110_000)).toEqual({ at: new Date(110_000), aheadMs: 0 });
  expect(await slow(10_000, 94_000)).toEqual({ at: new Date(94_000), aheadMs: 6_000 });
  expect(await slow(1, 107_001)).toEqual({ at: new Date(107_001), aheadMs: -7_000 });
});

async function sealedAhead(interval: string) {
  const { api, database } = await startWith(0);
  await sealText(api, 'so that there is a log');
  await api.stop();
  await database.query(`update seal_key set valid_from = now() + interval '${interval}'`);
  await database.query(`update log_state set opened_at = now() + interval '${interval}'`);
  return { api: await startApi({ database, works: false }), database };
}

test('a key and a log from a database whose clock was ahead seal nothing that our own verifier would call INVALID', async () => {
  const { api, database } = await sealedAhead('2 hours');
  const before = await database.query('select id from seal');

  const refused = await seal(api);

  expect(refused).toMatchObject({ status: 503, body: { ok: false, code: 'SERVICE_UNAVAILABLE' } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.body.detail).toMatch(/trusted from .*, but the time here is .* a clock is or was wrong/);
  await expect.poll(() => logHealth(api)).toBe('warn');
  expect(await database.query('select id from seal')).toEqual(before);
  expect((await api.fetch('/readyz')).status).toBe(200);
});

test.each([
  ['the key', "update seal_key set valid_from = now() + interval '1 hour'"],
  ['the log', "update log_state set opened_at = now() + interval '1 hour'"],
])('either is enough: %s', async (_, change) => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const before = await startApi({ database, works: false });
  await sealText(before, 'so that there is a log');
  await before.stop();
  await database.query(change);

  const api = await startApi({ database, works: false });

  expect((await seal(api)).status).toBe(503);
  await expect.poll(() => logHealth(api)).toBe('warn');
});

test('a clock that was ahead by less than others are allowed to be seals on, and what it seals holds', async () => {
  const { api } = await sealedAhead('4 minutes');

  const { seal: sealed } = await sealText(api, 'held');

  const verdict = await verifySeal({
    bundle: await sealFile(api, sealed.id, 'seal.sigstore.json'),
    trust: parseTrust(await download(api, '/.well-known/imprimatur/trust.json')),
    text: 'held',
  });
  expect(verdict.result).toBe('SAME_BYTES');
  expect(await logHealth(api)).toBe('pass');
});

test('a key that is revoked while the clock is behind is heard of all the same', async () => {
  const { api, clock, database } = await startWith(0);
  expect((await seal(api)).status).toBe(201);
  clock.aheadMs = -4_000;
  await database.query(`update seal_key set revoked_at = now(), reason = 'lost'`);

  await expect.poll(async () => (await seal(api)).status).toBe(503);
});

import { expect, test } from 'vitest';
import { purgeMonths } from '../../../src/gateway/runs/retention.ts';
import { timeCheck } from '../../../src/gateway/runs/run-check.ts';
import type { IntegrityFinding } from '../../../src/platform/upkeep/integrity-check.ts';
import { exported, linesOf, runTasks } from '../../chain/export.ts';
import { type Api, startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';
import { moveProcessClock } from '../../support/process-clock.ts';

const DAY_MS = 24 * 3600 * 1000;
const BY_TIME = `query ($from: DateTime!, $until: DateTime!) {
  runs(filter: { startedFrom: $from, startedBefore: $until }, first: 50) { totalCount nodes { id } }
  usage(groupBy: DAY, startedFrom: $from, startedBefore: $until) { runs }
}`;

async function look({ services }: Api, repairs = false): Promise<IntegrityFinding[]> {
  const findings: IntegrityFinding[] = [];
  const run = { repairs, deletes: repairs, isOver: () => false, count: () => {}, progress: () => {} };
  await timeCheck.run({ ctx: contextOn(services.platform.database), ...run, found: (one) => findings.push(one) });
  return findings;
}

/** What lists, usage and exports show of a span of time. */
async function shown(api: Api, from: Date, until: Date) {
  const variables = { from: from.toISOString(), until: until.toISOString() };
  const { data, errors } = await api.graphql(BY_TIME, { as: 'operator', variables });
  expect(errors).toBeUndefined();
  const file = await exported(api, `?startedFrom=${variables.from}&startedBefore=${variables.until}`);
  const usage = data.usage.reduce((sum: number, { runs }: { runs: number }) => sum + runs, 0);
  const records = linesOf(file).filter(({ type }) => type === 'record');
  return {
    listed: data.runs.nodes.map(({ id }: { id: string }) => id).toSorted(),
    total: data.runs.totalCount,
    usage,
    exported: records
      .map(({ record }) => record.id)
      .filter((id) => id?.startsWith('run_'))
      .toSorted(),
  };
}

const all = (ids: readonly string[]) => {
  const sorted = ids.toSorted();
  return { listed: sorted, total: ids.length, usage: ids.length, exported: sorted };
};

test('runs of a clock 400 days ahead, and those after it, are shown at their times without a restart', async () => {
  const api = await startApi();
  const now = Date.now();
  const span = (aheadMs: number) => [new Date(now + aheadMs - DAY_MS), new Date(now + aheadMs + DAY_MS)] as const;
  const before = await runTasks(api, 2);

  const setBack = moveProcessClock(400 * DAY_MS);
  const ahead = await runTasks(api, 2);
  setBack();
  const after = await runTasks(api, 2);

  expect(await shown(api, ...span(0))).toEqual(all([...before, ...after]));
  expect(await shown(api, ...span(400 * DAY_MS))).toEqual(all(ahead));
  expect(await look(api)).toEqual([]);
});

test('a run with the id of another time is shown at its own, and integrity tells', async () => {
  const api = await startApi();
  const [id] = (await runTasks(api, 1)) as [string];
  const now = Date.now();
  // As a service wrote it that gave ids of a clock ahead until it was restarted.
  const [{ id: misdated }] = (await api.database.query<{ id: string }>(
    `with misdated as (
       insert into run select (jsonb_populate_record(run, jsonb_build_object('id', first_id_at('run', now() + interval '400 days')))).*
       from run returning id
     ), pending as (insert into chain_pending select 'RUN', id from misdated)
     select id from misdated`,
  )) as [{ id: string }];

  expect(await shown(api, new Date(now - DAY_MS), new Date(now + DAY_MS))).toEqual(all([id, misdated]));
  const future = await shown(api, new Date(now + 399 * DAY_MS), new Date(now + 401 * DAY_MS));
  expect(future).toEqual(all([]));
  expect(await look(api)).toMatchObject([{ kind: 'RUN_IN_OTHER_MONTH', rows: [`run ${misdated}`] }]);

  await api.database.query('delete from misdated_run');
  const kinds = async (repairs: boolean) => (await look(api, repairs)).map(({ kind }) => kind);
  expect(await kinds(true)).toEqual(['RUN_TIME_NOT_NOTED', 'RUN_IN_OTHER_MONTH']);
  expect(await kinds(false)).toEqual(['RUN_IN_OTHER_MONTH']);
});

test('retention goes by the time of a run: one of today isn’t deleted with the month of its id', async () => {
  const api = await startApi();
  await runTasks(api, 1);
  await api.database.query(
    `select make_month_partition('run', 'run', '2026-01-15'), make_month_partition('attempt', 'att', '2026-01-15')`,
  );
  await api.database.query(
    `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', first_id_at('run', '2026-01-15')))).* from run`,
  );
  const ctx = contextOn(api.services.platform.database);
  const keep = { real: 3, simulated: 3 };

  expect(await purgeMonths(ctx, api.services.apis.chain, keep)).toBe(0);
  await api.database.query(
    `update run set started_at = '2026-01-15T00:00:00Z' where id < first_id_at('run', '2026-02-01')`,
  );
  expect(await purgeMonths(ctx, api.services.apis.chain, keep)).toBe(1);
});

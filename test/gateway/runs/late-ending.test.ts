import { expect, onTestFinished, test } from 'vitest';
import { moneyCheck } from '../../../src/customers/money/money-check.ts';
import { writeAborted } from '../../../src/gateway/runs/orphans.ts';
import { spendCheck } from '../../../src/gateway/runs/run-check.ts';
import type { IntegrityFinding } from '../../../src/platform/upkeep/integrity-check.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { periodOf } from '../../customers/support.ts';
import { type Api, startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';
import { findingsOf } from '../../support/findings.ts';
import { FakeProvider, Wait } from '../../support/providers/fake-provider.ts';
import { PROTOCOLS } from '../../support/providers/protocols.ts';
import { SLOT } from '../failover/asking.ts';

const ANSWER = JSON.stringify(PROTOCOLS.openai.answer('Hello'));
const body = { model: SLOT.task, messages: [{ role: 'user', content: 'Hello' }] };

/** A service with a call under way, whose provider answers when it is told to. */
async function callUnderWay() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const fake = await FakeProvider.start(
    () => ({ headers: { 'content-type': 'application/json' }, chunks: [new Wait(released), ANSWER] }),
    'deepseek',
  );
  const api = await startApi({
    env: { DEEPSEEK_BASE_URL: `${fake.url}/v1`, DEEPSEEK_API_KEY: 'sk-primary-0123456789', SANDBOX: '0' },
  });
  onTestFinished(() => api.stop());
  const { as, customer } = await customerWithKey(api, { hardLimitMicros: 100_000_000 });
  const answer = api.json('/v1/chat/completions', { as, method: 'POST', body });
  await expect.poll(() => fake.asked.length).toBe(1);
  return { api, answer, release, as, customerId: customer.id as string };
}

const runsOf = (api: Api) =>
  api.database.query<Record<string, unknown>>(
    'select id, status, charged_micros::int, aborted_run_id, later_run_id, attempt_count from run order by id',
  );

async function faults(api: Api): Promise<IntegrityFinding[]> {
  const findings: IntegrityFinding[] = [];
  const { platform, apis } = api.services;
  const ctx = contextOn(platform.database);
  await apis.chain.linkAll(ctx);
  const run = { repairs: false, deletes: true, isOver: () => false, count: () => {}, progress: () => {} };
  for (const check of [moneyCheck, spendCheck(apis.customers)]) {
    await check.run({ ctx, ...run, found: (one) => findings.push(one) });
  }
  return [...findings, ...(await findingsOf(api, 'chain'))];
}

/** Sweeps as another process would. The service's own sweep comes every ten seconds and may have been first. */
const sweep = async (api: Api) => {
  await api.services.apis.customers.sweep(contextOn(api.services.platform.database), writeAborted);
  expect(await api.database.query(`select from run where status = 'ABORTED'`)).toHaveLength(1);
};

test('a call under way is not swept when the clock is set forward by an hour', async () => {
  const { api, answer, release, customerId } = await callUnderWay();

  await api.database.query(`update reservation set expires_at = expires_at - interval '1 hour'`);
  expect(
    await api.services.apis.customers.sweep(contextOn(api.services.platform.database), async () => {
      throw new Error('Nothing is lost.');
    }),
  ).toBe(0);
  expect(await faults(api)).toEqual([]);
  release();

  expect((await answer).status).toBe(200);
  const runs = await runsOf(api);
  expect(runs).toMatchObject([{ status: 'SUCCEEDED', aborted_run_id: null, later_run_id: null }]);
  expect(await periodOf(api, customerId)).toMatchObject({
    spent_micros: runs[0]!.charged_micros,
    reserved_micros: 0,
    uncertain_micros: 0,
    calls: 1,
  });
  expect(await faults(api)).toEqual([]);
});

test('a call that ends after it was swept gets a second record, and the books are as its runs', async () => {
  const { api, answer, release, as, customerId } = await callUnderWay();
  // As another process does once it takes this one for dead.
  await api.database.query(`update reservation set process_id = null, expires_at = now() - interval '1 hour'`);
  await sweep(api);
  const reserved = (await periodOf(api, customerId)).uncertain_micros;
  expect(reserved).toBeGreaterThan(0);
  // A sweep does not forget it at once, as it would by the time of its end.
  await api.services.apis.customers.sweep(contextOn(api.services.platform.database), async () => {});
  release();

  const { status, headers } = await answer;
  expect(status).toBe(200);
  const [aborted, later] = await runsOf(api);
  expect(aborted).toMatchObject({ status: 'ABORTED', charged_micros: null, later_run_id: later!.id });
  expect(later).toMatchObject({ status: 'SUCCEEDED', aborted_run_id: aborted!.id, attempt_count: 1 });
  expect(headers.get('x-imprimatur-run-id')).toBe(aborted!.id);
  expect(await periodOf(api, customerId)).toMatchObject({
    spent_micros: later!.charged_micros,
    reserved_micros: 0,
    uncertain_micros: 0,
    calls: 1,
    calls_of_unknown_cost: 0,
  });
  expect(await faults(api)).toEqual([]);

  const { data } = await api.graphql(
    `query ($id: ID!) { run(id: $id) { status laterRunId } usage(groupBy: DAY) { runs succeededRuns runsOfUnknownCost possibleCostMicros }
       later: run(id: "${later!.id}") { abortedRunId attempts { number status } chainEntry { seq } } }`,
    { as: 'operator', variables: { id: aborted!.id } },
  );
  expect(data).toMatchObject({
    run: { status: 'ABORTED', laterRunId: later!.id },
    later: {
      abortedRunId: aborted!.id,
      attempts: [{ number: 1, status: 'SUCCEEDED' }],
      chainEntry: { seq: expect.anything() },
    },
    usage: [{ runs: 1, succeededRuns: 1, runsOfUnknownCost: 0, possibleCostMicros: 0 }],
  });
  expect((await api.json('/v1/models', { as })).status).toBe(200);
});

test('a call whose reservation was forgotten is not counted a second time', async () => {
  const { api, answer, release, customerId } = await callUnderWay();
  await api.database.query(`update reservation set process_id = null, expires_at = now() - interval '1 hour'`);
  await sweep(api);
  const before = await periodOf(api, customerId);
  await api.database.query('delete from reservation');
  release();

  expect((await answer).status).toBe(200);
  expect(await runsOf(api)).toMatchObject([{ status: 'ABORTED', later_run_id: null }]);
  expect(await periodOf(api, customerId)).toEqual(before);
  expect(await faults(api)).toEqual([]);
});

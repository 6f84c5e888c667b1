import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { RunFailed } from '../../../src/gateway/runs/run-task.ts';
import { UNSERVED_RUNS_PER_MINUTE } from '../../../src/gateway/runs/unserved-requests.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { mutate, STORED_KEY } from '../../providers/support.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { parsePrometheus, type Sample } from '../../support/prometheus.ts';
import { FakeProvider, type Reply } from '../../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../../support/providers/protocols.ts';
import { SLOT } from '../failover/asking.ts';
import { FakeEngine, failedDraw, newCustomer } from '../images/support.ts';
import { FakeProviders, rejection, request, startGateway } from './support.ts';

const ANSWER = json(PROTOCOLS.openai.answer('Hello'));
const limited = (seconds: number): Reply => ({
  ...PROTOCOLS.openai.errors.rateLimited,
  headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
});
const RUN_TASK = `mutation ($input: RunTaskInput!) {
  runTask(input: $input) { __typename
    ... on Problem { code message }
    ... on TaskFailed { runId failure attempts retryAfterSeconds } } }`;
const RUN = `query ($id: ID!) { run(id: $id) { status failure attemptCount costMicros chargedMicros isEstimated deployment
  isStreamed explanation attempts { number } decision { path refusal { code } } } }`;

/** A service whose provider answers as it is told, at both deployments of a task. */
async function serviceBefore(reply: FakeProvider['reply'], env: Record<string, string> = {}) {
  const provider = await FakeProvider.start(reply);
  const api = await startApi({
    env: {
      DEEPSEEK_BASE_URL: `${provider.url}/v1`,
      DEEPSEEK_API_KEY: 'sk-primary-0123456789',
      OPENAI_BASE_URL: `${provider.url}/v1`,
      OPENAI_API_KEY: 'sk-fallback-0123456789',
      SANDBOX: '0',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  const ask = (as: Credential | undefined, more: Json = {}, headers: Record<string, string> = {}) =>
    api.json('/v1/chat/completions', {
      as,
      method: 'POST',
      headers,
      body: { model: SLOT.task, messages: [{ role: 'user', content: 'Hello' }], ...more },
    });
  return { api, provider, ask };
}

const rowsOf = (api: Api, failure = 'NO_PROVIDER_AVAILABLE') =>
  api.database.query<{ id: string; customer_id: string }>('select id, customer_id from run where failure = $1', [
    failure,
  ]);

describe('while every deployment is paused', () => {
  test('a request is a run that failed, which costs nothing, at every door', async () => {
    const { api, ask } = await serviceBefore(() => limited(100));
    const { as, customer } = await customerWithKey(api);
    // Pauses both.
    expect((await ask(as)).status).toBe(429);
    const usage = () => api.database.query('select * from usage_period where subject = $1', [customer.id]);
    const before = await usage();

    const whole = await ask(as);
    const streamed = await ask(as, { stream: true });
    const { data } = await api.graphql(RUN_TASK, {
      as,
      variables: { input: { task: SLOT.task, messages: [{ role: 'USER', content: 'Hello' }] } },
    });

    for (const { status, body, headers } of [whole, streamed]) {
      expect([status, body.error.code]).toEqual([503, 'no_provider_available']);
      expect(body.error.message).toMatch(/can’t run now: every eligible provider limits the rate/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(90);
      // Nothing was tried yet, so a client may come again by itself.
      expect(headers.get('x-should-retry')).toBeNull();
      expect(headers.get('x-imprimatur-attempts')).toBe('0');
    }
    expect(data.runTask).toMatchObject({
      __typename: 'TaskFailed',
      code: 'NO_PROVIDER_AVAILABLE',
      failure: 'NO_PROVIDER_AVAILABLE',
      attempts: 0,
      retryAfterSeconds: expect.any(Number),
    });
    const ids = [whole, streamed].map(({ headers }) => headers.get('x-imprimatur-run-id')!);
    expect((await rowsOf(api)).map(({ id }) => id).sort()).toEqual([...ids, data.runTask.runId].sort());
    for (const [at, id] of ids.entries()) {
      const { data: found } = await api.graphql(RUN, { as, variables: { id } });
      expect(found.run).toMatchObject({
        status: 'FAILED',
        failure: 'NO_PROVIDER_AVAILABLE',
        attemptCount: 0,
        attempts: [],
        costMicros: 0,
        chargedMicros: 0,
        isEstimated: false,
        deployment: null,
        isStreamed: at === 1,
        decision: { path: [], refusal: { code: 'NO_DEPLOYMENT' } },
      });
    }
    expect(await usage()).toEqual(before);
    expect(await api.database.query('select 1 from reservation where run_id = any($1)', [ids])).toEqual([]);
    await api.stop();
  });

  test('a caller fills the log with no more than so many a minute, and all are counted', async () => {
    const { api, ask } = await serviceBefore(() => limited(100));
    const [loud, other] = [await customerWithKey(api), await customerWithKey(api)];
    await ask(loud.as);

    const answers = await Promise.all(Array.from({ length: UNSERVED_RUNS_PER_MINUTE + 5 }, () => ask(loud.as)));
    const [one] = [await ask(other.as)];

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const inLog = answers.filter(({ headers }) => headers.has('x-imprimatur-run-id'));
    expect(inLog).toHaveLength(UNSERVED_RUNS_PER_MINUTE);
    expect(one.headers.has('x-imprimatur-run-id')).toBe(true);
    expect((await rowsOf(api)).filter(({ customer_id }) => customer_id === loud.customer.id)).toHaveLength(
      UNSERVED_RUNS_PER_MINUTE,
    );
    const samples = (await scraped(api)).filter(
      ({ name, labels }) =>
        name === 'imprimatur_gateway_run_duration_seconds_count' && labels.error_type === 'NO_PROVIDER_AVAILABLE',
    );
    expect(samples.map(({ value }) => value)).toEqual([UNSERVED_RUNS_PER_MINUTE + 6]);
    await api.stop();
  });

  test('the same idempotency key runs anew once a provider is back', async () => {
    const newKey = 'sk-new-0123456789';
    const { api, ask } = await serviceBefore(({ headers }) =>
      headers.authorization === `Bearer ${newKey}` ? ANSWER : limited(100),
    );
    const { as } = await customerWithKey(api);
    const key = { 'idempotency-key': 'order-4711' };
    await ask(as);

    const refused = await ask(as, {}, key);
    await mutate(api, 'setProviderKey', { provider: 'OPENAI', key: newKey }, STORED_KEY, 'operator');
    const answered = await ask(as, {}, key);

    expect(refused.status).toBe(503);
    expect(answered.status).toBe(200);
    expect(answered.headers.get('idempotency-replayed')).toBeNull();
    expect(answered.body.imprimatur.run_id).not.toBe(refused.headers.get('x-imprimatur-run-id'));
    await api.stop();
  });

  test('an anonymous caller leaves no run', async () => {
    const { api, ask } = await serviceBefore(() => limited(100), { SANDBOX: '1' });
    const { as } = await customerWithKey(api);
    await ask(as);

    const { status, headers } = await ask(undefined);

    expect(status).toBe(503);
    expect(headers.has('x-imprimatur-run-id')).toBe(false);
    expect(await rowsOf(api)).toEqual([]);
    await api.stop();
  });
});

test('pictures that no model can draw now are a run that failed as well', async () => {
  // Longer than the task's time: nobody waits for it.
  const { api } = await serviceBefore(() => limited(400));
  const { principal, id } = await newCustomer(api);
  // The engine of the service stands in only for what it can draw.
  const engine = new FakeEngine({ isCovering: false });
  expect(await failedDraw(api, { principal, engine })).toMatchObject({ failure: 'RATE_LIMITED' });

  const failed = await failedDraw(api, { principal, engine });

  expect(failed).toMatchObject({
    failure: 'NO_PROVIDER_AVAILABLE',
    attempts: 0,
    retryAfterSeconds: expect.any(Number),
  });
  expect(await rowsOf(api)).toEqual([{ id: (failed as RunFailed).runId, customer_id: id }]);
  await api.stop();
});

test('a task without any key is a run that failed, too', async () => {
  const { api } = await serviceBefore(() => ANSWER);
  const { as } = await customerWithKey(api, { plan: 'PRO' });

  const { status, body } = await api.json('/v1/chat/completions', {
    as,
    method: 'POST',
    body: { model: 'human-phrasing/bilingual-outbound', messages: [{ role: 'user', content: 'Hello' }] },
  });

  expect([status, body.error.code]).toEqual([503, 'no_provider_available']);
  expect(await rowsOf(api)).toHaveLength(1);
  await api.stop();
});

test('of a refusal that the caller can mend there is no run', async () => {
  const { api, ask } = await serviceBefore(() => ANSWER);
  const { as } = await customerWithKey(api);

  expect((await ask(as, { max_tokens: 10_000_000 })).status).toBe(400);

  expect(await api.database.query('select 1 from run')).toEqual([]);
  await api.stop();
});

test('a task that keeps its content keeps none of a request that went nowhere', async () => {
  const refusal = { code: 'NO_DEPLOYMENT', sentence: 'Each provider is paused.', retryAfterSeconds: 7 } as const;
  const gateway = await startGateway(new FakeProviders(), {
    task: { content: { keep: true, retentionDays: 5 } },
    decision: { path: [], refusal },
  });

  const error = await rejection(gateway.runner.complete(gateway.ctx(), request()));

  expect(error).toMatchObject({
    name: 'RunFailed',
    failure: 'NO_PROVIDER_AVAILABLE',
    message: refusal.sentence,
    mayHaveCost: false,
    costMicros: 0,
    attempts: 0,
  });
  expect((await gateway.logged()).run).toMatchObject({ status: 'FAILED', attempt_count: 0, charged_micros: '0' });
  expect(await gateway.database.query('select 1 from run_content')).toEqual([]);
  expect(await gateway.settled()).toEqual([]);
  expect(gateway.reservations).toEqual([]);
});

describe('the service level of the documentation', () => {
  /** Blocks of the section, by their language. */
  const blocksOf = async (language: string) => {
    const text = await readFile('docs/monitoring.md', 'utf8');
    const section = /\n## Service levels\n(.*?)\n## /s.exec(text)![1]!;
    return [...section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\n\`\`\``, 'gs'))].map(([, block]) => block!);
  };

  test('is what was served of what was asked, by task and customer', async () => {
    let reply: Reply = ANSWER;
    const { api, provider, ask } = await serviceBefore(() => reply);
    const [one, other] = [await customerWithKey(api), await customerWithKey(api)];
    for (let time = 0; time < 6; time++) expect((await ask(one.as)).status).toBe(200);
    expect((await ask(other.as)).status).toBe(200);
    // The request's own fault is nobody's outage.
    reply = PROTOCOLS.openai.errors.contentFilter;
    expect((await ask(one.as)).status).toBe(400);
    reply = limited(100);
    expect((await ask(one.as)).status).toBe(429);
    expect((await ask(one.as)).status).toBe(503);
    expect(provider.asked).toHaveLength(10);

    const [sql] = await blocksOf('sql');
    const levels = await api.database.query(sql!);
    const samples = await scraped(api);
    const [level, alarm] = await blocksOf('promql');

    expect(levels).toEqual([
      {
        task: SLOT.task,
        customer_id: one.customer.id,
        served: '6',
        failed: '2',
        without_provider: '1',
        service_level: '75.000',
      },
      {
        task: SLOT.task,
        customer_id: other.customer.id,
        served: '1',
        failed: '0',
        without_provider: '0',
        service_level: '100.000',
      },
    ]);
    const [served, asked] = selectorsIn(level!).map((selector) => sumOf(samples, selector));
    expect([served, asked]).toEqual([7, 9]);
    expect(selectorsIn(alarm!).map((selector) => sumOf(samples, selector))).toEqual([1]);
    await api.stop();
  });
});

async function scraped(api: Api): Promise<Sample[]> {
  const text = await (await api.fetch('/metrics', { as: 'operator' })).text();
  return [...parsePrometheus(text).values()].flatMap(({ samples }) => samples);
}

interface Selector {
  name: string;
  matchers: readonly (readonly [label: string, operator: string, value: string])[];
}

/** Selectors of an expression, in their order. */
function selectorsIn(expression: string): Selector[] {
  return [...expression.matchAll(/(imprimatur_\w+)\{([^}]*)\}/g)].map(([, name, labels]) => ({
    name: name!,
    matchers: [...labels!.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label, operator, value]) => [label!, operator!, value!] as const,
    ),
  }));
}

/** As Prometheus matches them: a label that is missing is empty, and an expression is anchored at both ends. */
function sumOf(samples: readonly Sample[], { name, matchers }: Selector): number {
  const isMeant = ({ labels }: Sample) =>
    matchers.every(([label, operator, value]) => {
      const has = labels[label] ?? '';
      const isMatch = operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(has) : has === value;
      return operator.startsWith('!') ? !isMatch : isMatch;
    });
  return samples.filter((sample) => sample.name === name && isMeant(sample)).reduce((sum, { value }) => sum + value, 0);
}

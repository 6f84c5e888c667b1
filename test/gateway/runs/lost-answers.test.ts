import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { FakeProvider, type Reply, Wait } from '../../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../../support/providers/protocols.ts';
import { FLASH, LUNA, SLOT } from '../failover/asking.ts';
import { FakeProviders, finish, request, startGateway, text } from './support.ts';

const { answer, events } = PROTOCOLS.openai;
const STREAM = { 'content-type': 'text/event-stream' };
const QUESTION = 'Is this a complaint? The parcel came late and open.';
const EVENTS = events(['One ', 'two ', 'three ', 'four.']);

let primary: FakeProvider;
let fallback: FakeProvider;
let api: Api;
/** A service for the tests of one group: the failures of another must not have opened its breakers. */
function serve(): void {
  beforeAll(async () => {
    primary = await FakeProvider.startFor(() => json(answer('Hello')), 'deepseek');
    fallback = await FakeProvider.startFor(() => json(answer('Hello')), 'openai');
    api = await startApi({
      env: {
        DEEPSEEK_BASE_URL: `${primary.url}/v1`,
        DEEPSEEK_API_KEY: 'sk-primary-0123456789',
        OPENAI_BASE_URL: `${fallback.url}/v1`,
        OPENAI_API_KEY: 'sk-fallback-0123456789',
        SANDBOX: '0',
        LOG_LEVEL: 'fatal',
      },
    });
  });
  afterAll(async () => {
    await api.stop();
    await primary.stop();
    await fallback.stop();
  });
}
beforeEach(() => {
  primary.reply = fallback.reply = () => json(answer('Hello'));
});

const ask = (as: Credential, more: object = {}) =>
  api.json('/v1/chat/completions', {
    as,
    method: 'POST',
    body: { model: SLOT.task, messages: [{ role: 'user', content: QUESTION }], ...more },
  });

const RUN = `status failure costMicros chargedMicros possibleCostMicros isEstimated
  usageDiscrepancy { deployment reportedInputTokens reportedOutputTokens reportedCostMicros chargedInputTokens chargedOutputTokens chargedMicros }
  decision { candidates { deployment maxCostMicros } }
  attempts { deployment status failure costMicros chargedMicros possibleCostMicros }`;

async function runsOf(customerId: string, as: Credential = 'operator'): Promise<Json[]> {
  const { data } = await api.graphql(`{ runs(filter: { customerId: ["${customerId}"] }) { nodes { ${RUN} } } }`, {
    as,
  });
  return data.runs.nodes;
}

/** The one run of a customer, once it is in the log. */
async function runOf(customerId: string): Promise<Json> {
  await expect.poll(() => runsOf(customerId)).toHaveLength(1);
  return (await runsOf(customerId))[0];
}

const mostOf = ({ decision }: Json, deployment: string) =>
  decision.candidates.find((one: Json) => one.deployment === deployment).maxCostMicros;

const monthOf = async (id: string) =>
  (
    await api.graphql(
      `{ customer(id: "${id}") { thisMonth { spentMicros reservedMicros uncertainMicros callsOfUnknownCost } } }`,
      {
        as: 'operator',
      },
    )
  ).data.customer.thisMonth;

describe('an answer that never came', () => {
  serve();

  test.each<[string, Reply, object]>([
    ['a connection that is reset', { headers: { 'content-length': '5' }, end: 'CUT' }, {}],
    ['a web page with status 200', { headers: { 'content-type': 'text/html' }, chunks: ['<html>Sorry</html>'] }, {}],
    ['an empty body', { headers: { 'content-type': 'application/json' }, chunks: [] }, {}],
    ['half of the JSON', { headers: { 'content-type': 'application/json' }, chunks: ['{"id":"1","choi'] }, {}],
    ['a stream that ends before a word', { headers: STREAM, chunks: EVENTS.slice(0, 1), end: 'CUT' }, { stream: true }],
    [
      'a web page in place of a stream',
      { headers: { 'content-type': 'text/html' }, chunks: ['<html>'] },
      { stream: true },
    ],
  ])('%s is never charged, and is told to operators', async (_name, reply, more) => {
    primary.reply = fallback.reply = () => reply;
    const { customer, as } = await customerWithKey(api);

    const { status, body } = await ask(as, more);

    expect(status).toBe(502);
    expect(body.error.code).toMatch(/^(?:answer_truncated|provider_error|provider_answer_unreadable)$/);
    const run = await runOf(customer.id);
    expect(run).toMatchObject({ status: 'FAILED', costMicros: null, chargedMicros: 0, isEstimated: false });
    for (const { deployment, ...attempt } of run.attempts) {
      const possibleCostMicros = mostOf(run, deployment);
      expect(possibleCostMicros).toBeGreaterThan(0);
      expect(attempt).toMatchObject({ costMicros: null, chargedMicros: 0, possibleCostMicros });
    }
    const possible = run.attempts.reduce((sum: number, one: Json) => sum + one.possibleCostMicros, 0);
    expect(run.possibleCostMicros).toBe(possible);
    expect(await monthOf(customer.id)).toEqual({
      spentMicros: 0,
      reservedMicros: 0,
      uncertainMicros: possible,
      callsOfUnknownCost: 1,
    });
    // The customer is told nothing of it.
    expect((await runsOf(customer.id, as))[0]).toMatchObject({ chargedMicros: 0, possibleCostMicros: null });
  });

  test('before one that came costs what the one that came does', async () => {
    primary.reply = () => ({ headers: { 'content-type': 'text/html' }, chunks: ['<html>Sorry</html>'] });
    const { customer, as } = await customerWithKey(api);

    const { body } = await ask(as);

    const run = await runOf(customer.id);
    const [lost, came] = run.attempts;
    expect([lost, came]).toMatchObject([
      { deployment: FLASH.id, costMicros: null, chargedMicros: 0, possibleCostMicros: mostOf(run, FLASH.id) },
      { deployment: LUNA.id, possibleCostMicros: 0 },
    ]);
    expect(run).toMatchObject({
      status: 'SUCCEEDED',
      costMicros: came.chargedMicros,
      chargedMicros: came.chargedMicros,
      possibleCostMicros: lost.possibleCostMicros,
    });
    expect(Math.round(body.imprimatur.cost_usd * 1e6)).toBe(came.chargedMicros);
  });

  test('counts against a hard limit until that is used up', async () => {
    primary.reply = fallback.reply = () => ({ headers: { 'content-type': 'text/html' }, chunks: ['<html>'] });
    const { data } = await api.graphql(
      `{ explainRoute(input: { task: "${SLOT.task}", text: "${QUESTION}" }) { maxCostMicros } }`,
      { as: 'operator' },
    );
    const hardLimitMicros = Math.round(data.explainRoute.maxCostMicros * 1.5);
    const { customer, as } = await customerWithKey(api, { hardLimitMicros });

    let last = await ask(as);
    for (let calls = 1; last.status === 502 && calls < 100; calls++) last = await ask(as);

    expect([last.status, last.body.error.code]).toEqual([429, 'insufficient_quota']);
    // It is used up, and not reserved: waiting doesn't help.
    expect([last.headers.get('retry-after'), last.headers.get('x-should-retry')]).toEqual([null, 'false']);
    const { spentMicros, reservedMicros, uncertainMicros } = await monthOf(customer.id);
    expect([spentMicros, reservedMicros]).toEqual([0, 0]);
    expect(uncertainMicros).toBeGreaterThan(0);
    expect(uncertainMicros).toBeLessThanOrEqual(hardLimitMicros);
  });
});

describe('output that came', () => {
  serve();

  test('before the connection was lost is charged by our estimate, and the rest is possible', async () => {
    primary.reply = () => ({ headers: STREAM, chunks: [...EVENTS.slice(0, 3), new Wait(50)], end: 'CUT' });
    const { customer, as } = await customerWithKey(api);
    const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: as.bearer, maxRetries: 0 });

    const stream = await client.chat.completions.create({
      model: SLOT.task,
      messages: [{ role: 'user', content: QUESTION }],
      stream: true,
    });
    let said = '';
    await expect(
      (async () => {
        for await (const { choices } of stream) said += choices[0]?.delta.content ?? '';
      })(),
    ).rejects.toThrow();

    expect(said).toBe('One two ');
    const run = await runOf(customer.id);
    expect(run).toMatchObject({ status: 'FAILED', failure: 'TRUNCATED', isEstimated: true });
    expect(run.chargedMicros).toBeGreaterThan(0);
    expect(run.chargedMicros + run.possibleCostMicros).toBe(mostOf(run, FLASH.id));
    expect(await monthOf(customer.id)).toMatchObject({
      spentMicros: run.chargedMicros,
      uncertainMicros: run.possibleCostMicros,
    });
  });

  test('before the caller disconnected is charged as well', async () => {
    primary.reply = () => ({ headers: STREAM, chunks: EVENTS.slice(0, 3), end: 'HANG' });
    const { customer, as } = await customerWithKey(api);
    const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: as.bearer, maxRetries: 0 });

    const stream = await client.chat.completions.create({
      model: SLOT.task,
      messages: [{ role: 'user', content: QUESTION }],
      stream: true,
    });
    for await (const { choices } of stream) if (choices[0]?.delta.content) stream.controller.abort();

    const run = await runOf(customer.id);
    expect(run).toMatchObject({ status: 'CANCELED', isEstimated: true });
    expect(run.chargedMicros).toBeGreaterThan(0);
    expect(run.chargedMicros + run.possibleCostMicros).toBe(mostOf(run, FLASH.id));
  });

  test('is charged by the usage where the provider reported it and then broke off', async () => {
    // Without its reason to end and without `[DONE]`, but with the usage.
    const usage = EVENTS.at(-2)!.replace('"finish_reason":"stop"', '"finish_reason":null');
    expect(usage).toContain('"usage"');
    primary.reply = () => ({ headers: STREAM, chunks: [...EVENTS.slice(0, 3), new Wait(50), usage] });
    const { customer, as } = await customerWithKey(api);

    await ask(as, { stream: true }).catch(() => {});

    const run = await runOf(customer.id);
    expect(run).toMatchObject({ status: 'FAILED', failure: 'TRUNCATED', isEstimated: false, possibleCostMicros: 0 });
    expect(run.chargedMicros).toBeGreaterThan(0);
  });
});

describe('more usage than the request could use', () => {
  serve();

  test('is charged up to the bound, and shown to operators', async () => {
    const usage = { prompt_tokens: 4_000_000, completion_tokens: 900_000, total_tokens: 4_900_000 };
    primary.reply = () => json({ ...answer('Hello'), usage });
    const { customer, as } = await customerWithKey(api);

    const { status, body } = await ask(as, { max_tokens: 100 });

    expect(status).toBe(200);
    const run = await runOf(customer.id);
    const { usageDiscrepancy } = run;
    expect(usageDiscrepancy).toMatchObject({
      deployment: FLASH.id,
      reportedInputTokens: 4_000_000,
      reportedOutputTokens: 900_000,
      chargedOutputTokens: 100,
      chargedMicros: run.chargedMicros,
    });
    expect(usageDiscrepancy.chargedInputTokens).toBeLessThan(10_000);
    expect(run.chargedMicros + run.possibleCostMicros).toBe(usageDiscrepancy.reportedCostMicros);
    expect(Math.round(body.imprimatur.cost_usd * 1e6)).toBe(run.chargedMicros);
    expect(await monthOf(customer.id)).toMatchObject({ spentMicros: run.chargedMicros });
    expect((await runsOf(customer.id, as))[0]).toMatchObject({ usageDiscrepancy: null });
    const metrics = await (await api.fetch('/metrics', { as: 'operator' })).text();
    expect(metrics).toMatch(/imprimatur_gateway_usage_discrepancies\S* 1\b/);
    expect(metrics).toMatch(/imprimatur_gateway_possible_cost/);
  });

  test('is logged once', async () => {
    const usage = { inputTokens: { total: 1e12 }, outputTokens: { total: 5 } };
    const gateway = await startGateway(new FakeProviders({ parts: [text('Good day.'), finish('stop', usage)] }));
    const ctx = gateway.ctx();
    const warn = vi.spyOn(ctx.logger, 'warn').mockImplementation(() => {});

    const run = await gateway.runner.stream(ctx, request({ isStreamed: true }));
    for await (const part of run.parts) if (part.type === 'end') expect(part.end.isEstimated).toBe(false);

    expect(warn.mock.calls).toEqual([
      [
        expect.objectContaining({ runId: run.id, reportedInputTokens: 1e12 }),
        'a provider reported more than the request could use or cost',
      ],
    ]);
  });

  test('and what it could use is no discrepancy', async () => {
    const { customer, as } = await customerWithKey(api);

    await ask(as);

    expect(await runOf(customer.id)).toMatchObject({ usageDiscrepancy: null, possibleCostMicros: 0 });
  });
});

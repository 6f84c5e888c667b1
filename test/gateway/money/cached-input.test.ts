import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEED } from '../../../src/models/seed/seed-catalogue.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { answering, type StandIns, strictStandIns } from '../../support/providers/stand-ins.ts';

const usages = new Map<CalledProvider, Json>();
let standIns: StandIns;
let api: Api;
let token: string;

beforeAll(async () => {
  standIns = await strictStandIns({ reply: (provider, asked) => answering(provider, asked, usages.get(provider)) });
  api = await startApi({ works: false, env: standIns.env });
  token = (await customerWithKey(api, { plan: 'PRO', softCapMicros: null })).token;
});
afterAll(async () => {
  await api.stop();
  await standIns.stop();
});

const providerOf = (task: string) =>
  SEED.slots.find(({ name }) => name === task)!.preferred.split('/')[0] as CalledProvider;

/** As many bytes as the usages below have tokens: a provider's count beyond that is not charged. */
const LONG_PROMPT = 'What is owed, and by whom? '.repeat(4_000);

/** The run of one call that is answered with this usage. */
async function runOf(task: string, usage: Json, isStreamed = false): Promise<Json> {
  usages.set(providerOf(task), usage);
  const response = await api.fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: task,
      stream: isStreamed,
      max_completion_tokens: 500,
      messages: [{ role: 'user', content: LONG_PROMPT }],
    }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  await response.text();
  const { data } = await api.graphql(
    `{ runs(first: 1) { nodes { costMicros chargedMicros costSource isEstimated inputTokens cachedInputTokens cacheWriteTokens
         attempts { costMicros costSource cacheWriteTokens } } } }`,
    { as: 'operator' },
  );
  return data.runs.nodes[0];
}

const openAi = (more: Json) => ({
  prompt_tokens: 100_000,
  completion_tokens: 100,
  total_tokens: 100_100,
  prompt_tokens_details: { cached_tokens: 99_000, ...more },
});
const anthropic = (more: Json = {}) => ({
  input_tokens: 1_000,
  cache_read_input_tokens: 99_000,
  cache_creation_input_tokens: 0,
  output_tokens: 100,
  ...more,
});

describe('99,000 of 100,000 tokens of input come from the cache', () => {
  const CASES: readonly (readonly [task: string, usage: Json, costMicros: number])[] = [
    // 1,000 × 2 + 99,000 × 0.10 + 100 × 10
    ['deep-reasoning/evidence-chain', openAi({}), 12_900],
    // The same at the price since October; before it was 0.20.
    ['human-phrasing/warm-tone', anthropic(), 12_900],
    // 1,000 × 0.75 + 99,000 × 0.075 + 100 × 3.75
    [
      'case-scanning/fast-scan',
      {
        promptTokenCount: 100_000,
        cachedContentTokenCount: 99_000,
        candidatesTokenCount: 100,
        totalTokenCount: 100_100,
      },
      8_550,
    ],
    // 1,000 × 0.5 + 99,000 × 0.05 + 100 × 1.5
    ['human-phrasing/bilingual-outbound', openAi({}), 5_600],
    // 1,000 × 0.1 + 99,000 × 0.01 + 100 × 0.5
    ['fast-execution/field-extraction', openAi({}), 1_140],
    ['fast-execution/redact-draft', anthropic(), 1_140],
    // 1,000 × 1.25 + 99,000 × 0.20 + 100 × 2.5
    [
      'case-scanning/wide-window',
      {
        input_tokens: 100_000,
        output_tokens: 100,
        total_tokens: 100_100,
        input_tokens_details: { cached_tokens: 99_000 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
      21_300,
    ],
  ];

  test.each(CASES)('%s, whole and streamed', async (task, usage, costMicros) => {
    const whole = await runOf(task, usage);
    const streamed = await runOf(task, usage, true);

    for (const run of [whole, streamed]) {
      expect(run).toMatchObject({
        inputTokens: 100_000,
        cachedInputTokens: 99_000,
        costSource: 'PRICE_LIST',
        isEstimated: false,
        costMicros,
        chargedMicros: costMicros,
        attempts: [{ costMicros, costSource: 'PRICE_LIST' }],
      });
    }
  });

  test('DeepSeek counts what its cache has in words of its own', async () => {
    const usage = {
      prompt_tokens: 100_000,
      completion_tokens: 100,
      prompt_cache_hit_tokens: 99_000,
      prompt_cache_miss_tokens: 1_000,
    };
    const run = await runOf('fast-execution/filter-classify', usage);

    // 1,000 × 0.22 + 99,000 × 0.007 + 100 × 0.66, twice as much at peak hours
    expect([979, 1_958]).toContain(run.costMicros);
    expect(run).toMatchObject({ cachedInputTokens: 99_000, costSource: 'PRICE_LIST' });
  });
});

describe('what is written into a cache costs more', () => {
  test('at OpenAI, 1.25 times as much', async () => {
    const run = await runOf('deep-reasoning/evidence-chain', openAi({ cached_tokens: 0, cache_write_tokens: 80_000 }));

    // 20,000 × 2 + 80,000 × 2.5 + 100 × 10
    expect(run).toMatchObject({
      cacheWriteTokens: 80_000,
      costMicros: 241_000,
      attempts: [{ cacheWriteTokens: 80_000 }],
    });
  });

  test.each([
    ['for five minutes', { ephemeral_5m_input_tokens: 80_000, ephemeral_1h_input_tokens: 0 }, 80_000 * 2.5],
    ['for an hour', { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 80_000 }, 80_000 * 4],
    ['for both', { ephemeral_5m_input_tokens: 30_000, ephemeral_1h_input_tokens: 50_000 }, 30_000 * 2.5 + 50_000 * 4],
  ])('at Anthropic %s, whole and streamed', async (_what, cache_creation, written) => {
    const usage = anthropic({
      input_tokens: 20_000,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 80_000,
      cache_creation,
    });

    for (const isStreamed of [false, true]) {
      const run = await runOf('human-phrasing/warm-tone', usage, isStreamed);
      expect(run).toMatchObject({
        inputTokens: 100_000,
        cacheWriteTokens: 80_000,
        costMicros: 40_000 + written + 1_000,
      });
    }
  });

  test('and is a part of the most that a call can cost', async () => {
    const most = async (task: string) => {
      const { data } = await api.graphql(
        `{ explainRoute(input: { task: "${task}", inputTokens: 100000, maxOutputTokens: 100 }) { decision { candidates { maxCostMicros } } } }`,
      );
      return data.explainRoute.decision.candidates[0].maxCostMicros as number;
    };

    expect(await most('deep-reasoning/evidence-chain')).toBe(100_000 * 2.5 + 100 * 10);
  });
});

/** Runs of a customer, with what was reserved for them and what was reported beyond it. */
async function shortRuns(customerId: string, as: Credential): Promise<Json[]> {
  const { data } = await api.graphql(
    `{ runs(filter: { customerId: ["${customerId}"] }) { nodes { costMicros chargedMicros possibleCostMicros costSource isEstimated
         inputTokens decision { path candidates { deployment maxCostMicros } }
         usageDiscrepancy { deployment reportedInputTokens reportedOutputTokens reportedCostMicros
           chargedInputTokens chargedOutputTokens chargedMicros } } } }`,
    { as },
  );
  return data.runs.nodes;
}

const mostOf = ({ decision }: Json): Json =>
  decision.candidates.find(({ deployment }: Json) => deployment === decision.path[0]);

/** The run of a small call by a customer of its own. */
async function shortRunOf(task: string, isStreamed = false) {
  const { customer, as } = await customerWithKey(api, { plan: 'PRO' });
  const response = await api.fetch('/v1/chat/completions', {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: task,
      stream: isStreamed,
      max_completion_tokens: 500,
      messages: [{ role: 'user', content: 'Hi' }],
    }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  await response.text();
  const runs = await shortRuns(customer.id, 'operator');
  expect(runs).toHaveLength(1);
  return { run: runs[0], customerId: customer.id as string, as };
}

describe('a cost that the provider reports', () => {
  const PERPLEXITY = {
    prompt_tokens: 90,
    completion_tokens: 10,
    total_tokens: 100,
    cost: { input_tokens_cost: 0.00027, output_tokens_cost: 0.00003, request_cost: 0.006, total_cost: 0.0063 },
  };
  const XAI = {
    input_tokens: 100,
    output_tokens: 10,
    total_tokens: 110,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
    cost_in_usd_ticks: 37_756_000,
  };

  test.each([
    ['Perplexity', 'case-scanning/cited-retrieval', PERPLEXITY, 6_300],
    ['xAI', 'case-scanning/wide-window', XAI, 3_776],
  ])('%s: is charged instead of the price list, and named', async (_who, task, usage, costMicros) => {
    for (const isStreamed of [false, true]) {
      const run = await runOf(task, usage, isStreamed);
      expect(run).toMatchObject({ costMicros, chargedMicros: costMicros, costSource: 'PROVIDER', isEstimated: false });
    }
  });

  test.each([
    ['negative', -1],
    ['beyond all reason', 1e30],
    ['missing', null],
  ])('%s is none: the price list counts', async (_what, total_cost) => {
    const run = await runOf('case-scanning/cited-retrieval', { ...PERPLEXITY, cost: { total_cost } });

    // 90 × 3 + 10 × 15 + 14,000 for the request
    expect(run).toMatchObject({ costMicros: 14_420, costSource: 'PRICE_LIST' });
  });

  describe.each([
    ['Perplexity', 'case-scanning/cited-retrieval', (usd: number) => ({ ...PERPLEXITY, cost: { total_cost: usd } })],
    ['xAI', 'case-scanning/wide-window', (usd: number) => ({ ...XAI, cost_in_usd_ticks: usd * 1e10 })],
  ])('that %s exaggerates', (_who, task, costing) => {
    test.each([false, true])('is charged up to what was reserved, streamed: %s', async (isStreamed) => {
      usages.set(providerOf(task), costing(1_000));

      const { run, customerId, as } = await shortRunOf(task, isStreamed);

      const { maxCostMicros } = mostOf(run);
      expect(maxCostMicros).toBeLessThan(100_000);
      expect(run).toMatchObject({
        costMicros: maxCostMicros,
        chargedMicros: maxCostMicros,
        costSource: 'PROVIDER',
        isEstimated: false,
        possibleCostMicros: 1e9 - maxCostMicros,
        usageDiscrepancy: {
          deployment: mostOf(run).deployment,
          reportedInputTokens: run.inputTokens,
          reportedOutputTokens: 10,
          reportedCostMicros: 1e9,
          chargedInputTokens: run.inputTokens,
          chargedOutputTokens: 10,
          chargedMicros: maxCostMicros,
        },
      });
      const { data } = await api.graphql(
        `{ customer(id: "${customerId}") { thisMonth { spentMicros reservedMicros uncertainMicros } } }`,
        { as: 'operator' },
      );
      expect(data.customer.thisMonth).toEqual({
        spentMicros: maxCostMicros,
        reservedMicros: 0,
        uncertainMicros: 1e9 - maxCostMicros,
      });
      // The customer is shown the charge alone.
      const [own] = await shortRuns(customerId, as);
      expect(own).toMatchObject({ chargedMicros: maxCostMicros, usageDiscrepancy: null, possibleCostMicros: null });
    });

    test('beyond a thousand USD is charged by the price list, and shown all the same', async () => {
      usages.set(providerOf(task), costing(2_000));

      const { run } = await shortRunOf(task);

      expect(run.chargedMicros).toBeLessThan(mostOf(run).maxCostMicros);
      expect(run).toMatchObject({
        costSource: 'PRICE_LIST',
        possibleCostMicros: 2e9 - run.chargedMicros,
        usageDiscrepancy: { reportedCostMicros: 2e9, chargedMicros: run.chargedMicros },
      });
    });
  });

  test('and what was reserved is no discrepancy', async () => {
    usages.set('perplexity', PERPLEXITY);

    const { run } = await shortRunOf('case-scanning/cited-retrieval');

    expect(run).toMatchObject({ costSource: 'PROVIDER', usageDiscrepancy: null, possibleCostMicros: 0 });
  });

  test('is said in the answer itself', async () => {
    usages.set('perplexity', PERPLEXITY);
    const response = await api.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'case-scanning/cited-retrieval', messages: [{ role: 'user', content: 'Hi' }] }),
    });

    expect(await response.json()).toMatchObject({ imprimatur: { cost_usd: 0.0063, cost_source: 'provider' } });
  });

  test('of a provider that counts nothing, our own count is named', async () => {
    const run = await runOf('fast-execution/field-extraction', {});

    expect(run).toMatchObject({ costSource: 'ESTIMATE', isEstimated: true });
  });
});

test('every model with a documented cache has a price for it', () => {
  const without = SEED.prices
    .filter(({ tiers, images }) => images === null && tiers.some(({ cachedInputMicros }) => cachedInputMicros === null))
    .map(({ deployment }) => deployment);

  // Perplexity documents none, and an own server costs nothing.
  expect(without).toEqual(['perplexity/sonar-pro', 'own/openai/gpt-oss-120b']);
});

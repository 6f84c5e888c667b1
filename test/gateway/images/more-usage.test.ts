import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { internal } from '../../../src/platform/auth/principal.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { plainPicture } from '../../renders/image-server.ts';
import { type Credential, type Json, startApi } from '../../support/api.ts';
import { FakeProvider } from '../../support/providers/fake-provider.ts';
import { OPENAI_USAGE, openAiImages, PNG } from '../../support/providers/image-protocols.ts';
import { acceptPng, contextOf, FakeEngine, imageRequest, imagesOf } from './support.ts';

const PICTURE = await plainPicture(512, 512);
const openai = await FakeProvider.startFor(() => openAiImages([PICTURE]), 'openai');
const api = await startApi({
  env: { OPENAI_BASE_URL: `${openai.url}/v1`, OPENAI_API_KEY: 'sk-of-the-service-0123456789', SANDBOX: '0' },
});
afterAll(async () => {
  await api.stop();
  await openai.stop();
});
beforeEach(() => {
  openai.asked.length = 0;
  openai.reply = () => openAiImages([PICTURE]);
});

const SUNBURST = 'openai/gpt-image-2.6-sunburst';
const PROMPT = 'A red fox';

const RUN = `id status images inputTokens outputTokens costMicros chargedMicros possibleCostMicros costSource isEstimated
  usageDiscrepancy { deployment reportedInputTokens reportedOutputTokens reportedImages reportedCostMicros
    chargedInputTokens chargedOutputTokens chargedImages chargedMicros }
  decision { candidates { deployment maxCostMicros } }`;

async function runOf(customerId: string, as: Credential = 'operator'): Promise<Json> {
  const { data } = await api.graphql(`{ runs(filter: { customerId: ["${customerId}"] }) { nodes { ${RUN} } } }`, {
    as,
  });
  expect(data.runs.nodes).toHaveLength(1);
  return data.runs.nodes[0];
}

const mostOf = ({ decision }: Json) =>
  decision.candidates.find(({ deployment }: Json) => deployment === SUNBURST).maxCostMicros;

const monthOf = async (id: string) =>
  (
    await api.graphql(`{ customer(id: "${id}") { thisMonth { spentMicros reservedMicros uncertainMicros } } }`, {
      as: 'operator',
    })
  ).data.customer.thisMonth;

/** One request for pictures by a customer of its own, with what became of it. */
async function drawn(body: object = {}) {
  const { customer, as } = await customerWithKey(api, { plan: 'PRO' });
  const answer = await api.json('/v1/images/generations', {
    as,
    body: { model: 'media/image', prompt: PROMPT, ...body },
  });
  expect(answer).toMatchObject({ status: 200 });
  expect(openai.asked).toHaveLength(1);
  return { customer, as, answer, run: await runOf(customer.id) };
}

const discrepancies = async () => {
  const metrics = await (await api.fetch('/metrics', { as: 'operator' })).text();
  return Number(/imprimatur_gateway_usage_discrepancies\S* (\d+)/.exec(metrics)?.[1] ?? 0);
};

describe('a picture provider that reports more than the request could use', () => {
  const TOKENS: [string, number, number][] = [
    ['more tokens', 4_000_000, 900_000],
    ['more tokens than any call has', 1e12, 1e12],
  ];

  test.each(TOKENS)('%s: the bound is charged, and operators are shown the report', async (_, input, output) => {
    const usage = { ...OPENAI_USAGE, input_tokens: input, output_tokens: output, total_tokens: input + output };
    openai.reply = () => openAiImages([PICTURE], { usage });
    const before = await discrepancies();

    const { customer, as, answer, run } = await drawn();

    const { usageDiscrepancy, chargedMicros } = run;
    expect(usageDiscrepancy).toMatchObject({
      deployment: SUNBURST,
      reportedInputTokens: input,
      reportedOutputTokens: output,
      reportedImages: 1,
      chargedInputTokens: run.inputTokens,
      chargedOutputTokens: run.outputTokens,
      chargedImages: 1,
      chargedMicros,
    });
    expect(run).toMatchObject({ status: 'SUCCEEDED', costMicros: chargedMicros, costSource: 'PRICE_LIST' });
    expect(run.inputTokens).toBeLessThanOrEqual(PROMPT.length + 2_000);
    // Input has an allowance for the provider's own instructions. Output has none: it is the most that was reserved.
    expect(run.outputTokens * 30).toBeLessThanOrEqual(mostOf(run));
    expect(chargedMicros).toBeGreaterThan(0);
    expect(chargedMicros).toBeLessThanOrEqual(mostOf(run) + 2_000 * 5);
    expect(chargedMicros + run.possibleCostMicros).toBe(usageDiscrepancy.reportedCostMicros);
    expect(Math.round(answer.body.imprimatur.cost_usd * 1e6)).toBe(chargedMicros);
    expect(await monthOf(customer.id)).toEqual({
      spentMicros: chargedMicros,
      reservedMicros: 0,
      uncertainMicros: run.possibleCostMicros,
    });
    expect(await runOf(customer.id, as)).toMatchObject({ usageDiscrepancy: null, possibleCostMicros: null });
    expect(await discrepancies()).toBe(before + 1);
  });

  test.each([
    ['and counts tokens', { ...OPENAI_USAGE, output_tokens: 3 * 1_372 }, 'PRICE_LIST'],
    ['and counts no tokens', undefined, 'ESTIMATE'],
  ])('more pictures %s: those that were asked for are handed out and charged', async (_, usage, costSource) => {
    openai.reply = () => openAiImages([PICTURE, PICTURE, PICTURE], { usage });

    const { answer, run } = await drawn();

    expect(answer.body.data).toHaveLength(1);
    expect(run).toMatchObject({
      images: 1,
      costSource,
      usageDiscrepancy: {
        deployment: SUNBURST,
        reportedImages: 3,
        chargedImages: 1,
        chargedMicros: run.chargedMicros,
      },
    });
    expect(run.chargedMicros).toBeLessThanOrEqual(mostOf(run));
  });

  test('is logged once', async () => {
    const usage = { ...OPENAI_USAGE, output_tokens: 900_000 };
    openai.reply = () => openAiImages([PNG], { usage });
    const ctx = contextOf(api, internal('test'));
    const warn = vi.spyOn(ctx.logger, 'warn').mockImplementation(() => {});

    const { runId } = await imagesOf(api).draw(ctx, imageRequest(), new FakeEngine(), acceptPng);

    expect(warn.mock.calls).toEqual([
      [
        expect.objectContaining({ runId, deployment: SUNBURST, reportedOutputTokens: 900_000 }),
        'a provider reported more than the request could use or cost',
      ],
    ]);
    warn.mockRestore();
  });

  test('and what the request could use is no discrepancy', async () => {
    const { run } = await drawn();

    expect(run).toMatchObject({ usageDiscrepancy: null, possibleCostMicros: 0, costMicros: 13 * 5 + 1_372 * 30 });
  });
});

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { changed, publish } from '../../models/support.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { answering, standInsFor } from '../../support/providers/standing-in.ts';
import { until } from '../../support/service-process.ts';
import { TEXTS } from '../../support/tokens/texts.ts';

let standIns: Awaited<ReturnType<typeof standInsFor>>;
let api: Api;

/** Bills as OpenAI does: all messages by o200k, each with its overhead, all of it written into the cache, and as much output as was allowed. */
function billed({ messages, max_completion_tokens: output }: Json): Json {
  let input = 3;
  for (const { content } of messages) {
    const texts: string[] = typeof content === 'string' ? [content] : content.map(({ text }: Json) => text);
    for (const text of texts) input += countTokens(text, { disallowedSpecial: new Set() });
    input += 4;
  }
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: input },
  };
}

beforeAll(async () => {
  standIns = await standInsFor((provider, asked) =>
    answering(provider, asked, provider === 'openai' ? billed(asked.body) : undefined),
  );
  api = await startApi({ works: false, env: standIns.env });
});
afterAll(async () => {
  await api.stop();
  await standIns.stop();
});

const textOf = (name: string, characters: number) => {
  const text = TEXTS.find(([one]) => one === name)![1];
  return `${text}\n`.repeat(Math.ceil(characters / text.length)).slice(0, characters);
};

/** Sends the same text so often at one moment, under a limit. */
async function flood(text: string, calls: number, hardLimitMicros: number) {
  const { customer, token } = await customerWithKey(api, { plan: 'PRO', softCapMicros: null, hardLimitMicros });
  const statuses = await Promise.all(
    Array.from({ length: calls }, async () => {
      const response = await api.fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'deep-reasoning/evidence-chain',
          max_completion_tokens: 50,
          messages: [{ role: 'user', content: text }],
        }),
      });
      await response.text();
      return response.status;
    }),
  );
  const { data } = await api.graphql(
    'query ($id: ID!) { customer(id: $id) { thisMonth { spentMicros reservedMicros } } }',
    { as: 'operator', variables: { id: customer.id } },
  );
  const answered = statuses.filter((status) => status === 200).length;
  return { answered, refused: statuses.length - answered, ...data.customer.thisMonth };
}

describe('a hard limit', () => {
  test('of 0.50 USD holds for sixty German calls at one moment', async () => {
    // About 18,000 tokens each, for 2.5 USD a million: eleven of them fit.
    const { answered, refused, spentMicros, reservedMicros } = await flood(textOf('German', 75_000), 60, 500_000);

    expect(spentMicros).toBeLessThanOrEqual(500_000);
    expect(reservedMicros).toBe(0);
    expect(refused).toBeGreaterThan(0);
    // What is reserved is close to what is charged, so that the limit is used.
    expect(answered).toBeGreaterThanOrEqual(9);
  });

  test.each(['JSON', 'a Markdown table', 'emoji', 'digests', 'Amharic', 'Hindi', 'indented text'])(
    'holds for %s',
    async (name) => {
      const { answered, refused, spentMicros } = await flood(textOf(name, 6_000), 12, 30_000);

      expect(spentMicros).toBeLessThanOrEqual(30_000);
      expect(answered).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
    },
  );
});

describe('a window of 1,500 tokens', () => {
  const explained = async (text: string) => {
    const { data, errors } = await api.graphql(
      `query ($text: String!) { explainRoute(input: { task: "deep-reasoning/evidence-chain", text: $text, maxOutputTokens: 10 }) {
         inputTokens decision { candidates { deployment reason } } } }`,
      { as: 'operator', variables: { text } },
    );
    expect(errors).toBeUndefined();
    return data.explainRoute as Json;
  };

  beforeAll(async () => {
    await publish(
      api,
      changed((catalogue: Json) => {
        const sol = catalogue.deployments.find(({ id }: Json) => id === 'openai/gpt-6.1-sol');
        Object.assign(sol, { contextWindow: 1_500, maxInputTokens: null });
      }),
    );
    // Other processes, and this one, hear of it within a second.
    const models = api.services.apis.models;
    await until(async () => (await models.current()).version === 2);
  });

  test.each(['Hindi', 'Arabic', 'German', 'JSON'])(
    'takes a text in %s that fills nine tenths of it, and no longer one',
    async (name) => {
      const instructions = (await explained('')).inputTokens as number;
      const perCharacter = countTokens(textOf(name, 12_000)) / 12_000;
      const fits = textOf(name, Math.floor((1_350 - instructions) / perCharacter));
      const exceeds = textOf(name, Math.ceil(1_600 / perCharacter));

      const [taken] = (await explained(fits)).decision.candidates;
      const [refused] = (await explained(exceeds)).decision.candidates;

      expect(taken).toEqual({ deployment: 'openai/gpt-6.1-sol', reason: 'TAKEN' });
      expect(refused).toEqual({ deployment: 'openai/gpt-6.1-sol', reason: 'INPUT_TOO_LARGE' });
    },
  );
});

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { answering, type StandIns, strictStandIns } from '../../support/providers/stand-ins.ts';
import { TEXTS } from '../../support/tokens/texts.ts';

let standIns: StandIns;
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
  standIns = await strictStandIns({
    reply: (provider, asked) => answering(provider, asked, provider === 'openai' ? billed(asked.body) : undefined),
  });
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

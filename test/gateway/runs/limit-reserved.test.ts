import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, startApi } from '../../support/api.ts';
import { FakeProvider, Wait } from '../../support/providers/fake-provider.ts';
import { PROTOCOLS } from '../../support/providers/protocols.ts';
import { SLOT } from '../failover/asking.ts';

const ANSWER = JSON.stringify(PROTOCOLS.openai.answer('Hello'));
const SENTENCE = 'Running calls have reserved the rest of the limit. Retry in 5 seconds.';
const body = { model: SLOT.task, messages: [{ role: 'user', content: 'Hello' }] };

async function mostOf(api: Api): Promise<number> {
  const { data } = await api.graphql(
    `{ explainRoute(input: { task: "${SLOT.task}", text: "Hello" }) { maxCostMicros } }`,
    {
      as: 'operator',
    },
  );
  return data.explainRoute.maxCostMicros;
}

test('a limit that calls under way have reserved can be waited for, and one that is used up cannot', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const fake = await FakeProvider.start(
    () => ({ headers: { 'content-type': 'application/json' }, chunks: [new Wait(released), ANSWER] }),
    'deepseek',
  );
  const api = await startApi({
    env: { DEEPSEEK_BASE_URL: `${fake.url}/v1`, DEEPSEEK_API_KEY: 'sk-primary-0123456789', SANDBOX: '0' },
  });
  const most = await mostOf(api);
  const ask = (as: { bearer: string }) => api.json('/v1/chat/completions', { as, method: 'POST', body });
  const limits = [{ hardLimitMicros: Math.round(most * 1.5) }, { key: { monthlyLimitMicros: Math.round(most * 1.5) } }];

  for (const limit of limits) {
    const before = fake.asked.length;
    const { as } = await customerWithKey(api, limit);
    // Both at once: which of them is let through is the database's choice.
    const both = [ask(as), ask(as)];
    const refused = await Promise.race(both);
    // And one that comes when the reservation is known.
    for (const { status, headers, body } of [refused, await ask(as)]) {
      expect([status, body.error]).toEqual([
        429,
        { message: SENTENCE, type: 'rate_limit_error', param: null, code: 'limit_reserved' },
      ]);
      expect([headers.get('retry-after'), headers.get('x-should-retry')]).toEqual(['5', null]);
    }
    const { data } = await api.graphql(
      `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename ... on RateLimited { retryAfterSeconds } ... on Problem { code message } } }`,
      { as, variables: { input: { task: SLOT.task, messages: [{ role: 'USER', content: 'Hello' }] } } },
    );
    expect(data.runTask).toMatchObject({
      __typename: 'RateLimited',
      code: 'LIMIT_RESERVED',
      message: SENTENCE,
      retryAfterSeconds: 5,
    });
    expect(fake.asked.length).toBe(before + 1);
    if (limit === limits[0]) continue;

    // A client that waits as it is told gets its answer once the call under way has ended.
    const client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: as.bearer, maxRetries: 3 });
    const waiting = client.chat.completions.create(body as never) as unknown as Promise<OpenAI.ChatCompletion>;
    release();
    expect((await waiting).choices[0]!.message.content).toBe('Hello');
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 429]);
  }

  const { as } = await customerWithKey(api, { hardLimitMicros: Math.round(most / 2) });
  const usedUp = await ask(as);
  expect([usedUp.status, usedUp.body.error.code]).toEqual([429, 'insufficient_quota']);
  expect([usedUp.headers.get('retry-after'), usedUp.headers.get('x-should-retry')]).toEqual([null, 'false']);
  await api.stop();
});

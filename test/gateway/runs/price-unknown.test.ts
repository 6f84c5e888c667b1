import { expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { startApi } from '../../support/api.ts';
import { FakeProvider } from '../../support/providers/fake-provider.ts';
import { PROTOCOLS } from '../../support/providers/protocols.ts';
import { SLOT } from '../failover/asking.ts';

const ANSWER = JSON.stringify(PROTOCOLS.openai.answer('Hello'));
const SENTENCE = `The task ${SLOT.task} can’t run: the account has a hard limit, and the price of the model is unknown. The limit is not used up. Ask the operator of this service to publish a price.`;
const RUN = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename ... on Problem { code message } } }`;

test('without a price in force a hard limit refuses the call as the operator’s concern, and others are served', async () => {
  const fake = await FakeProvider.start(
    () => ({ headers: { 'content-type': 'application/json' }, chunks: [ANSWER] }),
    'deepseek',
  );
  let aheadMs = 0;
  const api = await startApi({
    env: { DEEPSEEK_BASE_URL: `${fake.url}/v1`, DEEPSEEK_API_KEY: 'sk-primary-0123456789', SANDBOX: '0' },
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  const body = { model: SLOT.task, messages: [{ role: 'user', content: 'Hello' }] };
  const { as } = await customerWithKey(api, { hardLimitMicros: 1_000_000 });
  const free = await customerWithKey(api);
  // Before the first price of the catalogue.
  aheadMs = Date.parse('2020-01-01T00:00:00Z') - Date.now();

  const chat = await api.json('/v1/chat/completions', { as, body });
  const { data } = await api.graphql(RUN, {
    as,
    variables: { input: { task: SLOT.task, messages: [{ role: 'USER', content: 'Hello' }] } },
  });

  expect([chat.status, chat.body.error]).toEqual([
    503,
    { message: SENTENCE, type: 'server_error', param: null, code: 'price_unknown' },
  ]);
  // Nothing that a client does by itself helps.
  expect(chat.headers.get('x-should-retry')).toBe('false');
  expect(data.runTask).toEqual({ __typename: 'Refused', code: 'PRICE_UNKNOWN', message: SENTENCE });
  expect(fake.asked).toHaveLength(0);
  expect((await api.json('/v1/chat/completions', { as: free.as, body })).status).toBe(200);
});

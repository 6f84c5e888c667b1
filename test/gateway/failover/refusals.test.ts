import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { REQUEST_FAILURES } from '../../../src/providers/index.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { mutate, STORED_KEY } from '../../providers/support.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { FakeProvider, type Reply } from '../../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../../support/providers/protocols.ts';
import { FLASH, LUNA, SLOT } from './asking.ts';

const ANSWER = json(PROTOCOLS.openai.answer('Hello'));
const QUESTION = 'The parcel of Mrs Okonkwo came late.';
/** A provider's own rule, in a sentence that repeats the prompt, a key and an account. */
const refusal = (status: number): Reply =>
  json(
    {
      error: {
        message: `Unsupported parameter: 'max_tokens'. Input: ${QUESTION} Key sk-primary-0123456789 of org-4Xw8LtK9pQm2ZrV7.`,
        type: 'invalid_request_error',
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    },
    status,
  );
const REASON =
  "Unsupported parameter: 'max_tokens'. Input: … Key … of … (invalid_request_error, unsupported_parameter, max_tokens)";

async function serviceBefore(primaryReply: FakeProvider['reply'], fallbackReply: FakeProvider['reply'] = () => ANSWER) {
  const primary = await FakeProvider.start(primaryReply);
  const fallback = await FakeProvider.start(fallbackReply);
  const api = await startApi({
    env: {
      DEEPSEEK_BASE_URL: `${primary.url}/v1`,
      DEEPSEEK_API_KEY: 'sk-primary-0123456789',
      OPENAI_BASE_URL: `${fallback.url}/v1`,
      OPENAI_API_KEY: 'sk-fallback-0123456789',
      SANDBOX: '0',
      LOG_LEVEL: 'error',
    },
  });
  const ask = (as: Credential) =>
    api.json('/v1/chat/completions', {
      as,
      method: 'POST',
      body: { model: SLOT.task, messages: [{ role: 'user', content: QUESTION }] },
    });
  return { api, primary, fallback, ask };
}

const attemptsOf = async (api: Api, runId: string, as: Credential): Promise<Json> =>
  (
    await api.graphql(
      `{ run(id: "${runId}") { attempts { deployment failure statusCode costMicros providerReason } } }`,
      {
        as,
      },
    )
  ).data.run.attempts;

test.each([
  [400, 'INVALID_REQUEST'],
  [404, 'MODEL_NOT_FOUND'],
  [422, 'INVALID_REQUEST'],
])('after a %i of one provider the next one answers, and operators read why', async (status, failure) => {
  const { api, primary, ask } = await serviceBefore(() => refusal(status));
  const { as } = await customerWithKey(api);

  // As often as would open a circuit.
  for (let time = 0; time < 8; time++) {
    const { body } = await ask(as);

    expect(body.imprimatur).toMatchObject({ deployment: LUNA.id, attempts: 2 });
    expect(JSON.stringify(body)).not.toContain('Unsupported');
  }

  expect(primary.asked).toHaveLength(8);
  const { body } = await ask(as);
  const refused = { deployment: FLASH.id, failure, statusCode: status, costMicros: 0 };
  const answered = { deployment: LUNA.id, failure: null, statusCode: 200, providerReason: null };
  const runId = body.imprimatur.run_id;
  expect(await attemptsOf(api, runId, 'operator')).toMatchObject([{ ...refused, providerReason: REASON }, answered]);
  // The key at the provider is the service's, so what the provider says of it is not the customer's to read.
  expect(await attemptsOf(api, runId, as)).toMatchObject([{ ...refused, providerReason: null }, answered]);
  await expect
    .poll(async () => (await api.fetch('/exports/runs.jsonl', { as: 'operator' })).text())
    .toContain(`"providerReason":${JSON.stringify(REASON)}`);
  await api.stop();
});

test('a request that every provider refuses is told in our words, and costs nothing', async () => {
  const { api, primary, fallback, ask } = await serviceBefore(
    () => refusal(400),
    () => refusal(422),
  );
  const { as } = await customerWithKey(api);

  const { status, body, headers } = await ask(as);

  expect([status, body.error.code]).toEqual([400, 'provider_refused_request']);
  expect(body.error.message).toBe('The provider openai did not accept the request (status 422).');
  expect([primary.asked.length, fallback.asked.length]).toEqual([1, 1]);
  const attempts = await attemptsOf(api, headers.get('x-imprimatur-run-id')!, 'operator');
  expect(attempts).toMatchObject([{ providerReason: REASON }, { providerReason: REASON, costMicros: 0 }]);
  await api.stop();
});

test('what is the request’s own fault at every provider is not tried elsewhere', async () => {
  const { contentFilter } = PROTOCOLS.openai.errors;
  const { api, primary, fallback, ask } = await serviceBefore(() => contentFilter);
  const { as } = await customerWithKey(api);

  const { status, body } = await ask(as);

  expect([status, body.error.code]).toEqual([400, 'content_filter']);
  expect([primary.asked.length, fallback.asked.length]).toEqual([1, 0]);
  await api.stop();
});

test('a customer reads why the provider refused a call with the customer’s own key', async () => {
  const { api, fallback, ask } = await serviceBefore(() => refusal(400));
  const { as } = await customerWithKey(api, { plan: 'PRO' });
  await mutate(api, 'setOwnProviderKey', { provider: 'DEEPSEEK', key: 'sk-of-the-customer-0123' }, STORED_KEY, as);

  const { status, body, headers } = await ask(as);

  expect([status, body.error.code]).toEqual([400, 'provider_refused_request']);
  expect(fallback.asked).toHaveLength(0);
  const attempts = await attemptsOf(api, headers.get('x-imprimatur-run-id')!, as);
  expect(attempts).toMatchObject([{ deployment: FLASH.id, providerReason: REASON }]);
  await api.stop();
});

test('the documentation lists what is the request’s own fault', async () => {
  const text = await readFile('docs/gateway.md', 'utf8');
  const next = { NONE: 'none', LARGER_WINDOW: 'only one with a larger window' };

  const rows = REQUEST_FAILURES.map((fault) => `| \`${fault.failure}\` | ${next[fault.next]} | ${fault.why} |\n`);

  expect(text).toContain(`|---|---|---|\n${rows.join('')}\n`);
});

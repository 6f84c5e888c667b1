import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../support/api.ts';
import { json } from '../../support/providers/protocols.ts';
import { answering } from '../../support/providers/stand-ins.ts';
import { Answers, TASK_OF } from './support.ts';

const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

let service: Answers;
beforeAll(async () => {
  service = await Answers.start();
});
afterAll(() => service.stop());
beforeEach(() => service.replies.clear());

/** Its path is OpenAI, then DeepSeek. */
const TASK = TASK_OF.openai;
const SCHEMA = { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] };
const UNFIT = '{"number":17}';
const FITTING = '{"number":"17"}';
const asked = (strict = false, more: Json = {}) => ({
  messages: [{ role: 'user', content: 'Invoice 17' }],
  response_format: { type: 'json_schema', json_schema: { name: 'invoice', schema: SCHEMA, strict } },
  ...more,
});

async function publish(repair: Json | undefined): Promise<Json> {
  const { data: newest } = await service.api.graphql('{ routingPolicies(first: 1) { nodes { number document } } }', {
    as: 'operator',
  });
  const [{ number, document }] = newest.routingPolicies.nodes;
  const { data } = await service.api.graphql(
    `mutation ($input: PublishRoutingPolicyInput!) { publishRoutingPolicy(input: $input) {
       __typename ... on PublishedRoutingPolicy { routingPolicy { document } } ... on RoutingPolicyInvalid { faults { pointer message } } } }`,
    {
      as: 'operator',
      variables: { input: { document: { ...document, repair }, reason: 'for a test', ifVersion: number } },
    },
  );
  return data.publishRoutingPolicy;
}

/** What OpenAI says, one after the other; the last again and again. */
function says(...texts: string[]): void {
  let at = 0;
  service.replies.set('openai', (one) => answering('openai', one, USAGE, texts[Math.min(at++, texts.length - 1)]));
}

const lastAsked = (provider: 'openai' | 'deepseek') => service.asked(provider).at(-1)!.body;
const ATTEMPTS = 'status outputMismatch costMicros chargedMicros attempts { deployment status failure chargedMicros }';

describe('by the same model', () => {
  beforeAll(async () => {
    expect(await publish({ attempts: 1 })).toMatchObject({
      routingPolicy: { document: { repair: { attempts: 1, by: 'SAME' } } },
    });
  });

  test('an answer that misses its schema is repaired once, and both attempts are charged', async () => {
    says(UNFIT, FITTING);

    const { choice, body } = await service.chat(TASK, asked());

    expect(choice.message.content).toBe(FITTING);
    expect(body.imprimatur).toMatchObject({
      attempts: 2,
      total_usage: { input_tokens: 22, output_tokens: 14 },
      warnings: [expect.stringContaining('repaired')],
    });
    expect(body.imprimatur).not.toHaveProperty('outputMismatch');
    expect(body.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 });
    const run = await service.newestRun(ATTEMPTS);
    expect(run).toMatchObject({
      status: 'SUCCEEDED',
      outputMismatch: null,
      attempts: [
        { status: 'FAILED', failure: 'OUTPUT_INVALID' },
        { status: 'SUCCEEDED', failure: null },
      ],
    });
    const [first, second] = run.attempts;
    expect(first.chargedMicros).toBeGreaterThan(0);
    expect(run.chargedMicros).toBe(first.chargedMicros + second.chargedMicros);
  });

  test('the model is shown its answer and what is wrong with it', async () => {
    says(UNFIT, FITTING);

    await service.chat(TASK, asked());

    const [answer, ask] = lastAsked('openai').messages.slice(-2);
    expect(answer).toMatchObject({ role: 'assistant', content: UNFIT });
    expect(JSON.stringify(ask)).toContain('The answer does not fit its schema at /number.');
  });

  test('a strict request gets the repaired answer instead of an error', async () => {
    says('Seventeen.', FITTING);

    const { choice } = await service.chat(TASK, asked(true));

    expect(choice.message.content).toBe(FITTING);
  });

  test('one that misses its schema again is handed over, or fails if it is strict', async () => {
    says(UNFIT, '{"number":18}');
    const { choice, body } = await service.chat(TASK, asked());
    says(UNFIT, '{"number":18}');
    const strict = service.chat(TASK, asked(true));

    expect(choice.message.content).toBe('{"number":18}');
    expect(body.imprimatur).toMatchObject({ attempts: 2, outputMismatch: { pointer: '/number' } });
    await expect(strict).rejects.toMatchObject({ code: 'output_invalid' });
    expect(await service.newestRun(ATTEMPTS)).toMatchObject({
      status: 'FAILED',
      attempts: [{ failure: 'OUTPUT_INVALID' }, { failure: 'OUTPUT_INVALID' }],
    });
  });

  test('the first answer counts where the repair fails', async () => {
    let calls = 0;
    service.replies.set('openai', (one) =>
      calls++ % 2 === 0 ? answering('openai', one, undefined, UNFIT) : json({ error: { message: 'Down.' } }, 500),
    );

    const { choice, body } = await service.chat(TASK, asked());

    expect(choice.message.content).toBe(UNFIT);
    expect(body.imprimatur).toMatchObject({
      outputMismatch: { pointer: '/number' },
      warnings: [expect.stringContaining('repair')],
    });
    expect(await service.newestRun(ATTEMPTS)).toMatchObject({
      status: 'SUCCEEDED',
      outputMismatch: 'UNFIT',
      attempts: [
        { status: 'SUCCEEDED', failure: null },
        { status: 'FAILED', failure: 'PROVIDER_ERROR', chargedMicros: 0 },
      ],
    });
    await expect(service.chat(TASK, asked(true))).rejects.toMatchObject({ code: 'output_invalid' });
  });

  test('a stream and an answer that fits are not repaired', async () => {
    says(UNFIT);
    const before = service.asked('openai').length;
    const { chunks } = await service.chatStream(TASK, asked());
    says(FITTING);
    await service.chat(TASK, asked());

    expect(chunks.at(-1)!.imprimatur).toMatchObject({ attempts: 1, outputMismatch: { pointer: '/number' } });
    expect(service.asked('openai').length).toBe(before + 2);
  });

  test('what was redacted goes out redacted again', async () => {
    const task = 'fast-execution/redact-draft';
    let calls = 0;
    service.replies.set('anthropic', (one) =>
      answering('anthropic', one, undefined, calls++ === 0 ? '{"number":"[EMAIL_1]","[EMAIL_1]":1' : FITTING),
    );
    const body = asked(false, { messages: [{ role: 'user', content: 'From maria.silva@example.org' }] });

    const { choices } = (await service.client.chat.completions.create({ model: task, ...body } as never, {
      headers: { 'X-Imprimatur-Redaction': 'restore' },
    })) as unknown as Json;

    expect(choices[0].message.content).toBe(FITTING);
    const sent = JSON.stringify(service.asked('anthropic').map((one) => one.body));
    expect(sent).toContain("can't be used");
    expect(sent).not.toContain('maria.silva');
  });

  test('an account with a hard limit reserves enough for both, and never spends more', async () => {
    says(UNFIT, FITTING);
    const { data } = await service.api.graphql(
      `mutation ($input: UpdateCustomerInput!) { updateCustomer(input: $input) { __typename ... on Problem { message } } }`,
      { as: 'operator', variables: { input: { customerId: service.customerId, hardLimitMicros: 50_000_000 } } },
    );
    expect(data.updateCustomer.__typename).toBe('UpdatedCustomer');

    const { choice } = await service.chat(TASK, asked());

    expect(choice.message.content).toBe(FITTING);
  });
});

describe('by the next model', () => {
  beforeAll(() => publish({ attempts: 1, by: 'NEXT' }));

  test('the next one of the path repairs', async () => {
    says(UNFIT);
    service.replies.set('deepseek', (one) => answering('deepseek', one, undefined, FITTING));

    const { choice, body } = await service.chat(TASK, asked());

    expect(choice.message.content).toBe(FITTING);
    expect(body.imprimatur.deployment).toMatch(/^deepseek\//);
    expect(JSON.stringify(lastAsked('deepseek').messages)).toContain('{\\"number\\":17}');
    expect(await service.newestRun('deployment attempts { deployment }')).toMatchObject({
      deployment: expect.stringMatching(/^deepseek\//),
      attempts: [
        { deployment: expect.stringMatching(/^openai\//) },
        { deployment: expect.stringMatching(/^deepseek\//) },
      ],
    });
  });
});

test('a policy with more repairs, or another model, is refused', async () => {
  expect(await publish({ attempts: 2 })).toMatchObject({ faults: [{ pointer: '/repair/attempts' }] });
  expect(await publish({ attempts: 1, by: 'ANY' })).toMatchObject({ faults: [{ pointer: '/repair/by' }] });
});

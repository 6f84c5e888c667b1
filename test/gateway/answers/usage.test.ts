import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, sse } from '../../support/providers/protocols.ts';
import { answering } from '../../support/providers/stand-ins.ts';
import { Answers } from './support.ts';

/** Models of DeepSeek are asked first. */
const TASK = 'fast-execution/filter-classify';
const INPUT = 'Is this a complaint? The parcel came late and open, and nobody has answered my letters since.';

let service: Answers;
beforeAll(async () => {
  service = await Answers.start();
  // Enough successes that failures of the tests don't open its circuit.
  for (let count = 0; count < 20; count++) await service.chat(TASK);
  let calls = 0;
  // Every first attempt fails and reports its usage; the second one answers.
  service.replies.set('deepseek', (asked) => {
    if (calls++ % 2 === 1) return answering('deepseek', asked, ANSWERING);
    const head = { id: 'chatcmpl-1', created: 1_790_000_000, model: 'answering-model' };
    const choice = { index: 0, finish_reason: 'insufficient_system_resource' };
    const usage = { prompt_tokens: 40, completion_tokens: 3, total_tokens: 43 };
    return asked.body.stream
      ? sse([
          `data: ${JSON.stringify({ ...head, choices: [{ ...choice, delta: {} }], usage })}\n\n`,
          'data: [DONE]\n\n',
        ])
      : json({ ...head, choices: [{ ...choice, message: { role: 'assistant', content: '' } }], usage });
  });
});
afterAll(() => service.stop());

const ANSWERING = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const TOTAL = { total_usage: { input_tokens: 51, output_tokens: 10 }, attempts: 2 };

test('`usage` is of the attempt that answered, and the sum over all stands beside it', async () => {
  const messages = [{ role: 'user', content: INPUT }];
  const { body } = await service.chat(TASK, { messages });
  const { chunks } = await service.chatStream(TASK, { messages });
  const response = await service.responses(TASK, { input: INPUT });
  const { response: streamed } = await service.responsesStream(TASK, { input: INPUT });

  expect(body).toMatchObject({ usage: ANSWERING, imprimatur: TOTAL });
  expect(chunks.at(-1)).toMatchObject({ usage: ANSWERING, imprimatur: TOTAL });
  for (const one of [response, streamed]) {
    expect(one).toMatchObject({ usage: { input_tokens: 11, output_tokens: 7 }, imprimatur: TOTAL });
  }
});

test('the graph has both, and the log has the sum', async () => {
  const ran = await service.runTask(TASK, { messages: [{ role: 'USER', content: INPUT }] });

  expect(ran.outcome).toMatchObject({
    attempts: 2,
    inputTokens: 11,
    outputTokens: 7,
    totalInputTokens: 51,
    totalOutputTokens: 10,
  });
  expect(await service.newestRun('inputTokens outputTokens attempts { inputTokens }')).toEqual({
    inputTokens: 51,
    outputTokens: 10,
    attempts: [{ inputTokens: 40 }, { inputTokens: 11 }],
  });
});

test('one attempt is the sum of all', async () => {
  service.replies.set('openai', (asked) => answering('openai', asked, ANSWERING));
  const { body } = await service.chat('fast-execution/field-extraction', {
    messages: [{ role: 'user', content: INPUT }],
  });

  expect(body).toMatchObject({
    usage: ANSWERING,
    imprimatur: { total_usage: { input_tokens: 11, output_tokens: 7 }, attempts: 1 },
  });
});

test('an answer that is asked for again has the same counts', async () => {
  const body = { model: TASK, messages: [{ role: 'user' as const, content: INPUT }] };
  const options = { headers: { 'Idempotency-Key': 'two-attempts' } };

  await service.client.chat.completions.create(body, options);
  const again = await service.client.chat.completions.create(body, options);

  expect(again).toMatchObject({ usage: ANSWERING, imprimatur: { ...TOTAL, replayed: true } });
});

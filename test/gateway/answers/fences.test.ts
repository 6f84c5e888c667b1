import { afterAll, beforeAll, expect, test } from 'vitest';
import { answering } from '../../support/providers/stand-ins.ts';
import { Answers, TASK_OF } from './support.ts';

let service: Answers;
beforeAll(async () => {
  service = await Answers.start();
});
afterAll(() => service.stop());

const FENCED = '```json\n{"number":"17"}\n```';
const JSON_MODE = {
  response_format: { type: 'json_object' },
  messages: [{ role: 'user', content: 'As JSON, please.' }],
};

test.each(['anthropic', 'openai', 'google', 'own'] as const)('JSON in a fence of %s is JSON', async (provider) => {
  service.replies.set(provider, (asked) => answering(provider, asked, undefined, FENCED));
  const task = TASK_OF[provider];

  const { choice } = await service.chat(task, JSON_MODE);
  const { choice: streamed } = await service.chatStream(task, JSON_MODE);
  const format = { text: { format: { type: 'json_object' } } };
  const response = await service.responses(task, { input: 'As JSON.', ...format });
  const { response: streamedResponse } = await service.responsesStream(task, { input: 'As JSON.', ...format });

  for (const { message } of [choice, streamed]) expect(message.content).toBe('{"number":"17"}');
  for (const { output } of [response, streamedResponse]) expect(output[0].content[0].text).toBe('{"number":"17"}');
});

test('the graph checks what is in the fence by the schema', async () => {
  service.replies.set('openai', (asked) => answering('openai', asked, undefined, FENCED));
  const outputSchema = { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] };

  expect(await service.runTask(TASK_OF.openai, { outputSchema })).toMatchObject({
    answer: { text: '{"number":"17"}' },
  });
  expect(await service.newestRun('outputBytes')).toEqual({ outputBytes: 15 });
});

test('a text that needn’t be JSON keeps its fence', async () => {
  service.replies.set('openai', (asked) => answering('openai', asked, undefined, FENCED));

  const { choice } = await service.chat(TASK_OF.openai);
  const { choice: streamed } = await service.chatStream(TASK_OF.openai);

  for (const { message } of [choice, streamed]) expect(message.content).toBe(FENCED);
});

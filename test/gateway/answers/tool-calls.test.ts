import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, sse } from '../../support/providers/protocols.ts';
import { Answers, streamedChat, TASK_OF, wholeChat, withFlatTool, withGraphTool, withTool } from './support.ts';

let service: Answers;
beforeAll(async () => {
  service = await Answers.start();
});
afterAll(() => service.stop());

const bare = (id: string, more: object = {}) => ({ id, type: 'function', function: { name: 'look_up', ...more } });

describe.each(['openai', 'own'] as const)('a call without arguments of %s leaves as {}', (provider) => {
  const task = TASK_OF[provider];

  test.each([
    ['none', {}],
    ['""', { arguments: '' }],
  ] as const)('where they are %s', async (_, of) => {
    service.replies.set(provider, ({ body }) =>
      body.stream
        ? streamedChat([{ role: 'assistant', tool_calls: [{ index: 0, ...bare('call_1', of) }] }], 'tool_calls')
        : wholeChat({ content: null, tool_calls: [bare('call_1', of)] }, 'tool_calls'),
    );

    const chat = await service.chat(task, withTool);
    const chatStream = await service.chatStream(task, withTool);
    const responses = await service.responses(task, withFlatTool);
    const responsesStream = await service.responsesStream(task, withFlatTool);
    const graph = await service.runTask(task, withGraphTool);

    for (const { choice } of [chat, chatStream]) {
      expect(choice).toMatchObject({
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ id: 'call_1', function: { name: 'look_up', arguments: '{}' } }] },
      });
    }
    const item = { type: 'function_call', call_id: 'call_1', arguments: '{}' };
    expect(responses.output).toMatchObject([item]);
    expect(responsesStream.response.output).toMatchObject([item]);
    const done = responsesStream.events.find(({ type }) => type === 'response.function_call_arguments.done');
    expect(done).toMatchObject({ arguments: '{}' });
    expect(graph).toMatchObject({ answer: { toolCalls: [{ id: 'call_1', argumentsText: '{}' }] } });
  });
});

test('an answer never carries one id twice', async () => {
  service.replies.set('openai', ({ body }) =>
    body.stream
      ? streamedChat(
          [
            {
              role: 'assistant',
              tool_calls: [0, 1].map((index) => ({ index, ...bare('call_1', { arguments: `{"of":"${index}"}` }) })),
            },
          ],
          'tool_calls',
        )
      : wholeChat(
          { content: null, tool_calls: [0, 1].map((index) => bare('call_1', { arguments: `{"of":"${index}"}` })) },
          'tool_calls',
        ),
  );

  const { choice } = await service.chat(TASK_OF.openai, withTool);
  const { choice: streamed } = await service.chatStream(TASK_OF.openai, withTool);

  for (const { message } of [choice, streamed]) {
    const [first, second] = message.tool_calls;
    expect(first).toMatchObject({ id: 'call_1', function: { arguments: '{"of":"0"}' } });
    expect(second).toMatchObject({ id: expect.stringMatching(/^.+$/), function: { arguments: '{"of":"1"}' } });
    expect(second.id).not.toBe(first.id);
  }
});

test('an id of a provider of another dialect that comes twice', async () => {
  const block = (of: string) => ({ type: 'tool_use', id: 'toolu_1', name: 'look_up', input: { of } });
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'answering-model',
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 7 },
  };
  const named = (type: string, value: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
  service.replies.set('anthropic', ({ body }) =>
    body.stream
      ? sse([
          named('message_start', { message: { ...message, content: [], stop_reason: null } }),
          ...['a', 'b'].flatMap((of, index) => [
            named('content_block_start', { index, content_block: { ...block(of), input: {} } }),
            named('content_block_delta', {
              index,
              delta: { type: 'input_json_delta', partial_json: JSON.stringify({ of }) },
            }),
            named('content_block_stop', { index }),
          ]),
          named('message_delta', {
            delta: { stop_reason: 'tool_use', stop_sequence: null },
            usage: { output_tokens: 7 },
          }),
          named('message_stop', {}),
        ])
      : json({ ...message, content: [block('a'), block('b')] }),
  );

  const { choice } = await service.chat(TASK_OF.anthropic, withTool);
  const { choice: streamed } = await service.chatStream(TASK_OF.anthropic, withTool);

  for (const { message: said } of [choice, streamed]) {
    expect(
      said.tool_calls.map((one: { function: { arguments: string } }) => JSON.parse(one.function.arguments)),
    ).toEqual([{ of: 'a' }, { of: 'b' }]);
    expect(new Set(said.tool_calls.map(({ id }: { id: string }) => id)).size).toBe(2);
  }
});

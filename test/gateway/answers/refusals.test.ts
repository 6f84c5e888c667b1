import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import type { Json } from '../../support/api.ts';
import type { Reply } from '../../support/providers/fake-provider.ts';
import { json, sse } from '../../support/providers/protocols.ts';
import { Answers, streamedChat, TASK_OF, wholeChat } from './support.ts';

let service: Answers;
beforeAll(async () => {
  service = await Answers.start();
});
afterAll(() => service.stop());
beforeEach(() => service.replies.clear());

const REFUSAL = 'I can’t help with that.';
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, value: object) => `event: ${type}\n${data({ type, ...value })}`;

const chatRefusal = {
  whole: wholeChat({ content: null, refusal: REFUSAL }),
  streamed: streamedChat([
    { role: 'assistant', content: '', refusal: null },
    { refusal: 'I can’t help' },
    { refusal: ' with that.' },
  ]),
};

const claude = (more: Json, events: readonly string[]): { whole: Reply; streamed: Reply } => {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'answering-model',
    content: [],
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 7 },
  };
  return {
    whole: json({ ...message, stop_reason: 'refusal', ...more }),
    streamed: sse([
      named('message_start', { message: { ...message, stop_reason: null } }),
      ...events,
      named('message_delta', {
        delta: { stop_reason: 'refusal', stop_sequence: null, ...more, content: undefined },
        usage: { output_tokens: 7 },
      }),
      named('message_stop', {}),
    ]),
  };
};

const gemini = (more: Json) => {
  const body = {
    usageMetadata: { promptTokenCount: 11, totalTokenCount: 11 },
    modelVersion: 'answering-model',
    ...more,
  };
  return { whole: json(body), streamed: sse([data(body)]) };
};

const grok = (() => {
  const response = (status: string, output: object[], usage: object | null) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    model: 'answering-model',
    status,
    output,
    usage,
  });
  const usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 };
  const item = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'refusal', refusal: REFUSAL }],
  };
  const where = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  return {
    whole: json(response('completed', [item], usage)),
    streamed: sse([
      named('response.created', { response: response('in_progress', [], null) }),
      named('response.output_item.added', {
        output_index: 0,
        item: { ...item, content: [], status: 'in_progress' },
      }),
      named('response.content_part.added', { ...where, part: { type: 'refusal', refusal: '' } }),
      named('response.refusal.delta', { ...where, delta: 'I can’t help' }),
      named('response.refusal.delta', { ...where, delta: ' with that.' }),
      named('response.refusal.done', { ...where, refusal: REFUSAL }),
      named('response.output_item.done', { output_index: 0, item }),
      named('response.completed', { response: response('completed', [item], usage) }),
    ]),
  };
})();

const FILTERED = 'The provider’s content filter refused to answer.';

const REFUSALS: readonly [provider: CalledProvider, name: string, Record<'whole' | 'streamed', Reply>, said: string][] =
  [
    ['openai', 'in `refusal`', chatRefusal, REFUSAL],
    ['own', 'in `refusal`', chatRefusal, REFUSAL],
    ['xai', 'as a content part', grok, REFUSAL],
    [
      'anthropic',
      'with an explanation',
      claude({ stop_details: { type: 'refusal', category: 'cyber', explanation: REFUSAL } }, []),
      REFUSAL,
    ],
    ['anthropic', 'without a word', claude({}, []), 'The model refused to answer.'],
    ['google', 'by blocking the prompt', gemini({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }), FILTERED],
    ['google', 'by ending with SAFETY', gemini({ candidates: [{ finishReason: 'SAFETY', index: 0 }] }), FILTERED],
  ];

describe.each(REFUSALS)('%s refuses %s', (provider, _, replies, refusal) => {
  const task = TASK_OF[provider];
  const isStreamed = ({ body, path }: { body: Json; path: string }) => body.stream === true || path.includes('alt=sse');
  beforeEach(() => {
    service.replies.set(provider, (asked) => (isStreamed(asked) ? replies.streamed : replies.whole));
  });

  test('in chat, whole and streamed', async () => {
    const { choice } = await service.chat(task);
    const { choice: streamed, chunks } = await service.chatStream(task);

    expect(choice).toMatchObject({ message: { content: null, refusal }, finish_reason: 'stop' });
    expect(streamed).toMatchObject({ message: { refusal }, finish_reason: 'stop' });
    expect(chunks.map(({ choices: [one] }) => one?.delta.refusal ?? '').join('')).toBe(refusal);
    expect(chunks.map(({ choices: [one] }) => one?.delta.content ?? '').join('')).toBe('');
  });

  test('in responses, whole and streamed', async () => {
    const response = await service.responses(task);
    const { response: streamed, events } = await service.responsesStream(task);

    for (const one of [response, streamed]) {
      expect(one).toMatchObject({
        status: 'completed',
        incomplete_details: null,
        output: [{ type: 'message', status: 'completed', content: [{ type: 'refusal', refusal }] }],
      });
    }
    expect(
      events
        .filter(({ type }) => type === 'response.refusal.delta')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe(refusal);
    expect(events.find(({ type }) => type === 'response.refusal.done')).toMatchObject({ content_index: 0, refusal });
    expect(events.map(({ type }) => type)).not.toContain('response.output_text.done');
  });

  test('in the graph and in the log', async () => {
    const ran = await service.runTask(task);

    expect(ran).toMatchObject({
      __typename: 'RanTask',
      outcome: { finishReason: 'CONTENT_FILTER' },
      answer: { text: '', refusal },
    });
    expect(await service.newestRun('status finishReason')).toEqual({
      status: 'SUCCEEDED',
      finishReason: 'CONTENT_FILTER',
    });
  });
});

describe('`parse` gives the refusal', () => {
  const Fields = z.object({ number: z.string() });

  test('of a chat', async () => {
    service.replies.set('openai', () => chatRefusal.whole);

    const { choices } = await service.client.chat.completions.parse({
      model: TASK_OF.openai,
      messages: [{ role: 'user', content: 'Invoice 17' }],
      response_format: zodResponseFormat(Fields, 'fields'),
    });

    expect(choices[0]!.message).toMatchObject({ refusal: REFUSAL, parsed: null });
  });

  test('of a response', async () => {
    service.replies.set('openai', () => chatRefusal.whole);

    const { output_parsed: parsed, output } = await service.client.responses.parse({
      model: TASK_OF.openai,
      input: 'Invoice 17',
      text: { format: zodTextFormat(Fields, 'fields') },
    });

    expect(parsed).toBeNull();
    expect(output).toMatchObject([{ content: [{ type: 'refusal', refusal: REFUSAL }] }]);
  });
});

test('what was said before a refusal stays the text', async () => {
  service.replies.set('openai', ({ body }) =>
    body.stream
      ? streamedChat([
          { role: 'assistant', content: 'Well. ' },
          { content: 'No: ', refusal: REFUSAL },
        ])
      : wholeChat({ content: 'Well. No: ', refusal: REFUSAL }),
  );

  const { choice } = await service.chat(TASK_OF.openai);
  const { choice: streamed } = await service.chatStream(TASK_OF.openai);
  const { response } = await service.responsesStream(TASK_OF.openai);

  for (const one of [choice, streamed]) {
    expect(one).toMatchObject({ message: { content: 'Well. No: ', refusal: REFUSAL }, finish_reason: 'stop' });
  }
  expect(response.output).toMatchObject([
    {
      content: [
        { type: 'output_text', text: 'Well. No: ' },
        { type: 'refusal', refusal: REFUSAL },
      ],
    },
  ]);
});

test('an answer that a filter cut ends with content_filter', async () => {
  service.replies.set('openai', ({ body }) =>
    body.stream
      ? streamedChat([{ role: 'assistant', content: 'Once upon' }], 'content_filter')
      : wholeChat({ content: 'Once upon' }, 'content_filter'),
  );
  service.replies.set('google', () =>
    json({
      candidates: [{ content: { role: 'model', parts: [{ text: 'Once upon' }] }, finishReason: 'SAFETY', index: 0 }],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 2, totalTokenCount: 13 },
    }),
  );

  const { choice } = await service.chat(TASK_OF.openai);
  const { chunks } = await rawChunks(TASK_OF.openai);
  const { choice: gemini } = await service.chat(TASK_OF.google);

  for (const one of [choice, gemini]) {
    expect(one).toMatchObject({ message: { content: 'Once upon', refusal: null }, finish_reason: 'content_filter' });
  }
  expect(chunks.at(-2)!.choices[0]).toMatchObject({ finish_reason: 'content_filter' });
  expect(await service.responses(TASK_OF.openai)).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'content_filter' },
  });
});

test('an answer that OpenAI’s filter stopped before its first word ends with content_filter as well', async () => {
  service.replies.set('openai', ({ body }) =>
    body.stream
      ? streamedChat([{ role: 'assistant', content: '' }], 'content_filter')
      : wholeChat({ content: '' }, 'content_filter'),
  );

  const { choice } = await service.chat(TASK_OF.openai);
  const { chunks } = await rawChunks(TASK_OF.openai);

  expect(choice).toMatchObject({ message: { refusal: null }, finish_reason: 'content_filter' });
  expect(chunks.at(-2)!.choices[0]).toMatchObject({ finish_reason: 'content_filter' });
});

test('a refusal that is asked for again under its key is the same', async () => {
  service.replies.set('openai', () => chatRefusal.whole);
  const body = { model: TASK_OF.openai, messages: [{ role: 'user' as const, content: 'Invoice 17' }] };
  const options = { headers: { 'Idempotency-Key': 'a-refusal' } };

  await service.client.chat.completions.create(body, options);
  const { data: again, response } = await service.client.chat.completions.create(body, options).withResponse();

  expect(response.headers.get('idempotency-replayed')).toBe('true');
  expect(again.choices[0]).toMatchObject({ message: { content: null, refusal: REFUSAL }, finish_reason: 'stop' });
});

test('a refusal names what was redacted, whole and streamed', async () => {
  service.replies.set('anthropic', ({ body }) => {
    const explanation = `I don’t write to ${/\[EMAIL_1\]/.exec(JSON.stringify(body.messages))}.`;
    const { whole, streamed } = claude({ stop_details: { type: 'refusal', explanation } }, []);
    return body.stream ? streamed : whole;
  });
  const task = 'fast-execution/redact-draft';
  const messages = [{ role: 'user', content: 'Write to maria.silva@example.org.' }];
  const restoring = { headers: { 'X-Imprimatur-Redaction': 'restore' } };

  const { choices } = await service.client.chat.completions.create({ model: task, messages } as never, restoring);
  const stream = service.client.chat.completions.stream({ model: task, messages } as never, restoring);
  const { choices: streamed } = await stream.finalChatCompletion();

  for (const [choice] of [choices, streamed]) {
    expect(choice!.message.refusal).toBe('I don’t write to maria.silva@example.org.');
  }
});

async function rawChunks(task: string): Promise<{ chunks: Json[] }> {
  const chunks: Json[] = [];
  const stream = await service.client.chat.completions.create({
    model: task,
    messages: [{ role: 'user', content: 'Tell me a story.' }],
    stream: true,
    stream_options: { include_usage: true },
  });
  for await (const chunk of stream) chunks.push(chunk as never);
  return { chunks };
}

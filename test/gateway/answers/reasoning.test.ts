import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldReasoning } from '../../../src/gateway/runs/reasoning/reasoning-keeper.ts';
import { customerWithKey } from '../../customers/graph.ts';
import type { Json } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';
import type { Asked, Reply } from '../../support/providers/fake-provider.ts';
import { json, sse } from '../../support/providers/protocols.ts';
import { answering } from '../../support/providers/stand-ins.ts';
import { Answers, streamedChat, TASK_OF, TOOL, wholeChat, withFlatTool, withGraphTool, withTool } from './support.ts';

let service: Answers;
beforeAll(async () => {
  service = await Answers.start();
});
afterAll(() => service.stop());
beforeEach(() => service.replies.clear());

const THOUGHT = 'The letter is of March, so I look it up.';
const SIGNATURE = 'c2lnbmF0dXJlLW9mLWEtdGhvdWdodA==';
let calls = 0;

/** DeepSeek reasons, calls a tool, and answers once it has the result. */
function deepseek({ body }: Asked, id = `call_${++calls}`): Reply {
  if (body.messages.at(-1).role === 'tool')
    return answering('deepseek', { body, path: '' } as Asked, undefined, 'Done.');
  const call = { id, type: 'function', function: { name: 'look_up', arguments: '{"of":"it"}' } };
  return body.stream
    ? streamedChat(
        [
          { role: 'assistant', content: null, reasoning_content: THOUGHT.slice(0, 9) },
          { reasoning_content: THOUGHT.slice(9) },
          { tool_calls: [{ index: 0, ...call }] },
        ],
        'tool_calls',
      )
    : wholeChat({ content: '', reasoning_content: THOUGHT, tool_calls: [call] }, 'tool_calls');
}

/** Gemini signs the call of a tool. */
function google({ body, path }: Asked): Reply {
  const isResult = JSON.stringify(body.contents.at(-1)).includes('functionResponse');
  const parts = isResult
    ? [{ text: 'Done.' }]
    : [{ functionCall: { id: `call_${++calls}`, name: 'look_up', args: { of: 'it' } }, thoughtSignature: SIGNATURE }];
  const answer = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    modelVersion: 'answering-model',
  };
  return path.includes('alt=sse') ? sse([`data: ${JSON.stringify(answer)}\n\n`]) : json(answer);
}

const QUESTION = { role: 'user', content: 'What is owed?' };
const RESULT = 'Nothing is owed.';

const PROVIDERS = [
  [
    'deepseek',
    deepseek,
    (body: Json) =>
      body.messages.filter(({ role }: Json) => role === 'assistant').map((one: Json) => one.reasoning_content),
    [THOUGHT],
  ],
  [
    'google',
    google,
    (body: Json) =>
      body.contents.flatMap(({ parts }: Json) => parts.flatMap((part: Json) => part.thoughtSignature ?? [])),
    [SIGNATURE],
  ],
] as const;

describe.each(PROVIDERS)('%s gets back what led to its tool calls', (provider, reply, returned, expected) => {
  const task = TASK_OF[provider];
  beforeEach(() => service.replies.set(provider, (asked) => reply(asked)));
  const last = () => service.asked(provider).at(-1)!.body;

  test.each([false, true])('in chat, streamed: %s', async (isStreamed) => {
    const { choice } = isStreamed
      ? await service.chatStream(task, { ...withTool, messages: [QUESTION] })
      : await service.chat(task, { ...withTool, messages: [QUESTION] });
    const [call] = choice.message.tool_calls;
    const history = [
      QUESTION,
      { role: 'assistant', content: null, tool_calls: [{ id: call.id, type: 'function', function: call.function }] },
      { role: 'tool', tool_call_id: call.id, content: RESULT },
    ];

    const { choice: answer } = await service.chat(task, { tools: [TOOL], messages: history });

    expect(answer.message.content).toBe('Done.');
    expect(returned(last())).toEqual(expected);
  });

  test.each([false, true])('in responses, where the caller carries it, streamed: %s', async (isStreamed) => {
    const input = [{ role: 'user', content: 'What is owed?' }];
    const { output } = isStreamed
      ? (await service.responsesStream(task, { ...withFlatTool, input })).response
      : await service.responses(task, { ...withFlatTool, input });
    const call = output.find(({ type }: Json) => type === 'function_call');
    const carried = output.find(({ encrypted_content: content }: Json) => content);

    expect(carried).toMatchObject({ type: 'reasoning', summary: [], encrypted_content: expect.any(String) });
    expect(Buffer.from(carried.encrypted_content, 'base64').toString('latin1')).not.toContain('look it up');
    expect(await kept(call.call_id)).toBe(0);
    const next = [...input, ...output, { type: 'function_call_output', call_id: call.call_id, output: RESULT }];
    const response = await service.responses(task, { ...withFlatTool, input: next });
    expect(response.output.at(-1).content[0].text).toBe('Done.');
    expect(returned(last())).toEqual(expected);
  });

  test('in the graph', async () => {
    const question = { role: 'USER', content: 'What is owed?' };
    const { answer } = await service.runTask(task, { ...withGraphTool, messages: [question] });
    const [call] = answer.toolCalls;

    const next = await service.runTask(task, {
      ...withGraphTool,
      messages: [
        question,
        { role: 'ASSISTANT', content: '', toolCalls: [call] },
        { role: 'TOOL', toolCallId: call.id, content: RESULT },
      ],
    });

    expect(next).toMatchObject({ answer: { text: 'Done.' } });
    expect(returned(last())).toEqual(expected);
  });
});

/** Number of rows that are kept, of one tool call or of all. None of them can be read. */
async function kept(callId?: string): Promise<number> {
  const rows = await service.api.database.query<{ call: string; content: Buffer }>(
    'select call_sha256 as call, content from kept_reasoning',
  );
  for (const { content } of rows) expect(content.toString('latin1')).not.toContain('look it up');
  if (callId === undefined) return rows.length;
  const digest = hash('sha256', JSON.stringify([service.customerId, callId]));
  return rows.filter(({ call }) => call === digest).length;
}

async function calledInChat(task: string): Promise<Json> {
  const { choice } = await service.chat(task, { ...withTool, messages: [QUESTION] });
  return choice.message.tool_calls[0];
}

const withResult = (call: Json) => ({
  tools: [TOOL],
  messages: [
    QUESTION,
    { role: 'assistant', content: null, tool_calls: [{ id: call.id, type: 'function', function: call.function }] },
    { role: 'tool', tool_call_id: call.id, content: RESULT },
  ],
});

const assistantOf = (body: Json) => body.messages.find(({ role }: Json) => role === 'assistant');

describe('reasoning stays where it belongs', () => {
  beforeEach(() => {
    service.replies.set('deepseek', (asked) => deepseek(asked));
    service.replies.set('google', google);
  });

  test('another provider doesn’t get it', async () => {
    const call = await calledInChat(TASK_OF.deepseek);

    await service.chat(TASK_OF.openai, withResult(call));
    await service.chat(TASK_OF.google, withResult(call));

    expect(JSON.stringify(service.asked('openai').at(-1)!.body)).not.toContain('look it up');
    expect(JSON.stringify(service.asked('google').at(-1)!.body)).not.toContain('look it up');
  });

  test('another customer doesn’t get it, kept here or carried', async () => {
    const call = await calledInChat(TASK_OF.deepseek);
    const { output } = await service.responses(TASK_OF.deepseek, {
      ...withFlatTool,
      input: [{ role: 'user', content: 'What is owed?' }],
    });
    const called = output.find(({ type }: Json) => type === 'function_call');
    const other = await customerWithKey(service.api, { plan: 'PRO', softCapMicros: null });
    const ask = (path: string, body: Json) => service.api.json(path, { as: other.as, method: 'POST', body });

    await ask('/v1/chat/completions', { model: TASK_OF.deepseek, ...withResult(call) });
    const chat = service.asked('deepseek').at(-1)!.body;
    const { body } = await ask('/v1/responses', {
      model: TASK_OF.deepseek,
      ...withFlatTool,
      input: [...output, { type: 'function_call_output', call_id: called.call_id, output: RESULT }],
    });

    expect(JSON.stringify(chat)).not.toContain('look it up');
    expect(JSON.stringify(service.asked('deepseek').at(-1)!.body)).not.toContain('look it up');
    expect(body.imprimatur.warnings.join(' ')).toContain('encrypted_content');
  });

  test('what was tampered with is left out, and the caller is told', async () => {
    const input = [
      { role: 'user', content: 'What is owed?' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'bm90IG91cnM=' },
      { type: 'function_call', call_id: 'call_x', name: 'look_up', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_x', output: RESULT },
    ];

    const { output, imprimatur } = await service.responses(TASK_OF.deepseek, { ...withFlatTool, input });

    expect(output.at(-1).content[0].text).toBe('Done.');
    expect(imprimatur.warnings.join(' ')).toContain('encrypted_content');
  });

  test('an id that comes again gets the newest reasoning, at its last call', async () => {
    service.replies.set('deepseek', (asked) => deepseek(asked, 'call_0'));
    await calledInChat(TASK_OF.deepseek);
    const call = await calledInChat(TASK_OF.deepseek);
    const turn = withResult(call).messages.slice(1);

    await service.chat(TASK_OF.deepseek, { tools: [TOOL], messages: [QUESTION, ...turn, QUESTION, ...turn] });

    const said = service
      .asked('deepseek')
      .at(-1)!
      .body.messages.filter(({ role }: Json) => role === 'assistant')
      .map((one: Json) => one.reasoning_content ?? '');
    expect(said).toEqual(['', THOUGHT]);
  });

  test('personal data in it is redacted again', async () => {
    service.replies.set('deepseek', ({ body }) =>
      body.messages.at(-1).role === 'tool'
        ? answering('deepseek', { body, path: '' } as Asked, undefined, 'Done.')
        : wholeChat(
            {
              content: '',
              reasoning_content: `I write to ${/\[EMAIL_\d\]/.exec(JSON.stringify(body.messages))}.`,
              tool_calls: [{ id: 'call_mail', type: 'function', function: { name: 'look_up', arguments: '{}' } }],
            },
            'tool_calls',
          ),
    );
    const { data: newest } = await service.api.graphql(
      '{ catalogueVersions(first: 1) { nodes { number document } } }',
      { as: 'operator' },
    );
    const [{ number, document }] = newest.catalogueVersions.nodes;
    const tasks = document.tasks.map((task: Json) =>
      task.name === TASK_OF.deepseek ? { ...task, redaction: 'BEFORE_HOSTED' } : task,
    );
    const { data } = await service.api.graphql(
      'mutation ($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename ... on Problem { message } } }',
      {
        as: 'operator',
        variables: { input: { document: { ...document, tasks }, reason: 'for a test', ifVersion: number } },
      },
    );
    expect(data.publishCatalogue.__typename).toBe('PublishedCatalogue');
    const question = { role: 'user', content: 'Write to maria.silva@example.org.' };
    const first = await service.chat(TASK_OF.deepseek, { ...withTool, messages: [question] });
    const [call] = first.choice.message.tool_calls;

    await service.chat(TASK_OF.deepseek, {
      ...withResult(call),
      messages: [question, ...withResult(call).messages.slice(1)],
    });

    expect(first.choice.message.reasoning_content).toContain('maria.silva@example.org');
    const sent = service.asked('deepseek').at(-1)!.body;
    expect(assistantOf(sent).reasoning_content).toBe('I write to [EMAIL_1].');
    expect(JSON.stringify(sent)).not.toContain('maria.silva');
  });
});

describe('it is kept for a day and no longer', () => {
  beforeEach(() => service.replies.set('deepseek', (asked) => deepseek(asked)));

  test('upkeep deletes it, and an expired row counts as gone before', async () => {
    const call = await calledInChat(TASK_OF.deepseek);
    expect(await kept(call.id)).toBe(1);
    const [row] = await service.api.database.query<{ hours: number }>(
      'select extract(epoch from max(expires_at) - now())::float8 / 3600 as hours from kept_reasoning',
    );
    expect(row!.hours).toBeGreaterThan(23.9);
    expect(row!.hours).toBeLessThanOrEqual(24);
    await service.api.database.query(`update kept_reasoning set expires_at = now() - interval '1 second'`);

    await service.chat(TASK_OF.deepseek, withResult(call));
    expect(assistantOf(service.asked('deepseek').at(-1)!.body).reasoning_content ?? '').toBe('');

    const ctx = contextOn(service.api.services.platform.database);
    expect(await deleteOldReasoning(ctx)).toBeGreaterThan(0);
    expect(await kept()).toBe(0);
  });

  test('it is erased with its run', async () => {
    const call = await calledInChat(TASK_OF.deepseek);
    const { id } = await service.newestRun('id');

    const { data } = await service.api.graphql(
      'mutation ($input: EraseRunsInput!) { eraseRuns(input: $input) { ... on ErasedRuns { count } ... on Problem { message } } }',
      { as: 'operator', variables: { input: { runIds: [id], reason: 'On demand.' } } },
    );

    expect(data.eraseRuns).toEqual({ count: 1 });
    expect(await kept(call.id)).toBe(0);
  });

  test('answers without tool calls, and of other providers, keep nothing', async () => {
    const before = await kept();
    service.replies.set('deepseek', () => wholeChat({ content: 'Done.', reasoning_content: THOUGHT }));

    await service.chat(TASK_OF.deepseek, { messages: [QUESTION] });

    expect(await kept()).toBe(before);
  });
});

import { expect, test } from 'vitest';
import type { RunTaskInput } from '../../../src/gateway/runs/task.inputs.ts';
import { taskRequest } from '../../../src/gateway/runs/task-prompt.ts';
import { Refusal } from '../../../src/platform/errors/errors.ts';

const USER = { role: 'USER', content: 'Hi' } as const;
const input = (more: Partial<RunTaskInput> = {}): RunTaskInput => ({
  task: 'fast-execution/field-extraction',
  messages: [USER],
  seal: false,
  isOneToolAtATime: false,
  ...more,
});

function issuesOf(more: Partial<RunTaskInput>) {
  try {
    taskRequest(input(more), false);
  } catch (error) {
    if (error instanceof Refusal) return error.issues;
    throw error;
  }
  return [];
}

const called = (id: string, argumentsText = '{}') => ({
  role: 'ASSISTANT' as const,
  content: '',
  toolCalls: [{ id, name: 'f', argumentsText }],
});
const result = (toolCallId: string) => ({ role: 'TOOL' as const, content: 'x', toolCallId });

test('a request has what its caller wants of the model, and nothing more', () => {
  const schema = { type: 'object' };
  const wanted = taskRequest(
    input({
      reasoningEffort: 'XHIGH',
      verbosity: 'LOW',
      frequencyPenalty: 0.5,
      presencePenalty: 0,
      cacheKey: 'lease-3',
      outputSchema: schema,
      isOutputSchemaStrict: true,
      tools: [{ name: 'f', parameters: schema, isStrict: true }],
    }),
    false,
  );
  const { json, tools, ...plain } = taskRequest(
    input({ reasoningEffort: null, outputSchema: schema, tools: [{ name: 'f', parameters: schema }] }),
    false,
  );

  expect(wanted).toMatchObject({
    reasoningEffort: 'xhigh',
    verbosity: 'low',
    frequencyPenalty: 0.5,
    presencePenalty: 0,
    cacheKey: 'lease-3',
    json: { schema, isStrict: true },
    tools: [{ name: 'f', strict: true }],
  });
  expect(json).toEqual({ schema, name: null });
  expect(tools).toEqual([{ type: 'function', name: 'f', inputSchema: schema }]);
  expect(plain).toMatchObject({ reasoningEffort: undefined, verbosity: undefined, cacheKey: undefined });
});

test.each<[string, Partial<RunTaskInput>]>([
  ['/frequencyPenalty', { frequencyPenalty: 3 }],
  ['/presencePenalty', { presencePenalty: -2.1 }],
  ['/presencePenalty', { presencePenalty: Number.NaN }],
  ['/cacheKey', { cacheKey: 'x'.repeat(513) }],
  ['/messages/1', { messages: [called('a'), USER] }],
  ['/messages', { messages: [USER, called('a')] }],
  ['/messages', { messages: [{ ...USER, content: '' }] }],
  ['/messages/2/toolCallId', { messages: [called('a'), result('a'), result('a')] }],
  ['/messages/0/toolCallId', { messages: [result('a')] }],
  ['/messages/0/toolCalls/0/argumentsText', { messages: [called('a', '{'), USER] }],
  ['/messages/0/toolCalls/0/argumentsText', { messages: [called('a', '['.repeat(100) + ']'.repeat(100)), USER] }],
])('%s is refused: %j', (pointer, more) => {
  expect(issuesOf(more).map((issue) => issue.pointer)).toEqual([pointer]);
});

test('an id may come again once the call before has its result', () => {
  const { prompt } = taskRequest(
    input({ messages: [USER, called('call_0'), result('call_0'), called('call_0', ' '), result('call_0')] }),
    false,
  );

  expect(prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
  expect(prompt[3]).toMatchObject({ content: [{ toolCallId: 'call_0', input: {} }] });
});

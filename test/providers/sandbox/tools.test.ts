import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { sandboxModel } from '../../../src/providers/sandbox/index.ts';
import { DEPLOYMENT, saying, streamedParts } from './support.ts';

const TASK = 'deep-reasoning/evidence-chain';
const model = sandboxModel(TASK, DEPLOYMENT);

const tools: LanguageModelV4CallOptions['tools'] = [
  {
    type: 'function',
    name: 'find_case',
    inputSchema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
  },
  {
    type: 'function',
    name: 'getWeather',
    inputSchema: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
  },
];

const called = async (options: LanguageModelV4CallOptions) => {
  const { content, finishReason } = await model.doGenerate({ tools, ...options });
  const call = content.find((part) => part.type === 'tool-call');
  return { call: call && { name: call.toolName, input: JSON.parse(call.input) }, reason: finishReason.unified };
};

test('calls a tool that the message names, with arguments that fit', async () => {
  expect(await called(saying('Please get weather in Paris.'))).toEqual({
    call: { name: 'getWeather', input: { city: 'Paris' } },
    reason: 'tool-calls',
  });
  expect(await called(saying('Use find_case for id 42.'))).toEqual({
    call: { name: 'find_case', input: { id: 42 } },
    reason: 'tool-calls',
  });
});

test('calls what the caller requires, and nothing where nobody asks or it is forbidden', async () => {
  expect(await called({ ...saying('hello'), toolChoice: { type: 'required' } })).toMatchObject({
    call: { name: 'find_case' },
  });
  expect(await called({ ...saying('hello'), toolChoice: { type: 'tool', toolName: 'getWeather' } })).toMatchObject({
    call: { name: 'getWeather' },
  });
  expect(await called(saying('hello'))).toEqual({ call: undefined, reason: 'stop' });
  expect(await called({ ...saying('find_case'), toolChoice: { type: 'none' } })).toEqual({
    call: undefined,
    reason: 'stop',
  });
});

test('goes from tool to tool and answers with what they gave', async () => {
  const prompt: LanguageModelV4Message[] = [...saying('First find_case for id 7, then getWeather for Oslo.').prompt];
  const names: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const { content } = await model.doGenerate({ tools, prompt });
    const call = content.find((part) => part.type === 'tool-call');
    if (!call) {
      expect(content).toContainEqual({
        type: 'text',
        text: expect.stringContaining('- getWeather: {"result":"of getWeather"}'),
      });
      break;
    }
    const { toolCallId, toolName, input } = call;
    names.push(toolName);
    prompt.push(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: JSON.parse(input) }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: { result: `of ${toolName}` } } },
        ],
      },
    );
  }

  expect(names).toEqual(['find_case', 'getWeather']);
  expect(
    new Set(
      prompt
        .flatMap((message) => (message.role === 'tool' ? message.content : []))
        .map((part) => 'toolCallId' in part && part.toolCallId),
    ).size,
  ).toBe(2);
});

test('streams a call piece by piece and then whole', async () => {
  const parts = await streamedParts(TASK, { ...saying('getWeather in Lima'), tools });

  const deltas = parts.map((part) => (part.type === 'tool-input-delta' ? part.delta : '')).join('');
  expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-call', toolName: 'getWeather', input: deltas }));
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CHAT_BODY } from '../../../src/gateway/v1/chat/chat-shape.ts';
import { InvalidParameter } from '../../../src/gateway/v1/errors.ts';
import { IMAGES_BODY } from '../../../src/gateway/v1/images/images-shape.ts';
import { RESPONSES_BODY } from '../../../src/gateway/v1/responses/responses-shape.ts';
import type { Members } from '../../../src/gateway/v1/values.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const BODIES = { CHAT: CHAT_BODY, RESPONSES: RESPONSES_BODY, IMAGES: IMAGES_BODY };
const USER = { role: 'user', content: 'x' };
const GOOD: Record<keyof typeof BODIES, Members> = {
  CHAT: { model: 'a/b', messages: [USER] },
  RESPONSES: { model: 'a/b', input: 'x' },
  IMAGES: { model: 'media/image', prompt: 'x' },
};

function problemOf(kind: keyof typeof BODIES, body: Members): [string | null, string, string] | null {
  try {
    BODIES[kind].read(body);
    return null;
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    return [error.param, error.wording.code, error.message];
  }
}

const message = (more: object) => ({ messages: [{ role: 'assistant', content: 'x', ...more }] });
const call = (more: object) => message({ tool_calls: [{ id: 'c', function: { name: 'f' }, ...more }] });
const item = (more: object) => ({ input: [more] });
const TAKES = '`auto`, `none`, `required` or a function.';
const METADATA = '`metadata` must be an object of at most 16 strings of up to 512 characters, with names of up to 64.';

describe('the first value that is not taken is named, with its code', () => {
  test.each<[keyof typeof BODIES, Members, string, string, string]>([
    ['CHAT', { messages: undefined }, 'messages', 'missing_required_parameter', '`messages` is missing.'],
    ['CHAT', { messages: 'x' }, 'messages', 'invalid_type', '`messages` must be a list.'],
    ['CHAT', { messages: ['x'] }, 'messages[0]', 'invalid_type', '`messages[0]` must be an object.'],
    [
      'CHAT',
      { messages: [USER, {}] },
      'messages[1].role',
      'invalid_value',
      '`messages[1].role` must be `system`, `developer`, `user`, `assistant` or `tool`.',
    ],
    [
      'CHAT',
      { messages: [{ role: 'user' }] },
      'messages[0].content',
      'invalid_type',
      '`messages[0].content` must be a string or a list of parts.',
    ],
    [
      'CHAT',
      message({ content: ['x'] }),
      'messages[0].content[0]',
      'invalid_type',
      '`messages[0].content[0]` must be an object.',
    ],
    [
      'CHAT',
      message({ content: [{ type: 'x' }] }),
      'messages[0].content[0].type',
      'invalid_value',
      '`messages[0].content[0].type` must be `text` or `refusal`.',
    ],
    [
      'CHAT',
      message({ content: [{ type: 'file' }] }),
      'messages[0].content[0].type',
      'unsupported_value',
      'Parts of the type `file` are not supported. Send text.',
    ],
    [
      'CHAT',
      message({ content: [{ type: 'text' }] }),
      'messages[0].content[0].text',
      'invalid_type',
      '`messages[0].content[0].text` must be a string.',
    ],
    [
      'CHAT',
      message({ content: Array(1_001).fill({ type: 'text', text: 'x' }) }),
      'messages[0].content',
      'array_above_max_length',
      '`messages[0].content` has more than 1000 members.',
    ],
    [
      'CHAT',
      message({ function_call: {} }),
      'messages[0].function_call',
      'unsupported_parameter',
      '`function_call` is not supported. Use `tool_calls`.',
    ],
    [
      'CHAT',
      message({ tool_calls: {} }),
      'messages[0].tool_calls',
      'invalid_type',
      '`messages[0].tool_calls` must be a list.',
    ],
    [
      'CHAT',
      call({ type: 'custom' }),
      'messages[0].tool_calls[0].type',
      'unsupported_value',
      'Only tool calls of the type `function` are supported.',
    ],
    [
      'CHAT',
      call({ id: 'x'.repeat(257) }),
      'messages[0].tool_calls[0].id',
      'string_above_max_length',
      '`messages[0].tool_calls[0].id` has more than 256 characters.',
    ],
    [
      'CHAT',
      call({ function: { name: 'a b' } }),
      'messages[0].tool_calls[0].function.name',
      'invalid_value',
      '`messages[0].tool_calls[0].function.name` must have 1 to 64 letters, digits, `_` or `-`.',
    ],
    ['CHAT', { stop: 5 }, 'stop', 'invalid_type', '`stop` must be a string or a list of strings.'],
    ['CHAT', { stop: ['a', ''] }, 'stop[1]', 'empty_string', '`stop[1]` is empty.'],
    ['CHAT', { stop: Array(5).fill('a') }, 'stop', 'invalid_value', '`stop` takes at most 4 texts.'],
    ['CHAT', { temperature: '1' }, 'temperature', 'invalid_type', '`temperature` must be a number.'],
    [
      'CHAT',
      { temperature: -1 },
      'temperature',
      'integer_below_min_value',
      '`temperature` must be at least 0, and is -1.',
    ],
    [
      'CHAT',
      { temperature: Number.POSITIVE_INFINITY },
      'temperature',
      'invalid_type',
      '`temperature` must be a number.',
    ],
    ['CHAT', { seed: 1.5 }, 'seed', 'invalid_type', '`seed` must be an integer.'],
    ['CHAT', { max_tokens: 0 }, 'max_tokens', 'integer_below_min_value', '`max_tokens` must be at least 1, and is 0.'],
    ['CHAT', { n: 2 }, 'n', 'unsupported_value', '`n` must be 1: a task gives one answer.'],
    ['CHAT', { modalities: ['audio'] }, 'modalities[0]', 'unsupported_value', '`modalities` must be `["text"]`.'],
    ['CHAT', { verbosity: 'x' }, 'verbosity', 'invalid_value', '`verbosity` must be `low`, `medium` or `high`.'],
    [
      'CHAT',
      { logprobs: true },
      'logprobs',
      'unsupported_parameter',
      '`logprobs` is not supported. No task returns them.',
    ],
    ['CHAT', { tools: Array(129).fill(1) }, 'tools', 'array_above_max_length', '`tools` has more than 128 members.'],
    [
      'CHAT',
      { tools: [{ type: 'web_search' }] },
      'tools[0].type',
      'unsupported_value',
      'Only tools of the type `function` are supported.',
    ],
    [
      'CHAT',
      { tools: [{ type: 'function' }] },
      'tools[0].function',
      'invalid_type',
      '`tools[0].function` must be an object.',
    ],
    ['CHAT', { tool_choice: 'any' }, 'tool_choice', 'invalid_value', `\`tool_choice\` must be ${TAKES}`],
    ['CHAT', { tool_choice: 5 }, 'tool_choice', 'invalid_value', `\`tool_choice\` must be ${TAKES}`],
    [
      'CHAT',
      { tool_choice: { type: 'custom' } },
      'tool_choice.type',
      'unsupported_value',
      'Only choices of the type `function` are supported.',
    ],
    [
      'CHAT',
      { tool_choice: { type: 'function' } },
      'tool_choice.function',
      'invalid_type',
      '`tool_choice.function` must be an object.',
    ],
    ['CHAT', { response_format: 'json' }, 'response_format', 'invalid_type', '`response_format` must be an object.'],
    [
      'CHAT',
      { response_format: { type: 'xml' } },
      'response_format.type',
      'invalid_value',
      '`response_format.type` must be `text`, `json_object` or `json_schema`.',
    ],
    ['CHAT', { metadata: 5 }, 'metadata', 'invalid_type', METADATA],
    ['CHAT', { metadata: { a: 5 } }, 'metadata', 'invalid_value', METADATA],
    ['CHAT', { metadata: { ['x'.repeat(65)]: 'a' } }, 'metadata', 'invalid_value', METADATA],
    ['CHAT', { user: 5 }, 'user', 'invalid_type', '`user` must be a string.'],
    ['CHAT', { mesages: [], messages: undefined }, 'mesages', 'unknown_parameter', 'Unknown parameter: `mesages`.'],
    ['CHAT', JSON.parse('{"__proto__":1}'), '__proto__', 'unknown_parameter', 'Unknown parameter: `__proto__`.'],
    [
      'CHAT',
      call({ toString: 1 }),
      'messages[0].tool_calls[0].toString',
      'unknown_parameter',
      'Unknown parameter: `messages[0].tool_calls[0].toString`.',
    ],
    [
      'CHAT',
      message({ sk_abcDEF123456789012345678: 1 }),
      'messages[0].…',
      'unknown_parameter',
      'Unknown parameter: `messages[0].…`.',
    ],
    ['RESPONSES', { input: undefined }, 'input', 'missing_required_parameter', '`input` is missing.'],
    ['RESPONSES', { input: 5 }, 'input', 'invalid_type', '`input` must be a string or a list of items.'],
    ['RESPONSES', { input: [] }, 'input', 'empty_array', '`input` is empty.'],
    [
      'RESPONSES',
      item({ type: 'x' }),
      'input[0].type',
      'unsupported_value',
      '`input[0].type` must be `message`, `function_call`, `function_call_output` or `reasoning`.',
    ],
    [
      'RESPONSES',
      item({ type: 'item_reference', id: 'x' }),
      'input[0].type',
      'unsupported_value',
      'Items are not stored, so they can’t be referenced. Send the items themselves, as clients do with `store: false`.',
    ],
    [
      'RESPONSES',
      item({ role: 'tool', content: 'x' }),
      'input[0].role',
      'invalid_value',
      '`input[0].role` must be `system`, `developer`, `user` or `assistant`.',
    ],
    [
      'RESPONSES',
      item({ role: 'user', content: [{ type: 'input_image' }] }),
      'input[0].content[0].type',
      'unsupported_value',
      'Parts of the type `input_image` are not supported. Send text.',
    ],
    [
      'RESPONSES',
      { tool_choice: { type: 'function' } },
      'tool_choice.name',
      'invalid_type',
      '`tool_choice.name` must be a string.',
    ],
    [
      'RESPONSES',
      { text: { format: { type: 'json_schema', name: 'x' } } },
      'text.format.schema',
      'invalid_type',
      '`text.format.schema` must be an object.',
    ],
    [
      'RESPONSES',
      { store: true },
      'store',
      'unsupported_parameter',
      '`store` is not supported. Responses are not stored: send the whole conversation in `input` each time.',
    ],
    ['IMAGES', { prompt: undefined }, 'prompt', 'missing_required_parameter', '`prompt` is missing.'],
    ['IMAGES', { prompt: '' }, 'prompt', 'empty_string', '`prompt` is empty.'],
    ['IMAGES', { n: 5 }, 'n', 'integer_above_max_value', '`n` must be at most 4, and is 5.'],
    [
      'IMAGES',
      { stream: true },
      'stream',
      'unsupported_parameter',
      '`stream` is not supported. Images are returned when all are finished.',
    ],
  ])('%s %j', (kind, body, ...problem) => {
    expect(problemOf(kind, { ...GOOD[kind], ...body })).toEqual(problem);
  });
});

test.each(Object.entries(BODIES))('%s is compiled, and takes what its shape takes', (kind, { shape }) => {
  // Without it every request would be read by the interpreter.
  expect(() => z.compile(shape, { strict: true })).not.toThrow();

  const names = Object.keys(shape.shape);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 4 }), (name, value) => {
      const body = { ...GOOD[kind as keyof typeof BODIES], [name]: value };
      expect(problemOf(kind as keyof typeof BODIES, body) === null).toBe(shape.safeParse(body).success);
    }),
    propertyRuns(300),
  );
});

test('a body with a hundred thousand wrong values is refused for the first of them', () => {
  const many = 99_999;
  const names = Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, 'x']));

  expect(problemOf('CHAT', { ...GOOD.CHAT, messages: [{ ...USER, content: Array(many).fill({}) }] })).not.toBeNull();
  expect(problemOf('CHAT', { ...GOOD.CHAT, ...message({ tool_calls: Array(many).fill({}) }) })).not.toBeNull();
  expect(problemOf('CHAT', { ...GOOD.CHAT, messages: Array(10_000).fill({ ...USER, x: 1 }) })![0]).toBe(
    'messages[0].x',
  );
  expect(problemOf('CHAT', { ...GOOD.CHAT, ...names })![0]).toBe('k0');
  expect(problemOf('CHAT', { ...GOOD.CHAT, metadata: names })![0]).toBe('metadata');
});

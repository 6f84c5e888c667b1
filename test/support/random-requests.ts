import type { JSONSchema7, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider';
import fc from 'fast-check';
import { measureSchema } from '../../src/platform/json-schema/schema-work.ts';
import type { CacheBreakpoint, JsonFormat, ModelRequest } from '../../src/providers/index.ts';
import { REASONING_EFFORTS, VERBOSITIES, withBreakpoint } from '../../src/providers/index.ts';
import { randomSchemas } from './random-schemas.ts';
import type { AnySchema } from './schemas.ts';

/** Schemas as people and generators of MCP servers write them. */
export const ORDINARY_SCHEMAS: readonly AnySchema[] = [
  { type: 'object' },
  {},
  { type: 'object', properties: {}, additionalProperties: false },
  { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] },
  {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: ['integer', 'null'] } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  { type: 'object', properties: { tags: { type: 'array' } } },
  { properties: { a: { type: 'number' } }, required: ['a', 'c'] },
  {
    anyOf: [
      { type: 'object', properties: { kind: { const: 'a' }, x: { type: 'number' } }, required: ['kind', 'x'] },
      { type: 'object', properties: { kind: { const: 'b' }, y: { type: 'string' } }, required: ['kind'] },
    ],
  },
  {
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
      { type: 'object', properties: { b: { type: 'string' } }, required: ['b'], additionalProperties: false },
    ],
  },
  {
    allOf: [{ $ref: '#/definitions/base' }, { properties: { more: { type: 'boolean' } } }],
    definitions: { base: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
  {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['name', 'children'],
        additionalProperties: false,
      },
    },
  },
  { type: 'object', properties: { next: { $ref: '#' } } },
  { type: 'object', additionalProperties: { type: 'number' } },
  { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
  { type: 'object', properties: { 'a name': { type: 'string' }, '@id': { type: 'string' } }, required: ['@id'] },
  {
    type: 'object',
    properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false } },
  },
  {
    type: 'object',
    properties: { when: { type: 'string', format: 'date-time', minLength: 3, pattern: '^(?=x)' } },
    if: { required: ['when'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { minProperties: 2 },
  },
  { type: 'object', properties: { flag: { enum: [true, null, 'x', 3] } }, not: { required: ['other'] } },
  { type: 'array', items: { type: 'string' } },
  { enum: ['yes', 'no'] },
  { type: ['object', 'null'], properties: { a: { $ref: '#/properties/b' }, b: { type: 'string', description: 'B' } } },
  { type: 'object', properties: { a: { $ref: '#/$defs/d', description: 'beside' } }, $defs: { d: { type: 'object' } } },
];

/** Schemas that aren't refused before a provider is asked. */
export const measuredSchemas: fc.Arbitrary<JSONSchema7> = fc
  .oneof({ weight: 3, arbitrary: fc.constantFrom(...ORDINARY_SCHEMAS) }, { weight: 1, arbitrary: randomSchemas })
  .filter((schema) => !('excess' in measureSchema(schema))) as fc.Arbitrary<JSONSchema7>;

const toolNames = fc.constantFrom('look_up', 'send', '1st-tool', '-x', 'json', 'a'.repeat(64), 'Search_9');
const ids = fc.constantFrom(
  'call_1',
  'call_2',
  'toolu_01A09q90qw90lq917835lq9',
  'abcDEF123',
  'functions.look_up:0',
  'call|with space',
  '0',
  'é',
  'x'.repeat(64),
  `call_${'y'.repeat(200)}`,
);
const blank = fc.constantFrom('', ' ', '\n\t ', '\u00a0');

/** Texts that can be told apart are put in afterwards. */
const spoken = fc.oneof(
  { weight: 8, arbitrary: fc.constant('TEXT') },
  { weight: 2, arbitrary: blank },
  { weight: 1, arbitrary: fc.constant('Reply as JSON. TEXT') },
);

type Turn =
  | { readonly by: 'system' | 'user' | 'assistant'; readonly texts: string[] }
  | {
      readonly by: 'tools';
      readonly text: string;
      readonly calls: { id: string; name: string; input: unknown; result: string }[];
    };

const inputs = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ q: 'ARGUMENT' }) },
  fc.constant({}),
  fc.constantFrom<unknown>([1, 'ARGUMENT'], 'ARGUMENT', 7, null),
);

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ by: fc.constant('system' as const), texts: fc.tuple(spoken) }) },
  {
    weight: 3,
    arbitrary: fc.record({ by: fc.constant('user' as const), texts: fc.array(spoken, { minLength: 1, maxLength: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      by: fc.constant('assistant' as const),
      texts: fc.array(spoken, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      by: fc.constant('tools' as const),
      text: spoken,
      calls: fc.uniqueArray(
        fc.record({ id: ids, name: toolNames, input: inputs, result: fc.oneof(fc.constant('RESULT'), blank) }),
        { minLength: 1, maxLength: 3, selector: ({ id }) => id },
      ),
    }),
  },
);

/** A conversation with marks: every visible text, argument and result has one of its own. */
export interface Conversation {
  readonly prompt: LanguageModelV4Prompt;
  readonly marks: readonly string[];
  /** Marks of calls with those of their results. */
  readonly pairs: readonly (readonly [call: string, result: string])[];
}

const conversations: fc.Arbitrary<Conversation> = fc
  .array(turn, { minLength: 1, maxLength: 9 })
  .filter((turns) => turns.some(({ by }) => by === 'user' || by === 'tools'))
  .map((turns) => {
    const prompt: LanguageModelV4Prompt = [];
    const marks: string[] = [];
    const pairs: [string, string][] = [];
    const marked = (text: string) =>
      text.replace(/TEXT|ARGUMENT|RESULT/, (word) => {
        const mark = `${word.slice(0, 3)}${marks.length}q`;
        marks.push(mark);
        return mark;
      });
    for (const one of turns) {
      if (one.by === 'system') prompt.push({ role: 'system', content: marked(one.texts[0]!) });
      else if (one.by === 'user') {
        prompt.push({ role: 'user', content: one.texts.map((text) => ({ type: 'text', text: marked(text) })) });
      } else {
        const texts = one.by === 'tools' ? [one.text] : one.texts;
        const content = texts
          .filter((text) => text !== '')
          .map((text) => ({ type: 'text' as const, text: marked(text) }));
        if (one.by !== 'tools') {
          if (content.length > 0) prompt.push({ role: 'assistant', content });
          continue;
        }
        const calls = one.calls.map(({ id, name, input, result }) => {
          const call = JSON.parse(marked(JSON.stringify(input))) as unknown;
          const value = marked(result);
          const [mark] = /ARG\d+q/.exec(JSON.stringify(call)) ?? [];
          if (mark && value.startsWith('RES')) pairs.push([mark, value]);
          return { id, name, call, value };
        });
        prompt.push({
          role: 'assistant',
          content: [
            ...content,
            ...calls.map(({ id, name, call }) => ({
              type: 'tool-call' as const,
              toolCallId: id,
              toolName: name,
              input: call,
            })),
          ],
        });
        prompt.push({
          role: 'tool',
          content: calls.map(({ id, name, value }) => ({
            type: 'tool-result',
            toolCallId: id,
            toolName: name,
            output: { type: 'text', value },
          })),
        });
      }
    }
    return { prompt, marks, pairs };
  });

const tools: fc.Arbitrary<LanguageModelV4FunctionTool[]> = fc.uniqueArray(
  fc
    .record({
      name: toolNames,
      schema: measuredSchemas,
      strict: fc.constantFrom(undefined, true, false),
      long: fc.boolean(),
    })
    .map(({ name, schema, strict, long }) => ({
      type: 'function' as const,
      name,
      ...(long && { description: 'Looks something up. '.repeat(100) }),
      inputSchema: schema,
      ...(strict !== undefined && { strict }),
    })),
  { maxLength: 3, selector: ({ name }) => name },
);

const formats: fc.Arbitrary<JsonFormat> = fc.record({
  schema: fc.option(measuredSchemas, { freq: 4 }),
  name: fc.constantFrom('answer', 'a-b_c'),
  description: fc.constantFrom(null, 'What came out.'),
  isStrict: fc.boolean(),
});

const number = (min: number, max: number) =>
  fc.oneof(fc.constantFrom(min, max, 0, 1), fc.double({ min, max, noNaN: true }));

/** Cache breakpoints, one place after the other. Most requests have none. */
const lifetimes: fc.Arbitrary<readonly (CacheBreakpoint | null)[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(null, '5m' as const, '1h' as const), { minLength: 1, maxLength: 9 }),
  },
);

function keptPrompt(prompt: LanguageModelV4Prompt, kept: readonly (CacheBreakpoint | null)[]): LanguageModelV4Prompt {
  let at = 0;
  const next = <Part extends object>(part: Part) => withBreakpoint(part, kept[at++ % (kept.length || 1)] ?? null);
  return prompt.map((message) =>
    message.role === 'system' ? next(message) : { ...message, content: (message.content as object[]).map(next) },
  ) as LanguageModelV4Prompt;
}

/** Requests that OpenAI takes, of any form. */
export const randomRequests: fc.Arbitrary<{ readonly request: ModelRequest; readonly conversation: Conversation }> = fc
  .record({
    conversation: conversations,
    tools: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: tools }),
    choice: fc.constantFrom('auto', 'none', 'required', 'tool', null),
    format: fc.option(formats, { freq: 2 }),
    temperature: fc.option(number(0, 2)),
    topP: fc.option(number(0, 1)),
    frequencyPenalty: fc.option(number(-2, 2)),
    presencePenalty: fc.option(number(-2, 2)),
    seed: fc.option(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, 2 ** 31, -(2 ** 31)))),
    stopSequences: fc.array(fc.constantFrom('', ' ', '\n\n', 'END', '###', 'a', 'b', 'c'), { maxLength: 8 }),
    reasoningEffort: fc.option(fc.constantFrom(...REASONING_EFFORTS)),
    verbosity: fc.option(fc.constantFrom(...VERBOSITIES)),
    isOneToolAtATime: fc.boolean(),
    instructions: fc.boolean(),
    cacheKey: fc.constantFrom(null, 'k'.repeat(43)),
    kept: lifetimes,
  })
  .map(({ conversation, tools: offered, choice, instructions, kept, ...rest }) => ({
    conversation,
    request: {
      ...rest,
      prompt: keptPrompt(
        instructions ? [{ role: 'system', content: 'Be kind.' }, ...conversation.prompt] : conversation.prompt,
        kept,
      ),
      maxOutputTokens: 1_000,
      tools: (offered as LanguageModelV4FunctionTool[]).map((tool, at) => withBreakpoint(tool, kept[at] ?? null)),
      toolChoice:
        choice === null || offered.length === 0
          ? null
          : choice === 'tool'
            ? { type: 'tool', toolName: offered[0]!.name }
            : { type: choice },
    } satisfies ModelRequest,
  }));

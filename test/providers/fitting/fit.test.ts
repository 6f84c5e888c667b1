import type { JSONSchema7, LanguageModelV4Prompt, LanguageModelV4ToolCallPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import type { ProviderName } from '../../../src/models/index.ts';
import { fitted, type ModelRequest } from '../../../src/providers/index.ts';
import { deployment } from '../../support/providers/calling.ts';
import { sentBody } from './sent-body.ts';

type Provider = Exclude<ProviderName, 'embedded'>;

const user = (...texts: string[]): LanguageModelV4Prompt[number] => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
});
const assistant = (text: string): LanguageModelV4Prompt[number] => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
});
const system = (content: string): LanguageModelV4Prompt[number] => ({ role: 'system', content });
const called = (...ids: string[]): LanguageModelV4Prompt[number] => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'look_up', input: {} })),
});
const results = (...values: [id: string, value: string][]): LanguageModelV4Prompt[number] => ({
  role: 'tool',
  content: values.map(([toolCallId, value]) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'look_up',
    output: { type: 'text', value },
  })),
});

const TOOL = { type: 'function', name: 'look_up', inputSchema: { type: 'object' } } as const;
const CLOSED: JSONSchema7 = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};

function asked(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    prompt: [user('Good morning.')],
    maxOutputTokens: 100,
    temperature: null,
    topP: null,
    frequencyPenalty: null,
    presencePenalty: null,
    seed: null,
    stopSequences: [],
    reasoningEffort: null,
    verbosity: null,
    tools: [],
    toolChoice: null,
    isOneToolAtATime: false,
    format: null,
    cacheKey: null,
    ...more,
  };
}

const at = (provider: Provider, model = 'a-model') => deployment(provider, { id: `${provider}/${model}`, model });
const formAt = (provider: Provider, more: Partial<ModelRequest>, model?: string) =>
  fitted(asked(more), at(provider, model));
const bodyOf = async (provider: Provider, more: Partial<ModelRequest>, model?: string) =>
  (await sentBody(formAt(provider, more, model), at(provider, model), false)).body;

const idsIn = (prompt: LanguageModelV4Prompt) =>
  prompt.flatMap(({ role, content }) =>
    role === 'assistant' || role === 'tool'
      ? content.flatMap((part) => ('toolCallId' in part ? [(part as LanguageModelV4ToolCallPart).toolCallId] : []))
      : [],
  );

describe('ids of tool calls', () => {
  const AT_ANTHROPIC = [
    user('Go.'),
    called('toolu_01A09q90qw90lq917835lq9'),
    results(['toolu_01A09q90qw90lq917835lq9', 'A']),
  ];

  test('are nine letters and digits at Mistral, calls and results alike', () => {
    const [call, result] = idsIn(formAt('mistral', { prompt: AT_ANTHROPIC }).options.prompt);

    expect(call).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(result).toBe(call);
  });

  test('stay as they are where the provider takes them', () => {
    const ids = idsIn(formAt('anthropic', { prompt: AT_ANTHROPIC }).options.prompt);

    expect(new Set(ids)).toEqual(new Set(['toolu_01A09q90qw90lq917835lq9']));
  });

  test('stay the same as the conversation goes on', () => {
    const before = idsIn(formAt('mistral', { prompt: AT_ANTHROPIC }).options.prompt);
    const later = [...AT_ANTHROPIC, called('call:2'), results(['call:2', 'B'])];

    expect(idsIn(formAt('mistral', { prompt: later }).options.prompt).slice(0, 2)).toEqual(before);
  });

  test('that come again in a later turn become different, and each result goes with the call before it', () => {
    const prompt = [
      user('Go.'),
      called('call_0'),
      results(['call_0', 'A']),
      called('call_0'),
      results(['call_0', 'B']),
    ];

    const [first, ofFirst, second, ofSecond] = idsIn(formAt('anthropic', { prompt }).options.prompt);

    expect([ofFirst, ofSecond]).toEqual([first, second]);
    expect(first).toBe('call_0');
    expect(second).not.toBe(first);
  });

  test('that two calls of one turn share go with their results in their order', () => {
    const prompt = [user('Go.'), called('x', 'x'), results(['x', 'A'], ['x', 'B'])];

    const [first, second, ofFirst, ofSecond] = idsIn(formAt('openai', { prompt }).options.prompt);

    expect([ofFirst, ofSecond]).toEqual([first, second]);
    expect(second).not.toBe(first);
  });

  test('that look like one that was made here make no two calls one', () => {
    const [made] = idsIn(
      formAt('mistral', { prompt: [user('Go.'), called('call:1'), results(['call:1', 'A'])] }).options.prompt,
    );
    const prompt = [user('Go.'), called('call:1', made!), results(['call:1', 'A'], [made!, 'B'])];

    const ids = idsIn(formAt('mistral', { prompt }).options.prompt);

    expect(new Set(ids).size).toBe(2);
    expect(ids.slice(0, 2)).toEqual(ids.slice(2));
  });
});

describe('roles', () => {
  test('neighbours of one role are one message where roles alternate', async () => {
    const { messages } = await bodyOf('perplexity', { prompt: [system('A'), system('B'), user('C'), user('D')] });

    expect(messages).toEqual([
      { role: 'system', content: 'A\n\nB' },
      { role: 'user', content: 'C\n\nD' },
    ]);
  });

  test('a late system message goes with the user where none is taken, and a warning says so', async () => {
    const prompt = [user('A'), assistant('B'), system('Be brief.'), user('C')];
    const { contents } = await bodyOf('google', { prompt });

    expect(contents.at(-1)).toEqual({
      role: 'user',
      parts: [{ text: '<system>\nBe brief.\n</system>\n\nC' }],
    });
    expect(formAt('google', { prompt }).warnings).toEqual([
      'A system message after the first turn was sent within a user message: google/a-model does not accept it there.',
    ]);
    expect(formAt('openai', { prompt }).options.prompt).toEqual(prompt);
  });

  test.each(['anthropic', 'google', 'mistral', 'deepseek', 'perplexity', 'own'] as const)(
    'a conversation that ends with the assistant is answered at %s',
    (provider) => {
      const { options, warnings } = formAt(provider, { prompt: [user('A'), assistant('B')] });

      expect(options.prompt.at(-1)).toEqual(user('Continue.'));
      expect(warnings.join()).toContain('End the conversation with a user message.');
    },
  );

  test('a conversation that the assistant begins has a user before it', () => {
    const { options } = formAt('anthropic', { prompt: [system('S'), assistant('A'), user('B')] });

    expect(options.prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  test('the assistant speaks between tools and the user at Mistral', () => {
    const prompt = [user('A'), called('x'), results(['x', 'R']), user('B')];

    expect(formAt('mistral', { prompt }).options.prompt.map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant', 'user'],
    ]);
  });

  test('calls in a conversation without tools are text at Perplexity, and their tools are declared at Anthropic', async () => {
    const prompt = [user('A'), called('x'), results(['x', 'R']), user('B')];

    const { messages } = await bodyOf('perplexity', { prompt });
    const { tools, tool_choice: choice } = await bodyOf('anthropic', { prompt });

    expect(JSON.stringify(messages)).toContain('[Result of the tool look_up (x)]');
    expect(tools).toMatchObject([{ name: 'look_up', input_schema: { type: 'object' } }]);
    expect(choice).toEqual({ type: 'none' });
  });
});

describe('texts and stop sequences', () => {
  test('blank texts are left out with a warning, and the rest stays', () => {
    const { options, warnings } = formAt('anthropic', {
      prompt: [system(' '), user('A', '\n'), assistant('B'), user('C')],
    });

    expect(options.prompt).toEqual([user('A'), assistant('B'), user('C')]);
    expect(warnings).toEqual([
      'Texts without a visible character were left out: anthropic/a-model does not accept them.',
    ]);
  });

  test('a conversation of blank texts alone is answered', () => {
    expect(formAt('xai', { prompt: [user(' ')] }).options.prompt).toEqual([user('Continue.')]);
  });

  test.each([
    ['anthropic', ['\n', 'END'], ['END'], ['\n']],
    ['xai', ['END'], undefined, ['END']],
    ['perplexity', ['END'], undefined, ['END']],
    ['openai', ['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c', 'd'], ['e']],
    ['mistral', ['END'], ['END'], []],
  ] as const)(
    '%s is sent the stop sequences that it takes, and the rest are applied afterwards',
    (provider, stopSequences, sent, after) => {
      const { edits, options, warnings } = formAt(provider, { stopSequences });

      expect(options.stopSequences).toEqual(sent);
      expect(edits.stopAt).toEqual(after);
      expect(warnings).toHaveLength(after.length > 0 ? 1 : 0);
    },
  );

  test('an empty stop sequence is left out with a warning', () => {
    const { options, warnings } = formAt('openai', { stopSequences: ['', 'END'] });

    expect(options.stopSequences).toEqual(['END']);
    expect(warnings).toEqual(['An empty stop sequence was left out: it never ends a text.']);
  });
});

describe('strict', () => {
  const OPEN: JSONSchema7 = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    required: ['a'],
  };
  const format = (schema: JSONSchema7, isStrict: boolean) => ({
    schema,
    name: 'answer',
    description: 'What came out.',
    isStrict,
  });

  test('reaches OpenAI as the caller gave it, with the description', async () => {
    const strict = await bodyOf('openai', {
      format: format(CLOSED, true),
      tools: [{ ...TOOL, inputSchema: CLOSED, strict: true }],
    });
    const loose = await bodyOf('openai', { format: format(OPEN, false), tools: [{ ...TOOL, inputSchema: OPEN }] });

    expect(strict.response_format.json_schema).toMatchObject({
      strict: true,
      schema: CLOSED,
      description: 'What came out.',
    });
    expect(strict.tools[0].function.strict).toBe(true);
    expect(loose.response_format.json_schema.strict).toBe(false);
    expect(loose.tools[0].function).not.toHaveProperty('strict');
  });

  test('is left out with the place of what can’t be guaranteed', async () => {
    const more = { format: format(OPEN, true), tools: [{ ...TOOL, inputSchema: OPEN, strict: true }] };

    const body = await bodyOf('openai', more);

    expect(body.response_format.json_schema.strict).toBe(false);
    expect(body.tools[0].function).not.toHaveProperty('strict');
    expect(formAt('openai', more).warnings).toEqual([
      'The schema of the answer was sent without `strict`: `"additionalProperties": false` is missing at the root.',
      'The tool look_up was sent without `strict`: `"additionalProperties": false` is missing at the root.',
    ]);
  });

  test('is left out at DeepSeek, which takes none', async () => {
    const tools = [{ ...TOOL, inputSchema: CLOSED, strict: true }];

    expect((await bodyOf('deepseek', { tools })).tools[0].function).not.toHaveProperty('strict');
    expect(formAt('deepseek', { tools }).warnings).toEqual([
      'The tool look_up was sent without `strict`: deepseek/a-model does not support strict schemas.',
    ]);
  });
});

describe('schemas', () => {
  test('a tool without properties has an empty list of them', async () => {
    const { tools } = await bodyOf('openai', { tools: [TOOL] });

    expect(tools[0].function.parameters).toEqual({ type: 'object', properties: {} });
  });

  test('alternatives at the root become one object that has them all', async () => {
    const inputSchema: JSONSchema7 = {
      anyOf: [
        {
          type: 'object',
          properties: { by: { const: 'name' }, name: { type: 'string' } },
          required: ['by', 'name'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { by: { const: 'id' }, id: { type: 'integer' } },
          required: ['by'],
          additionalProperties: false,
        },
      ],
    };

    const { tools } = await bodyOf('anthropic', { tools: [{ ...TOOL, inputSchema }] });

    expect(tools[0].input_schema).toEqual({
      type: 'object',
      properties: {
        by: { anyOf: [{ const: 'name' }, { const: 'id' }] },
        name: { type: 'string' },
        id: { type: 'integer' },
      },
      required: ['by'],
      additionalProperties: false,
      description: `Must also fit: ${JSON.stringify(inputSchema)}`,
    });
  });

  test('what Google doesn’t take is said in the description', async () => {
    const inputSchema: JSONSchema7 = {
      type: 'object',
      properties: { n: { type: 'integer', description: 'How many.', multipleOf: 5 } },
    };

    const { tools } = await bodyOf('google', { tools: [{ ...TOOL, inputSchema }] });

    expect(tools[0].functionDeclarations[0].parametersJsonSchema.properties.n).toEqual({
      type: 'integer',
      description: 'How many.\nMust also fit: {"multipleOf":5}',
    });
  });

  test('a tool whose name begins with a digit has another one at Google, and its own in the answer', async () => {
    const { edits } = formAt('google', { tools: [{ ...TOOL, name: '3d_view' }] });
    const { tools } = await bodyOf('google', { tools: [{ ...TOOL, name: '3d_view' }] });

    expect(tools[0].functionDeclarations[0].name).toBe('_3d_view');
    expect(edits.toolNames).toEqual({ _3d_view: '3d_view' });
  });
});

describe('formats', () => {
  const ANY = { schema: null, name: null };

  test('JSON without a schema is asked for in the prompt of Claude', async () => {
    const { system: said, output_config: output } = await bodyOf('anthropic', { format: ANY });

    expect(JSON.stringify(said)).toContain('Answer with one JSON object alone');
    expect(output).toBeUndefined();
  });

  test('a schema that can’t be closed is asked for in the prompt, with its text', async () => {
    const schema: JSONSchema7 = { type: 'object', additionalProperties: { type: 'number' } };
    const format = { schema, name: 'answer' };

    const claude = await bodyOf('anthropic', { format }, 'claude-opus-5-5');
    const sonar = await bodyOf('perplexity', { format });

    expect(JSON.stringify(claude.system)).toContain('additionalProperties');
    expect(claude.tools).toBeUndefined();
    expect(sonar.response_format).toBeUndefined();
    expect(sonar.messages[0].content).toContain(JSON.stringify(schema));
  });

  test('a schema that Claude can guarantee is its format', async () => {
    const { output_config: output } = await bodyOf(
      'anthropic',
      { format: { schema: CLOSED, name: 'answer' } },
      'claude-opus-5-5',
    );

    expect(output.format).toMatchObject({ type: 'json_schema', schema: CLOSED });
  });

  test('a list is no format of OpenAI’s, and is asked for in the prompt', async () => {
    const { messages, response_format: format } = await bodyOf('openai', {
      format: { schema: { type: 'array', items: { type: 'string' } }, name: 'answer' },
    });

    expect(format).toBeUndefined();
    expect(messages[0].content).toContain('{"type":"array","items":{"type":"string"}}');
  });

  test('JSON mode at OpenAI says JSON where the caller didn’t', async () => {
    const silent = await bodyOf('openai', { format: ANY });
    const said = await bodyOf('openai', { format: ANY, prompt: [user('Reply in json.')] });

    expect(silent.messages).toEqual([
      { role: 'system', content: 'Answer with one JSON object.' },
      { role: 'user', content: 'Good morning.' },
    ]);
    expect(said.messages).toHaveLength(1);
  });
});

describe('parameters', () => {
  test('those that a model can’t take are left out with a warning each', () => {
    const { options, warnings } = formAt('anthropic', {
      frequencyPenalty: 1,
      presencePenalty: 0,
      seed: 1,
      verbosity: 'low',
    });

    expect(options).not.toHaveProperty('frequencyPenalty');
    expect(warnings).toEqual([
      'verbosity was left out: anthropic/a-model does not support it.',
      'frequency_penalty was left out: anthropic/a-model does not support it.',
      'seed was left out: anthropic/a-model does not support it.',
    ]);
  });

  test('penalties reach the providers that take them', async () => {
    const body = await bodyOf('mistral', { frequencyPenalty: 1, presencePenalty: -1 });

    expect(body).toMatchObject({ frequency_penalty: 1, presence_penalty: -1 });
  });

  test('a value out of range is the nearest, with a warning', () => {
    const { options, warnings } = formAt('mistral', { temperature: 1.9 });

    expect(options.temperature).toBe(1.5);
    expect(warnings).toEqual(['temperature was set to 1.5: mistral/a-model supports 0 to 1.5.']);
  });

  test('a seed is folded into the range, the same each time', () => {
    const seeds = [
      formAt('google', { seed: 2 ** 40 + 3 }),
      formAt('google', { seed: 2 ** 40 + 3 }),
      formAt('google', { seed: 7 }),
    ];

    expect(seeds[0]!.options.seed).toBe(seeds[1]!.options.seed);
    expect(Math.abs(seeds[0]!.options.seed!)).toBeLessThan(2 ** 31);
    expect(seeds[2]!.options.seed).toBe(7);
    expect(seeds[0]!.warnings).toEqual([]);
  });

  test.each([
    ['openai', 'gpt-6-luna', 'none', { reasoning_effort: 'none' }, 0],
    ['openai', 'gpt-6.1-sol', 'none', { reasoning_effort: 'low' }, 1],
    ['openai', 'gpt-6.1-sol', 'max', { reasoning_effort: 'xhigh' }, 1],
    ['anthropic', 'claude-opus-5-5', 'max', { output_config: { effort: 'max' } }, 0],
    ['anthropic', 'claude-opus-5-5', 'minimal', { output_config: { effort: 'low' } }, 1],
    ['deepseek', 'deepseek-v4-pro', 'medium', { reasoning_effort: 'low' }, 1],
    ['deepseek', 'deepseek-v4-pro', 'none', { thinking: { type: 'disabled' } }, 0],
    ['google', 'gemini-3.8-flash', 'high', { generationConfig: { thinkingConfig: { thinkingLevel: 'high' } } }, 0],
    ['perplexity', 'sonar-deep-research', 'high', { reasoning_effort: 'high' }, 0],
    ['own', 'gpt-oss', 'minimal', { reasoning_effort: 'minimal' }, 0],
  ] as const)('the effort at %s/%s: %s', async (provider, model, reasoningEffort, expected, warned) => {
    expect(await bodyOf(provider, { reasoningEffort }, model)).toMatchObject(expected);
    expect(formAt(provider, { reasoningEffort }, model).warnings).toHaveLength(warned);
  });

  test('an effort that a model has none of is left out', async () => {
    expect(await bodyOf('mistral', { reasoningEffort: 'high' }, 'mistral-large-2512')).not.toHaveProperty(
      'reasoning_effort',
    );
    expect(formAt('xai', { reasoningEffort: 'high' }, 'grok-4.20-reasoning').warnings).toEqual([
      'reasoning_effort was left out: xai/grok-4.20-reasoning does not support it.',
    ]);
  });

  test('the verbosity reaches OpenAI', async () => {
    expect(await bodyOf('openai', { verbosity: 'low' }, 'gpt-6.1-sol')).toMatchObject({ verbosity: 'low' });
  });

  test('a temperature is sent to a model that takes one only without reasoning', async () => {
    const luna = deployment('openai', { id: 'openai/gpt-6-luna', model: 'gpt-6-luna', takesTemperature: false });
    const without = fitted(asked({ temperature: 0.5, reasoningEffort: 'none' }), luna);

    expect((await sentBody(without, luna, false)).body).toMatchObject({ temperature: 0.5, reasoning_effort: 'none' });
    expect(fitted(asked({ temperature: 0.5 }), luna).warnings).toEqual([
      'temperature was left out: openai/gpt-6-luna does not support it.',
    ]);
  });
});

describe('forced tool calls', () => {
  const OTHER = { ...TOOL, name: 'other' };
  const forced = { tools: [TOOL, OTHER], toolChoice: { type: 'tool', toolName: 'look_up' } } as const;

  test('Opus and Sonnet 5.5 are asked in the prompt, for the one tool', async () => {
    const body = await bodyOf('anthropic', forced, 'claude-sonnet-5-5');

    expect(body.tool_choice).toEqual({ type: 'auto' });
    expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(['look_up']);
    expect(JSON.stringify(body.system)).toContain('Call the tool `look_up`');
    expect(formAt('anthropic', forced, 'claude-sonnet-5-5').warnings).toHaveLength(1);
    expect((await bodyOf('anthropic', forced, 'claude-haiku-5-5')).tool_choice).toMatchObject({ type: 'tool' });
  });

  test('DeepSeek doesn’t think while it is forced', async () => {
    const body = await bodyOf('deepseek', forced, 'deepseek-v4-pro');

    expect(body).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: { type: 'function' } });
    expect(formAt('deepseek', forced, 'deepseek-v4-pro').warnings).toEqual([
      'deepseek/deepseek-v4-pro was asked to answer without thinking: a tool call can only be forced without it.',
    ]);
  });

  test('DeepSeek doesn’t think if it lacks the reasoning of earlier calls, and does if it is there', async () => {
    const without = [user('Go.'), called('x'), results(['x', 'R'])];
    const withReasoning: LanguageModelV4Prompt = [
      user('Go.'),
      {
        role: 'assistant',
        content: [{ type: 'reasoning', text: 'Why.' }, ...(called('x').content as LanguageModelV4ToolCallPart[])],
      },
      results(['x', 'R']),
    ];

    expect((await bodyOf('deepseek', { prompt: without }, 'deepseek-v4-pro')).thinking).toEqual({ type: 'disabled' });
    expect((await bodyOf('deepseek', { prompt: withReasoning }, 'deepseek-v4-pro')).thinking).toBeUndefined();
  });

  test('no tools are sent to DeepSeek if none may be called', async () => {
    const body = await bodyOf('deepseek', { tools: [TOOL], toolChoice: { type: 'none' } });

    expect(body).not.toHaveProperty('tools');
  });
});

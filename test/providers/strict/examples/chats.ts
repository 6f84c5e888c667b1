import { CLOSED, closed, type Examples, OBJECT, RECURSIVE, times } from './example.ts';
import { PAIRING } from './openai.ts';

const headers = { authorization: 'Bearer sk-1' };
const system = { role: 'system', content: 'Be kind.' };
const user = { role: 'user', content: 'Say hello.' };
const assistant = { role: 'assistant', content: 'Hello.' };
const call = (id: string, name = 'look_up', args: unknown = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const calls = (...ids: string[]) => ({ role: 'assistant', content: '', tool_calls: ids.map((id) => call(id)) });
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'Found.' });
const tool = (more: object = {}) => ({
  type: 'function',
  function: { name: 'look_up', description: 'Looks it up.', parameters: OBJECT, ...more },
});
const tools = (parameters: object, more: object = {}) => ({ tools: [tool({ parameters, ...more })] });
const schema = (given: object, more: object = {}) => ({
  response_format: { type: 'json_schema', json_schema: { schema: given, ...more } },
});
const A = 'aaaaaaaa1';
const B = 'bbbbbbbb2';

export const MISTRAL: Examples = {
  plain: { path: '/v1/chat/completions', headers, body: { model: 'mistral-large-2512', messages: [system, user] } },
  of: {
    path: [{ $path: '/v1/completions' }, { $path: '/v1/chat/completions' }],
    key: [{ $headers: {} }, { $headers: headers }],
    'unknown-field': [{ max_completion_tokens: 10 }, { max_tokens: 10 }],
    role: [{ messages: [{ role: 'developer', content: 'a' }, user] }, { messages: [system, user] }],
    'unknown-message-field': [
      { messages: [user, { ...assistant, reasoning_content: 'a' }, user] },
      { messages: [user, assistant, user] },
    ],
    ranges: [{ temperature: 1.6 }, { temperature: 1.5 }],
    format: [schema(OBJECT), schema(OBJECT, { name: 'answer' })],
    'tool-choice': [
      { tool_choice: 'force', tools: [tool()] },
      { tool_choice: 'any', tools: [tool()] },
    ],
    model: [{ $server: { models: [] } }, { $server: { models: ['mistral-large-2512'] } }],
    effort: [{ reasoning_effort: 'high' }, { reasoning_effort: 'high', model: 'magistral-medium-2509' }],
    'no-messages': [{ messages: [] }, { messages: [user] }],
    'first-role': [{ messages: [{ role: 'assistant', content: 'a', prefix: true }] }, { messages: [system] }],
    'last-role': [{ messages: [user, assistant] }, { messages: [user, { ...assistant, prefix: true }] }],
    'prefix-last': [
      { messages: [user, { ...assistant, prefix: true }, user] },
      { messages: [user, { ...assistant, prefix: false }, user] },
    ],
    'role-order': [
      { messages: [user, calls(A), result(A), user] },
      { messages: [user, calls(A), result(A), assistant, user] },
    ],
    'call-id': [{ messages: [user, calls('call_1'), result('call_1')] }, { messages: [user, calls(A), result(A)] }],
    'call-id-twice': [
      { messages: [user, calls(A, A), result(A)] },
      { messages: [user, calls(A), result(A), calls(A), result(A)] },
    ],
    'call-answered-twice': [
      { messages: [user, calls(A, B), result(A), result(A)] },
      { messages: [user, calls(A, B), result(B), result(A)] },
    ],
    'answer-without-call': [
      { messages: [user, calls(A), result(B)] },
      { messages: [user, calls(A, B), result(B), result(A)] },
    ],
    'call-unanswered': [
      { messages: [user, calls(A, B), result(A)] },
      { messages: [user, calls(A, B), result(A), result(B)] },
    ],
    'assistant-empty': [
      { messages: [user, { role: 'assistant', content: '' }, user] },
      { messages: [user, { role: 'assistant', content: ' ' }, user] },
    ],
    'call-name': [
      { messages: [user, { role: 'assistant', tool_calls: [call(A, 'look.up')] }, result(A)] },
      { messages: [user, { role: 'assistant', tool_calls: [call(A, 'look-up')] }, result(A)] },
    ],
    'tool-name': [{ tools: [tool({ name: 'a b' })] }, { tools: [tool({ name: 'a-b' })] }],
    'tool-schema': [tools({ type: 'any' }), tools({ type: 'object' })],
  },
};

const thought = (...ids: string[]) => ({ ...calls(...ids), reasoning_content: 'I have to look it up.' });

export const DEEPSEEK: Examples = {
  plain: { path: '/chat/completions', headers, body: { model: 'deepseek-v4-pro', messages: [system, user] } },
  of: {
    path: [{ $path: '/v1/responses' }, { $path: '/v1/chat/completions' }],
    key: [{ $headers: {} }, { $headers: headers }],
    model: [{ $server: { models: [] } }, { $server: { models: ['deepseek-v4-pro'] } }],
    'no-messages': [{ messages: [] }, { messages: [user] }],
    role: [{ messages: [{ role: 'developer', content: 'a' }, user] }, { messages: [system, user] }],
    content: [{ messages: [{ role: 'user' }] }, { messages: [{ role: 'user', content: '' }] }],
    'assistant-empty': [
      { messages: [user, { role: 'assistant', content: '' }, user] },
      { messages: [user, assistant, user] },
    ],
    'last-role': [
      { messages: [user, assistant] },
      { messages: [user, { ...assistant, prefix: true }], $path: '/beta/chat/completions' },
    ],
    ...Object.fromEntries(
      Object.entries(PAIRING).map(([name, example]) => [
        name,
        [
          { ...example[0], thinking: { type: 'disabled' } },
          { ...example[1], thinking: { type: 'disabled' } },
        ] as const,
      ]),
    ),
    'reasoning-after-calls': [
      { messages: [user, calls('a'), result('a')] },
      { messages: [user, thought('a'), result('a')] },
    ],
    'many-tools': [
      { tools: times(129, (at) => tool({ name: `t${at}` })) },
      { tools: times(128, (at) => tool({ name: `t${at}` })) },
    ],
    'tool-name': [{ tools: [tool({ name: 'a b' })] }, { tools: [tool({ name: 'a-b' })] }],
    'tool-choice-thinking': [
      { tools: [tool()], tool_choice: 'required' },
      { tools: [tool()], tool_choice: 'required', thinking: { type: 'disabled' } },
    ],
    'strict-beta': [
      tools(CLOSED, { strict: true }),
      { ...tools(CLOSED, { strict: true }), $path: '/beta/chat/completions' },
    ],
    'schema-root-object': [tools({ properties: {} }), tools({ type: 'object', properties: {} })],
    'schema-root-combined': [tools({ ...OBJECT, oneOf: [{}] }), tools(OBJECT)],
    'schema-root-properties': [tools({ type: 'object' }), tools({ type: 'object', properties: {} })],
    'schema-array-items': [
      tools({ type: 'object', properties: { a: { type: 'array' } } }),
      tools({ type: 'object', properties: { a: { type: 'array', items: {} } } }),
    ],
    ...Object.fromEntries(
      Object.entries({
        'strict-keywords': [closed({ not: {} }), CLOSED],
        'strict-additional-properties': [OBJECT, CLOSED],
        'strict-required': [{ ...CLOSED, required: [] }, CLOSED],
        'strict-types': [closed({}), CLOSED],
        'strict-arrays': [closed({ type: 'array', items: true }), CLOSED],
        'strict-reference': [closed({ $ref: '#/$defs/none' }), closed({ $ref: '#' })],
        'strict-format': [closed({ type: 'string', format: 'uri' }), CLOSED],
        'strict-pattern': [closed({ type: 'string', pattern: '(?=a)' }), CLOSED],
        'strict-nesting': [times(11, (at) => at).reduce((inner: object) => closed(inner), { type: 'string' }), CLOSED],
        'strict-sizes': [closed({ type: 'string', enum: times(1_001, (at) => `${at}`) }), CLOSED],
      } as Record<string, [object, object]>).map(([name, [refused, taken]]) => [
        name,
        [refused, taken].map((given) => ({
          ...tools(given, { strict: true }),
          $path: '/beta/chat/completions',
        })) as unknown as readonly [object, object],
      ]),
    ),
    format: [schema(OBJECT), { response_format: { type: 'text' } }],
    'json-word': [
      { response_format: { type: 'json_object' } },
      { response_format: { type: 'json_object' }, messages: [{ role: 'user', content: 'Say it in JSON.' }] },
    ],
    'stop-count': [{ stop: times(17, (at) => `${at}`) }, { stop: times(16, (at) => `${at}`) }],
    'logprobs-thinking': [{ logprobs: true }, { logprobs: true, thinking: { type: 'disabled' } }],
    effort: [{ reasoning_effort: 'none' }, { reasoning_effort: 'max' }],
    ranges: [{ max_tokens: 0 }, { max_tokens: 1 }],
    'user-id': [{ user_id: 'a b' }, { user_id: 'a-b' }],
  },
};

export const PERPLEXITY: Examples = {
  plain: { path: '/chat/completions', headers, body: { model: 'sonar-pro', messages: [system, user] } },
  of: {
    path: [{ $path: '/v1/responses' }, { $path: '/chat/completions' }],
    key: [{ $headers: {} }, { $headers: headers }],
    model: [{ $server: { models: [] } }, { $server: { models: ['sonar-pro'] } }],
    'no-messages': [{ messages: [] }, { messages: [user] }],
    role: [{ messages: [user, { role: 'tool', content: 'a' }] }, { messages: [system, user] }],
    content: [{ messages: [{ role: 'user' }] }, { messages: [{ role: 'user', content: '' }] }],
    tools: [{ tools: [tool()] }, {}],
    alternation: [{ messages: [user, user] }, { messages: [system, system, user, assistant, user] }],
    'last-role': [{ messages: [user, assistant] }, { messages: [user, assistant, user] }],
    'unsupported-field': [{ stop: ['a'] }, { top_k: 4 }],
    penalties: [{ presence_penalty: 1, frequency_penalty: 1 }, { presence_penalty: 1 }],
    ranges: [{ temperature: 2 }, { temperature: 1.9 }],
    effort: [{ reasoning_effort: 'low' }, { reasoning_effort: 'low', model: 'sonar-deep-research' }],
    'format-type': [{ response_format: { type: 'json_object' } }, { response_format: { type: 'text' } }],
    'format-schema': [{ response_format: { type: 'json_schema', json_schema: {} } }, schema(OBJECT)],
    'format-name': [schema(OBJECT, { name: 'an answer' }), schema(OBJECT, { name: 'an_answer' })],
    'format-recursive': [schema(RECURSIVE), schema(OBJECT)],
    'format-open-object': [schema({ type: 'object', properties: { a: { type: 'object' } } }), schema(OBJECT)],
  },
};

export const OWN: Examples = {
  plain: { path: '/v1/chat/completions', headers: {}, body: { model: 'qwen3.6-27b', messages: [system, user] } },
  of: {
    path: [{ $path: '/v1/responses' }, { $path: '/v1/images/generations' }],
    key: [{ $server: { needsKey: true } }, { $headers: headers, $server: { needsKey: true } }],
    model: [{ $server: { models: [] } }, { $server: { models: ['qwen3.6-27b'] } }],
    'null-field': [{ temperature: null }, { temperature: 1 }],
    'no-messages': [{ messages: [] }, { messages: [user] }],
    role: [{ messages: [{ role: 'developer', content: 'a' }, user] }, { messages: [system, user] }],
    'system-first': [{ messages: [system, system, user] }, { messages: [system, user] }],
    content: [{ messages: [user, { role: 'assistant', content: null }, user] }, { messages: [user, assistant, user] }],
    'call-arguments': [
      { messages: [user, { role: 'assistant', tool_calls: [call('a', 'b', '')] }, result('a')] },
      { messages: [user, { role: 'assistant', tool_calls: [call('a', 'b', '{}')] }, result('a')] },
    ],
    'tool-choice-alone': [{ tool_choice: 'auto' }, { tool_choice: 'auto', tools: [tool()] }],
    'tool-choice-name': [
      { tools: [tool()], tool_choice: { type: 'function', function: { name: 'other' } } },
      { tools: [tool()], tool_choice: { type: 'function', function: { name: 'look_up' } } },
    ],
    'tool-schema': [tools({ properties: {} }), tools({ type: 'object' })],
    'stream-options': [
      { stream_options: { include_usage: true } },
      { stream_options: { include_usage: true }, stream: true },
    ],
    ranges: [{ temperature: 3 }, { temperature: 2 }],
  },
};

import { CLOSED, closed, type Example, type Examples, OBJECT, times } from './example.ts';

const headers = { authorization: 'Bearer sk-1' };
const user = { role: 'user', content: 'Say hello.' };
const call = (id: string, name = 'look_up', args: unknown = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const calls = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map((id) => call(id)) });
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'Found.' });
const tool = (more: object = {}) => ({
  type: 'function',
  function: { name: 'look_up', description: 'Looks it up.', parameters: OBJECT, ...more },
});
const tools = (parameters: object, more: object = {}) => ({ tools: [tool({ parameters, ...more })] });
const format = (schema: object, more: object = {}) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, ...more } },
});
const strict = (schema: object) => format(schema, { strict: true });

const nested = (levels: number): object => (levels === 1 ? closed({ type: 'string' }) : closed(nested(levels - 1)));

/** Rules of calls and their answers, in the words of chat completions. */
export const PAIRING: Readonly<Record<string, Example>> = {
  'tool-message-without-call': [{ messages: [user, result('a')] }, { messages: [user, calls('a'), result('a')] }],
  'call-answered-twice': [
    { messages: [user, calls('a'), result('a'), result('a')] },
    { messages: [user, calls('a', 'b'), result('a'), result('b')] },
  ],
  'call-id-twice': [
    { messages: [user, calls('a', 'a'), result('a')] },
    { messages: [user, calls('a'), result('a'), calls('a'), result('a')] },
  ],
  'call-unanswered': [
    { messages: [user, calls('a', 'b'), result('a'), user] },
    { messages: [user, calls('a', 'b'), result('b'), result('a'), user] },
  ],
};

/** Rules of schemas, in the words of chat completions. */
const FUNCTION_SCHEMAS: Readonly<Record<string, Example>> = {
  'schema-root-object': [tools({ properties: {} }), tools({ type: 'object', properties: {} })],
  'schema-root-combined': [
    tools({ ...OBJECT, anyOf: [{ required: ['a'] }] }),
    tools({ type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } }),
  ],
  'schema-root-properties': [tools({ type: 'object' }), tools({ type: 'object', properties: {} })],
  'schema-array-items': [
    tools({ type: 'object', properties: { a: { type: 'array' } } }),
    tools({ type: 'object', properties: { a: { type: 'array', items: {} } } }),
  ],
};

const STRICT_SCHEMAS: Readonly<Record<string, Example>> = {
  'strict-root-any-of': [strict({ ...CLOSED, anyOf: [CLOSED] }), strict(closed({ anyOf: [CLOSED] }))],
  'strict-keywords': [strict(closed({ allOf: [{ type: 'string' }] })), strict(closed({ anyOf: [{ type: 'string' }] }))],
  'strict-additional-properties': [tools(OBJECT, { strict: true }), tools(CLOSED, { strict: true })],
  'strict-required': [strict({ ...CLOSED, required: [] }), format({ ...CLOSED, required: [] })],
  'strict-types': [strict(closed({ description: 'Anything.' })), strict(closed({ enum: ['a'] }))],
  'strict-arrays': [strict(closed({ type: 'array' })), strict(closed({ type: 'array', items: { type: 'string' } }))],
  'strict-reference': [
    strict(closed({ $ref: '#/$defs/b', description: 'B.' }, { $defs: { b: { type: 'string' } } })),
    strict(closed({ $ref: '#/$defs/b' }, { $defs: { b: { type: 'string' } } })),
  ],
  'strict-format': [
    strict(closed({ type: 'string', format: 'uri' })),
    strict(closed({ type: 'string', format: 'date' })),
  ],
  'strict-pattern': [
    strict(closed({ type: 'string', pattern: '^(?!a)' })),
    strict(closed({ type: 'string', pattern: '^(?:a)' })),
  ],
  'strict-nesting': [strict(nested(11)), strict(nested(8))],
  'strict-sizes': [
    strict(closed({ type: 'string', enum: times(1_001, (at) => `${at}`) })),
    strict(closed({ type: 'string', enum: times(1_000, (at) => `${at}`) })),
  ],
};

export const OPENAI_CHAT: Examples = {
  plain: {
    path: '/v1/chat/completions',
    headers,
    body: { model: 'gpt-6.1-sol', messages: [user], max_completion_tokens: 100, store: false },
  },
  of: {
    path: [{ $path: '/v1/chat' }, { $path: '/v1/chat/completions?a=1' }],
    key: [{ $headers: {} }, { $headers: {}, $server: { needsKey: false } }],
    model: [{ $server: { models: ['gpt-6-luna'] } }, { model: 'gpt-6-luna', $server: { models: ['gpt-6-luna'] } }],
    'unknown-field': [{ top_k: 4 }, { n: 1 }],
    'no-messages': [{ messages: [] }, { messages: [user] }],
    role: [{ messages: [{ role: 'model', content: 'a' }] }, { messages: [{ role: 'developer', content: 'a' }, user] }],
    content: [{ messages: [{ role: 'user', content: null }] }, { messages: [{ role: 'user', content: '' }] }],
    'long-content': [
      { messages: [{ role: 'user', content: 'a'.repeat(10_485_761) }] },
      { messages: [{ role: 'user', content: 'a'.repeat(1_000) }] },
    ],
    'message-name': [{ messages: [{ ...user, name: 'A B' }] }, { messages: [{ ...user, name: 'A-B' }] }],
    'no-calls': [
      { messages: [user, { role: 'assistant', content: 'a', tool_calls: [] }] },
      { messages: [user, { role: 'assistant', content: 'a' }] },
    ],
    'call-id-length': [
      { messages: [user, calls('a'.repeat(65)), result('a'.repeat(65))] },
      { messages: [user, calls('a'.repeat(64)), result('a'.repeat(64))] },
    ],
    'call-name': [
      { messages: [user, { role: 'assistant', tool_calls: [call('a', 'look.up')] }, result('a')] },
      { messages: [user, { role: 'assistant', tool_calls: [call('a', 'look-up')] }, result('a')] },
    ],
    'call-arguments': [
      { messages: [user, { role: 'assistant', tool_calls: [call('a', 'b', {})] }, result('a')] },
      { messages: [user, { role: 'assistant', tool_calls: [call('a', 'b', '{}')] }, result('a')] },
    ],
    ...PAIRING,
    'no-tools': [{ tools: [] }, { tools: [tool()] }],
    'many-tools': [
      { tools: times(129, (at) => tool({ name: `t${at}` })) },
      { tools: times(128, (at) => tool({ name: `t${at}` })) },
    ],
    'tool-name': [{ tools: [tool({ name: 'a b' })] }, { tools: [tool({ name: 'a_b' })] }],
    'tool-description-length': [
      { tools: [tool({ description: 'a'.repeat(1_025) })] },
      { tools: [tool({ description: 'a'.repeat(1_024) })] },
    ],
    'tool-choice-alone': [{ tool_choice: 'auto' }, { tool_choice: 'auto', tools: [tool()] }],
    'parallel-calls-alone': [{ parallel_tool_calls: false }, { parallel_tool_calls: false, tools: [tool()] }],
    'tool-choice-name': [
      { tools: [tool()], tool_choice: { type: 'function', function: { name: 'other' } } },
      { tools: [tool()], tool_choice: { type: 'function', function: { name: 'look_up' } } },
    ],
    ...FUNCTION_SCHEMAS,
    'format-type': [{ response_format: { type: 'json' } }, { response_format: { type: 'text' } }],
    'format-name': [format(CLOSED, { name: 'an answer' }), format(CLOSED, { name: 'an_answer' })],
    'format-schema-root-object': [format({ type: 'array', items: {} }), format({ type: 'object' })],
    ...STRICT_SCHEMAS,
    'json-word': [
      { response_format: { type: 'json_object' } },
      { response_format: { type: 'json_object' }, messages: [{ role: 'user', content: 'Say it in JSON.' }] },
    ],
    'stop-count': [{ stop: ['a', 'b', 'c', 'd', 'e'] }, { stop: ['a', 'b', 'c', 'd'] }],
    'max-tokens': [{ max_tokens: 10 }, { max_tokens: 10, model: 'gpt-4.1' }],
    sampling: [{ temperature: 1 }, { temperature: 1, model: 'gpt-6-luna', reasoning_effort: 'none' }],
    penalties: [{ presence_penalty: 0 }, { presence_penalty: 0, model: 'gpt-4.1' }],
    effort: [{ reasoning_effort: 'none' }, { reasoning_effort: 'none', model: 'gpt-6-luna' }],
    verbosity: [{ verbosity: 'none' }, { verbosity: 'low' }],
    ranges: [{ n: 0 }, { n: 1 }],
    'stream-options': [
      { stream_options: { include_usage: true } },
      { stream_options: { include_usage: true }, stream: true },
    ],
    'metadata-stored': [{ metadata: { a: 'b' } }, { metadata: { a: 'b' }, store: true }],
    'identifier-length': [{ prompt_cache_key: 'a'.repeat(65) }, { prompt_cache_key: 'a'.repeat(64) }],
    'cache-retention': [{ prompt_cache_retention: '24h' }, { prompt_cache_retention: '24h', model: 'gpt-5.4' }],
  },
};

const flat = (more: object = {}) => ({ type: 'function', name: 'look_up', parameters: OBJECT, ...more });
const flatCall = (id: string, more: object = {}) => ({
  type: 'function_call',
  call_id: id,
  name: 'look_up',
  arguments: '{}',
  ...more,
});
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'Found.' });

/** The same schemas where responses have them. */
const asResponses = (examples: Readonly<Record<string, Example>>): Record<string, Example> =>
  Object.fromEntries(
    Object.entries(examples).map(([name, [refused, taken]]) => {
      const moved = ({
        tools: given,
        response_format: answer,
      }: Record<string, (typeof user & typeof tool) | never>) => ({
        ...(given && {
          tools: (given as unknown as { function: object }[]).map((one) => ({ type: 'function', ...one.function })),
        }),
        ...(answer && {
          text: { format: { type: 'json_schema', ...(answer as unknown as { json_schema: object }).json_schema } },
        }),
      });
      return [name, [moved(refused as never), moved(taken as never)] as const];
    }),
  );

export const OPENAI_RESPONSES: Examples = {
  plain: { path: '/v1/responses', headers, body: { model: 'gpt-6.1-sol', input: [user], store: false } },
  of: {
    path: [{ $path: '/v1/response' }, { $path: '/v1/responses' }],
    key: [{ $headers: {} }, { $headers: headers, $server: {} }],
    model: [{ $server: { models: ['gpt-6-luna'] } }, { $server: { models: ['gpt-6.1-sol'] } }],
    'unknown-field': [{ stop: ['a'] }, { truncation: 'auto' }],
    'no-input': [{ input: [] }, { input: 'Say hello.' }],
    'item-type': [{ input: [{ type: 'tool_call' }] }, { input: [{ type: 'message', ...user }] }],
    role: [{ input: [{ role: 'tool', content: 'a' }] }, { input: [{ role: 'developer', content: 'a' }, user] }],
    'item-id': [
      { input: [user, flatCall('a', { id: 'call_1' }), output('a')] },
      { input: [user, flatCall('a', { id: 'fc_1' }), output('a')] },
    ],
    'call-id-length': [
      { input: [user, flatCall('a'.repeat(65)), output('a'.repeat(65))] },
      { input: [user, flatCall('a'.repeat(64)), output('a'.repeat(64))] },
    ],
    'call-id-twice': [
      { input: [user, flatCall('a'), output('a'), flatCall('a'), output('a')] },
      { input: [user, flatCall('a'), output('a'), flatCall('b'), output('b')] },
    ],
    'call-unanswered': [{ input: [user, flatCall('a'), user] }, { input: [user, flatCall('a'), output('a'), user] }],
    'answer-without-call': [{ input: [user, output('a')] }, { input: [output('a')], previous_response_id: 'resp_1' }],
    'many-tools': [
      { tools: times(129, (at) => flat({ name: `t${at}` })) },
      { tools: times(128, (at) => flat({ name: `t${at}` })) },
    ],
    'tool-name': [{ tools: [flat({ name: 'a b' })] }, { tools: [flat({ name: 'a_b' })] }],
    'tool-choice-alone': [{ tool_choice: 'required' }, { tool_choice: 'required', tools: [flat()] }],
    'tool-choice-name': [
      { tools: [flat()], tool_choice: { type: 'function', name: 'other' } },
      { tools: [flat()], tool_choice: { type: 'function', name: 'look_up' } },
    ],
    ...asResponses(FUNCTION_SCHEMAS),
    'format-name': [
      { text: { format: { type: 'json_schema', name: 'an answer', schema: CLOSED } } },
      { text: { format: { type: 'json_schema', name: 'an_answer', schema: CLOSED } } },
    ],
    'format-schema-root-object': [
      { text: { format: { type: 'json_schema', name: 'answer', schema: { type: 'array' } } } },
      { text: { format: { type: 'json_schema', name: 'answer', schema: { type: 'object' } } } },
    ],
    ...asResponses(STRICT_SCHEMAS),
    'json-word': [
      { text: { format: { type: 'json_object' } } },
      { text: { format: { type: 'json_object' } }, input: 'Say it in JSON.' },
    ],
    sampling: [{ temperature: 1 }, { temperature: 1, model: 'gpt-4.1' }],
    effort: [{ reasoning: { effort: 'minimal' } }, { reasoning: { effort: 'max' } }],
    ranges: [{ max_output_tokens: 15 }, { max_output_tokens: 16 }],
  },
};

export const OPENAI_IMAGES: Examples = {
  plain: { path: '/v1/images/generations', headers, body: { model: 'gpt-image-2', prompt: 'A hill.' } },
  of: {
    path: [{ $path: '/v1/images' }, { $path: '/v1/images/generations' }],
    key: [{ $headers: { authorization: 'sk-1' } }, { $headers: headers }],
    model: [{ $server: { models: ['gpt-image-3'] } }, { $server: { models: ['gpt-image-2'] } }],
    'unknown-field': [{ response_format: 'b64_json' }, { output_format: 'png' }],
    'no-prompt': [{ prompt: '' }, { prompt: 'A' }],
    'long-prompt': [{ prompt: 'a'.repeat(32_001) }, { prompt: 'a'.repeat(32_000) }],
    count: [{ n: 11 }, { n: 10 }],
    size: [{ size: '1000x1000' }, { size: '1024x1024' }],
    'quality-value': [{ quality: 'hd' }, { quality: 'high' }],
    'background-value': [{ background: 'black' }, { background: 'auto' }],
    'output-format-value': [{ output_format: 'gif' }, { output_format: 'webp' }],
    'moderation-value': [{ moderation: 'none' }, { moderation: 'low' }],
    'transparent-format': [
      { background: 'transparent', output_format: 'jpeg' },
      { background: 'transparent', output_format: 'png' },
    ],
  },
};

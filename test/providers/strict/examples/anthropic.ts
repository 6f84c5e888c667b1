import { CLOSED, closed, type Examples, OBJECT, RECURSIVE, times } from './example.ts';

const user = { role: 'user', content: 'Say hello.' };
const assistant = { role: 'assistant', content: 'Hello.' };
const use = (id: string, more: object = {}) => ({ type: 'tool_use', id, name: 'look_up', input: {}, ...more });
const calls = (...ids: string[]) => ({ role: 'assistant', content: ids.map((id) => use(id)) });
const answer = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'Found.' });
const answers = (...ids: string[]) => ({ role: 'user', content: ids.map(answer) });
const text = (words: string) => ({ type: 'text', text: words });
const tool = (more: object = {}) => ({ name: 'look_up', description: 'Looks it up.', input_schema: OBJECT, ...more });
const tools = [tool()];
const schema = (input_schema: object, more: object = {}) => ({ tools: [tool({ input_schema, ...more })] });
const format = (given: object) => ({ output_config: { format: { type: 'json_schema', schema: given } } });
const cached = (words: string, ttl?: string) => ({
  ...text(words),
  cache_control: { type: 'ephemeral', ...(ttl && { ttl }) },
});
const headers = { 'x-api-key': 'sk-1', 'anthropic-version': '2023-06-01' };
const OLDER = { model: 'claude-haiku-4-5' };

export const ANTHROPIC: Examples = {
  plain: { path: '/v1/messages', headers, body: { model: 'claude-opus-5-5', max_tokens: 100, messages: [user] } },
  of: {
    path: [{ $path: '/v1/complete' }, { $path: '/v1/messages?beta=true' }],
    key: [
      { $headers: { 'anthropic-version': '2023-06-01' } },
      { $headers: { ...headers, 'x-api-key': undefined, authorization: 'Bearer sk-1' } },
    ],
    version: [{ $headers: { 'x-api-key': 'sk-1' } }, { $headers: headers }],
    size: [
      { messages: [{ role: 'user', content: 'a'.repeat(33 * 1024 * 1024) }] },
      { messages: [{ role: 'user', content: 'a'.repeat(1024) }] },
    ],
    model: [{ $server: { models: [] } }, { $server: { models: ['claude-opus-5-5'] } }],
    'unknown-field': [{ seed: 1 }, { service_tier: 'auto' }],
    'max-tokens': [{ max_tokens: 128_001 }, { max_tokens: 128_000 }],
    'no-messages': [{ messages: [] }, { messages: [user] }],
    'many-messages': [
      { messages: times(100_001, (at) => (at % 2 === 0 ? user : assistant)) },
      { messages: times(1_001, (at) => (at % 2 === 0 ? user : assistant)) },
    ],
    role: [{ messages: [{ role: 'tool', content: 'a' }] }, { messages: [user, assistant, user] }],
    'first-role': [{ messages: [assistant, user] }, { messages: [user, assistant, user] }],
    'system-place': [
      { messages: [user, { role: 'system', content: 'a' }, user] },
      { messages: [user, { role: 'system', content: 'a' }, assistant, user] },
    ],
    content: [{ messages: [{ role: 'user', content: [] }] }, { messages: [{ role: 'user', content: [text('a')] }] }],
    'text-empty': [
      { messages: [{ role: 'user', content: [text(''), text('a')] }] },
      { messages: [{ role: 'user', content: [text('b'), text('a')] }] },
    ],
    'text-blank': [{ messages: [{ role: 'user', content: ' \n' }] }, { messages: [{ role: 'user', content: ' a' }] }],
    'system-empty': [{ system: [text(' ')] }, { system: [text('a')] }],
    prefill: [{ messages: [user, assistant] }, { messages: [user, assistant], ...OLDER }],
    'final-white-space': [
      { messages: [user, { role: 'assistant', content: 'a ' }], ...OLDER },
      { messages: [user, { role: 'assistant', content: 'a ' }, user], ...OLDER },
    ],
    'call-id': [
      { tools, messages: [user, calls('call:1'), answers('call:1')] },
      { tools, messages: [user, calls('call_1'), answers('call_1')] },
    ],
    'call-id-twice': [
      { tools, messages: [user, calls('a'), answers('a'), calls('a'), answers('a')] },
      { tools, messages: [user, calls('a'), answers('a'), calls('b'), answers('b')] },
    ],
    'call-input': [
      { tools, messages: [user, { role: 'assistant', content: [use('a', { input: '{}' })] }, answers('a')] },
      { tools, messages: [user, { role: 'assistant', content: [use('a', { input: {} })] }, answers('a')] },
    ],
    'call-unanswered': [
      { tools, messages: [user, calls('a', 'b'), answers('a')] },
      { tools, messages: [user, calls('a', 'b'), answers('b'), answers('a')] },
    ],
    'answers-first': [
      { tools, messages: [user, calls('a'), { role: 'user', content: [text('b'), answer('a')] }] },
      { tools, messages: [user, calls('a'), { role: 'user', content: [answer('a'), text('b')] }] },
    ],
    'answer-without-call': [
      { tools, messages: [user, assistant, answers('a')] },
      { tools, messages: [user, calls('a'), answers('a')] },
    ],
    'answered-twice': [
      { tools, messages: [user, calls('a'), answers('a', 'a')] },
      { tools, messages: [user, calls('a'), answers('a'), user] },
    ],
    'calls-without-tools': [
      { messages: [user, calls('a'), answers('a')] },
      { tools, messages: [user, calls('a'), answers('a')] },
    ],
    'tool-name': [{ tools: [tool({ name: 'a b' })] }, { tools: [tool({ name: 'a-b' })] }],
    'tool-name-twice': [{ tools: [tool(), tool()] }, { tools: [tool(), tool({ name: 'other' })] }],
    'schema-root-object': [schema({ properties: {} }), schema({ type: 'object' })],
    'schema-root-combined': [
      schema({ ...OBJECT, anyOf: [{ required: ['a'] }] }),
      schema({ type: 'object', properties: { a: { anyOf: [{ type: 'string' }] } } }),
    ],
    'schema-property-name': [
      schema({ type: 'object', properties: { 'a b': {} } }),
      schema({ type: 'object', properties: { 'a.b': {} } }),
    ],
    'schema-draft': [
      schema({ type: 'object', properties: { a: { type: 'array', items: [{}] } } }),
      schema({ type: 'object', properties: { a: { type: 'array', prefixItems: [{}] } } }),
    ],
    'tool-choice-alone': [{ tool_choice: { type: 'auto' } }, { tools, tool_choice: { type: 'auto' } }],
    'tool-choice-forced': [
      { tools, tool_choice: { type: 'any' } },
      { tools, tool_choice: { type: 'any' }, model: 'claude-haiku-5-5' },
    ],
    'tool-choice-name': [
      { tools, tool_choice: { type: 'tool', name: 'other' }, ...OLDER },
      { tools, tool_choice: { type: 'tool', name: 'look_up' }, ...OLDER },
    ],
    sampling: [{ temperature: 0.5 }, { temperature: 1 }],
    'sampling-both': [
      { temperature: 0.5, top_p: 0.5, ...OLDER },
      { temperature: 0.5, ...OLDER },
    ],
    'temperature-range': [
      { temperature: 1.5, ...OLDER },
      { temperature: 0, ...OLDER },
    ],
    thinking: [{ thinking: { type: 'disabled' } }, { thinking: { type: 'disabled' }, model: 'claude-haiku-5-5' }],
    effort: [{ output_config: { effort: 'minimal' } }, { output_config: { effort: 'max' } }],
    'stop-blank': [{ stop_sequences: ['\n'] }, { stop_sequences: ['\na'] }],
    breakpoints: [{ system: times(5, (at) => cached(`${at}`)) }, { system: times(4, (at) => cached(`${at}`)) }],
    'breakpoint-order': [
      { system: [cached('a'), cached('b', '1h')] },
      { system: [cached('a', '1h'), cached('b', '5m')] },
    ],
    'user-id': [{ metadata: { user_id: 'a'.repeat(257) } }, { metadata: { user_id: 'a'.repeat(256) } }],
    format: [{ output_config: { format: { type: 'json_object' } } }, format(CLOSED)],
    'many-strict-tools': [
      { tools: times(21, (at) => tool({ name: `t${at}`, strict: true, input_schema: CLOSED })) },
      { tools: times(20, (at) => tool({ name: `t${at}`, strict: true, input_schema: CLOSED })) },
    ],
    'strict-additional-properties': [format(OBJECT), format(CLOSED)],
    'strict-keywords': [
      schema(closed({ type: 'string', minLength: 1 }), { strict: true }),
      schema(closed({ type: 'string', minLength: 1 })),
    ],
    'strict-min-items': [
      format(closed({ type: 'array', items: { type: 'string' }, minItems: 2 })),
      format(closed({ type: 'array', items: { type: 'string' }, minItems: 1 })),
    ],
    'strict-enum': [format(closed({ enum: [{}] })), format(closed({ enum: [1, null, 'a', true] }))],
    'strict-format': [
      format(closed({ type: 'string', format: 'iri' })),
      format(closed({ type: 'string', format: 'uri' })),
    ],
    'strict-pattern': [
      format(closed({ type: 'string', pattern: '\\bword' })),
      format(closed({ type: 'string', pattern: '^[a-z]+$' })),
    ],
    'strict-reference': [
      format(closed({ $ref: 'http://127.0.0.1/' })),
      format(closed({ $ref: '#/$defs/b' }, { $defs: { b: { type: 'string' } } })),
    ],
    'strict-recursive': [format(RECURSIVE), format(CLOSED)],
    'strict-sizes': [
      format({
        ...CLOSED,
        required: [],
        properties: Object.fromEntries(times(25, (at) => [`p${at}`, { type: 'string' }])),
      }),
      format({
        ...CLOSED,
        required: [],
        properties: Object.fromEntries(times(24, (at) => [`p${at}`, { type: 'string' }])),
      }),
    ],
  },
};

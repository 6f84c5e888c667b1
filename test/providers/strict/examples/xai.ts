import { type Examples, OBJECT, times } from './example.ts';

const headers = { authorization: 'Bearer sk-1' };
const user = { role: 'user', content: 'Say hello.' };
const call = (id: string, args = '{}') => ({
  type: 'function_call',
  id,
  call_id: id,
  name: 'look_up',
  arguments: args,
  status: 'completed',
});
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'Found.' });
const tool = (more: object = {}) => ({ type: 'function', name: 'look_up', parameters: OBJECT, ...more });
const schema = (parameters: object) => ({ tools: [tool({ parameters })] });
const format = (given: object, name = 'answer') => ({
  text: { format: { type: 'json_schema', name, strict: true, schema: given } },
});

export const XAI: Examples = {
  plain: { path: '/v1/responses', headers, body: { model: 'grok-4.20-reasoning', input: [user], store: false } },
  of: {
    path: [{ $path: '/v1/chat' }, { $path: '/v1/responses' }],
    key: [{ $headers: {} }, { $headers: headers }],
    model: [{ $server: { models: [] } }, { $server: { models: ['grok-4.20-reasoning'] } }],
    'no-input': [{ input: [] }, { input: 'Say hello.' }],
    role: [{ input: [{ role: 'tool', content: 'a' }] }, { input: [{ role: 'system', content: 'a' }, user] }],
    content: [
      { input: [user, { role: 'assistant', content: '' }, user] },
      { input: [user, { role: 'assistant', content: 'Hello.' }, user] },
    ],
    'answer-without-call': [{ input: [user, output('a')] }, { input: [user, call('a'), output('a')] }],
    'call-arguments': [{ input: [user, call('a', ''), output('a')] }, { input: [user, call('a', '{}'), output('a')] }],
    'unsupported-field': [{ stop: ['a'] }, { stop: ['a'], model: 'grok-4.20-non-reasoning' }],
    effort: [{ reasoning: { effort: 'none' } }, { reasoning: { effort: 'none' }, model: 'grok-4.3' }],
    ranges: [{ temperature: 2.1 }, { temperature: 2 }],
    'many-tools': [
      { tools: times(129, (at) => tool({ name: `t${at}` })) },
      { tools: times(128, (at) => tool({ name: `t${at}` })) },
    ],
    'tool-name': [{ tools: [tool({ name: 'a b' })] }, { tools: [tool({ name: 'a-b' })] }],
    'mixed-tools': [{ tools: [tool(), { type: 'web_search' }] }, { tools: [{ type: 'web_search' }] }],
    'tool-choice-name': [
      { tools: [tool()], tool_choice: { type: 'function', name: 'other' } },
      { tools: [tool()], tool_choice: { type: 'function', name: 'look_up' } },
    ],
    'schema-root-object': [schema({ properties: {} }), schema({ type: 'object', properties: {} })],
    'schema-keywords': [format({ ...OBJECT, allOf: [OBJECT] }), format({ ...OBJECT, anyOf: [OBJECT] })],
    'schema-array-items': [
      schema({ type: 'object', properties: { a: { type: 'array' } } }),
      schema({ type: 'object', properties: { a: { type: 'array', items: {} } } }),
    ],
    'format-name': [format(OBJECT, 'an answer'), format(OBJECT, 'an_answer')],
  },
};

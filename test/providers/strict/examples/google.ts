import { type Examples, OBJECT, RECURSIVE } from './example.ts';

const user = { role: 'user', parts: [{ text: 'Say hello.' }] };
const model = { role: 'model', parts: [{ text: 'Hello.' }] };
const callPart = (name = 'look_up', more: object = {}) => ({ functionCall: { name, args: {} }, ...more });
const signed = { thoughtSignature: 'c2lnbmVk' };
const call = (...parts: object[]) => ({
  role: 'model',
  parts: parts.length > 0 ? parts : [callPart('look_up', signed)],
});
const answer = (...names: string[]) => ({
  role: 'user',
  parts: (names.length > 0 ? names : ['look_up']).map((name) => ({
    functionResponse: { name, response: { found: 1 } },
  })),
});
const declared = (...functionDeclarations: object[]) => ({ tools: [{ functionDeclarations }] });
const tool = (more: object = {}) => ({
  name: 'look_up',
  description: 'Looks it up.',
  parametersJsonSchema: OBJECT,
  ...more,
});
const json = (parametersJsonSchema: object) => declared(tool({ parametersJsonSchema }));
const openApi = (parameters: object) => declared({ name: 'look_up', description: 'Looks it up.', parameters });
const config = (generationConfig: object) => ({ generationConfig });
const property = (a: object) => ({ type: 'object', properties: { a } });
const OLDER = '/v1beta/models/gemini-2.5-flash:generateContent';

export const GOOGLE: Examples = {
  plain: {
    path: '/v1beta/models/gemini-3.8-flash:generateContent',
    headers: { 'x-goog-api-key': 'k' },
    body: { contents: [user] },
  },
  of: {
    path: [
      { $path: '/v1beta/models/gemini-3.8-flash:streamGenerateContent' },
      { $path: '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse' },
    ],
    key: [{ $headers: {} }, { $headers: { 'x-goog-api-key': 'k' } }],
    model: [{ $server: { models: [] } }, { $server: { models: ['gemini-3.8-flash'] } }],
    'unknown-field': [config({ max_tokens: 1 }), config({ maxOutputTokens: 1 })],
    'no-contents': [{ contents: [] }, { contents: [user] }],
    role: [
      { contents: [{ role: 'system', parts: [{ text: 'a' }] }, user] },
      { contents: [user], systemInstruction: { parts: [{ text: 'a' }] } },
    ],
    'no-parts': [{ contents: [user, { role: 'model', parts: [] }, user] }, { contents: [user, model, user] }],
    'empty-part': [
      { contents: [{ role: 'user', parts: [{ text: '' }] }] },
      { contents: [{ role: 'user', parts: [{ text: ' ' }] }] },
    ],
    'empty-system': [
      { systemInstruction: { parts: [{ text: '' }] } },
      { systemInstruction: { parts: [{ text: 'a' }] } },
    ],
    'last-role': [{ contents: [user, model] }, { contents: [user, model, user] }],
    'call-args': [
      { contents: [user, call({ ...signed, functionCall: { name: 'look_up', args: [] } }), answer()] },
      { contents: [user, call({ ...signed, functionCall: { name: 'look_up', args: {} } }), answer()] },
    ],
    'answer-object': [
      {
        contents: [
          user,
          call(),
          { role: 'user', parts: [{ functionResponse: { name: 'look_up', response: 'Found.' } }] },
        ],
      },
      { contents: [user, call(), answer()] },
    ],
    'call-order': [{ contents: [user, model, call(), answer()] }, { contents: [user, call(), answer()] }],
    'answer-order': [{ contents: [user, answer()] }, { contents: [user, call(), answer()] }],
    'answer-count': [
      { contents: [user, call(callPart('a', signed), callPart('b')), answer('a')] },
      { contents: [user, call(callPart('a', signed), callPart('b')), answer('a', 'b')] },
    ],
    signature: [
      { contents: [user, call(callPart()), answer()] },
      { contents: [user, call(callPart()), answer(), model, user] },
    ],
    'tool-name': [declared(tool({ name: '1st' })), declared(tool({ name: 'first.of-all' }))],
    'tool-name-twice': [declared(tool(), tool()), declared(tool(), tool({ name: 'other' }))],
    'schema-forms': [declared(tool({ parameters: OBJECT })), declared(tool())],
    'schema-root-object': [json({ type: 'array', items: {} }), json({ type: 'object' })],
    'schema-unknown-name': [
      openApi({ ...OBJECT, additionalProperties: false }),
      json({ ...OBJECT, additionalProperties: false }),
    ],
    'schema-type-list': [openApi(property({ type: ['string', 'null'] })), json(property({ type: ['string', 'null'] }))],
    'schema-empty-object': [openApi({ type: 'object', properties: {} }), json({ type: 'object', properties: {} })],
    'schema-properties-type': [json(property({ required: ['b'] })), json(property({ type: 'object' }))],
    'schema-required-defined': [json({ type: 'object', properties: {}, required: ['a'] }), json(OBJECT)],
    'schema-array-items': [json(property({ type: 'array' })), json(property({ type: 'array', items: {} }))],
    'schema-enum': [json(property({ enum: [null] })), json(property({ enum: ['a', 1] }))],
    'schema-reference-alone': [
      json({ ...property({ $ref: '#/$defs/b', description: 'B.' }), $defs: { b: { type: 'string' } } }),
      json({ ...property({ $ref: '#/$defs/b' }), $defs: { b: { type: 'string' } } }),
    ],
    'schema-cycle': [json(RECURSIVE), json({ ...RECURSIVE, required: [] })],
    'tool-config-alone': [
      { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      { ...declared(tool()), toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    ],
    'tool-choice-name': [
      { ...declared(tool()), toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['other'] } } },
      {
        ...declared(tool()),
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look_up'] } },
      },
    ],
    'format-type': [
      config({ responseJsonSchema: OBJECT }),
      config({ responseJsonSchema: OBJECT, responseMimeType: 'application/json' }),
    ],
    'format-with-functions': [
      { ...declared(tool()), ...config({ responseMimeType: 'application/json' }), $path: OLDER },
      { ...declared(tool()), ...config({ responseMimeType: 'application/json' }) },
    ],
    'stop-count': [
      config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
      config({ stopSequences: ['a', 'b', 'c', 'd', 'e'] }),
    ],
    seed: [config({ seed: 2_147_483_648 }), config({ seed: 2_147_483_647 })],
    ranges: [config({ presencePenalty: 2 }), config({ presencePenalty: -2 })],
    'thinking-level': [
      config({ thinkingConfig: { thinkingLevel: 'low', thinkingBudget: 1 } }),
      config({ thinkingConfig: { thinkingLevel: 'low' } }),
    ],
  },
};

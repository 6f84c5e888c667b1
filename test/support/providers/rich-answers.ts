import type { Json } from '../api.ts';

/** One answer as a provider gives it: in one piece, and as the events of a stream. */
export interface BothWays {
  readonly whole: object;
  readonly events: readonly string[];
}

export const THOUGHT = ['The tenant ', 'paid late.'];
export const SAID = ['Grüße: ', '{"late": ', 'true} 🎬'];
export const CALLS = [
  { id: 'call_1', name: 'look_up', input: ['{"name":', '"Ökonomu"}'] },
  { id: 'call_2', name: 'list_all', input: ['{}'] },
];
export const SOURCES = [
  { url: 'https://example.org/law', title: 'The law' },
  { url: 'https://example.org/case', title: 'A case' },
];

const THINKING = THOUGHT.join('');
const TEXT = SAID.join('');
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, value: object) => `event: ${type}\n${data({ type, ...value })}`;

const HEAD = { id: 'chatcmpl-1', created: 1_790_000_000, model: 'answering-model' };
const USAGE = {
  prompt_tokens: 110,
  completion_tokens: 70,
  total_tokens: 180,
  prompt_tokens_details: { cached_tokens: 30 },
  completion_tokens_details: { reasoning_tokens: 20 },
};

function chat(message: object, deltas: readonly object[], finish: string, about: Json = {}): BothWays {
  const usage = about.usage ?? USAGE;
  const chunk = (delta: object, finish_reason: string | null = null) =>
    data({ ...HEAD, object: 'chat.completion.chunk', ...about.each, choices: [{ index: 0, delta, finish_reason }] });
  return {
    whole: {
      ...HEAD,
      object: 'chat.completion',
      ...about.each,
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
      usage,
    },
    events: [
      chunk({ role: 'assistant', content: '' }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, finish),
      // OpenAI sends the usage in an event of its own, others with the last one.
      data({ ...HEAD, object: 'chat.completion.chunk', ...about.each, choices: about.last ?? [], usage }),
      'data: [DONE]\n\n',
    ],
  };
}

const toolCalls = CALLS.map(({ id, name, input }) => ({
  id,
  type: 'function',
  function: { name, arguments: input.join('') },
}));
const toolDeltas = CALLS.flatMap(({ id, name, input }, index) =>
  input.map((piece, at) => ({
    tool_calls: [
      at === 0
        ? { index, id, type: 'function', function: { name, arguments: piece } }
        : { index, function: { arguments: piece } },
    ],
  })),
);
const said = SAID.map((content) => ({ content }));
const LAST = [{ index: 0, delta: {}, finish_reason: null }];

const openai: Record<string, BothWays> = {
  'text and sources': chat(
    {
      content: TEXT,
      annotations: SOURCES.map((one) => ({
        type: 'url_citation',
        url_citation: { ...one, start_index: 0, end_index: 3 },
      })),
    },
    [
      ...said,
      {
        annotations: SOURCES.map((one) => ({
          type: 'url_citation',
          url_citation: { ...one, start_index: 0, end_index: 3 },
        })),
      },
    ],
    'stop',
  ),
  'calls of tools': chat({ content: TEXT, tool_calls: toolCalls }, [...said, ...toolDeltas], 'tool_calls'),
  'a refusal': chat(
    { content: null, refusal: 'I can’t help.' },
    [{ refusal: 'I can’t ' }, { refusal: 'help.' }],
    'stop',
  ),
  'what is cut at its length': chat({ content: TEXT }, said, 'length'),
};

const deepseekUsage = { ...USAGE, prompt_cache_hit_tokens: 30, prompt_cache_miss_tokens: 80 };
const deepseek: Record<string, BothWays> = {
  'thoughts and text': chat(
    { reasoning_content: THINKING, content: TEXT },
    [...THOUGHT.map((reasoning_content) => ({ reasoning_content, content: null })), ...said],
    'stop',
    { usage: deepseekUsage, last: LAST },
  ),
  'calls of tools': chat(
    { reasoning_content: THINKING, content: '', tool_calls: toolCalls },
    [...THOUGHT.map((reasoning_content) => ({ reasoning_content })), ...toolDeltas],
    'tool_calls',
    { usage: deepseekUsage, last: LAST },
  ),
};

const mistralThought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
const mistralUsage = { prompt_tokens: 110, completion_tokens: 70, total_tokens: 180 };
const mistral: Record<string, BothWays> = {
  'thoughts and text': chat(
    { content: [mistralThought(THINKING), { type: 'text', text: TEXT }] },
    [...THOUGHT.map((text) => ({ content: [mistralThought(text)] })), ...said],
    'stop',
    { usage: mistralUsage, last: LAST },
  ),
  'calls of tools': chat(
    { content: '', tool_calls: toolCalls },
    // In one piece each.
    [{ tool_calls: toolCalls.map((call, index) => ({ ...call, index })) }],
    'tool_calls',
    { usage: mistralUsage, last: LAST },
  ),
};

const perplexity: Record<string, BothWays> = {
  'text, sources and its cost': chat({ content: TEXT }, said, 'stop', {
    usage: {
      prompt_tokens: 110,
      completion_tokens: 70,
      total_tokens: 180,
      citation_tokens: 5,
      num_search_queries: 1,
      cost: { input_tokens_cost: 0.001, output_tokens_cost: 0.002, request_cost: 0.005, total_cost: 0.008 },
    },
    each: { citations: SOURCES.map(({ url }) => url) },
    last: LAST,
  }),
};

const anthropicUsage = {
  input_tokens: 80,
  cache_read_input_tokens: 30,
  cache_creation_input_tokens: 10,
  output_tokens: 70,
};

function anthropicMessage(
  blocks: readonly Json[],
  starts: readonly { block: Json; deltas: readonly Json[] }[],
  stop: string,
): BothWays {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'answering-model' };
  return {
    whole: { ...message, content: blocks, stop_reason: stop, stop_sequence: null, usage: anthropicUsage },
    events: [
      named('message_start', {
        message: {
          ...message,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...anthropicUsage, output_tokens: 1 },
        },
      }),
      named('ping', {}),
      ...starts.flatMap(({ block, deltas }, index) => [
        named('content_block_start', { index, content_block: block }),
        ...deltas.map((delta) => named('content_block_delta', { index, delta })),
        named('content_block_stop', { index }),
      ]),
      named('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 70 } }),
      named('message_stop', {}),
    ],
  };
}

const anthropicThinking = {
  block: { type: 'thinking', thinking: '', signature: '' },
  deltas: [
    ...THOUGHT.map((thinking) => ({ type: 'thinking_delta', thinking })),
    { type: 'signature_delta', signature: 'c2ln' },
  ],
};
const anthropicText = {
  block: { type: 'text', text: '' },
  deltas: SAID.map((text) => ({ type: 'text_delta', text })),
};
const anthropicCall = ({ id, name, input }: { id: string; name: string; input: readonly string[] }) => ({
  block: { type: 'tool_use', id, name, input: {} },
  deltas: input.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
});
const anthropicCalled = ({ id, name, input }: { id: string; name: string; input: readonly string[] }) => ({
  type: 'tool_use',
  id,
  name,
  input: JSON.parse(input.join('')),
});
const JSON_CALL = { id: 'call_j', name: 'json', input: ['{"late"', ':true}'] };
const cited = { type: 'web_search_result_location', cited_text: 'paid', ...SOURCES[0]!, encrypted_index: 'x' };
const anthropic: Record<string, BothWays> = {
  'thoughts and text': anthropicMessage(
    [
      { type: 'thinking', thinking: THINKING, signature: 'c2ln' },
      { type: 'text', text: TEXT },
    ],
    [anthropicThinking, anthropicText],
    'end_turn',
  ),
  'text and sources': anthropicMessage(
    [{ type: 'text', text: TEXT, citations: [cited] }],
    [{ ...anthropicText, deltas: [...anthropicText.deltas, { type: 'citations_delta', citation: cited }] }],
    'end_turn',
  ),
  'calls of tools': anthropicMessage(
    [{ type: 'text', text: TEXT }, ...CALLS.map(anthropicCalled)],
    [anthropicText, ...CALLS.map(anthropicCall)],
    'tool_use',
  ),
  // The package asks for JSON by a tool.
  'JSON by a tool': anthropicMessage([anthropicCalled(JSON_CALL)], [anthropicCall(JSON_CALL)], 'tool_use'),
  'what is cut at its length': anthropicMessage([{ type: 'text', text: TEXT }], [anthropicText], 'max_tokens'),
};

const googleUsage = {
  promptTokenCount: 110,
  cachedContentTokenCount: 30,
  candidatesTokenCount: 50,
  thoughtsTokenCount: 20,
  totalTokenCount: 180,
};
const grounding = {
  groundingChunks: SOURCES.map(({ url: uri, title }) => ({ web: { uri, title } })),
  webSearchQueries: ['law'],
};

function gemini(parts: readonly object[], pieces: readonly (readonly object[])[], more: object = {}): BothWays {
  const about = { modelVersion: 'answering-model', responseId: 'resp-1' };
  const end = { finishReason: 'STOP', index: 0, ...more };
  return {
    whole: { ...about, candidates: [{ content: { role: 'model', parts }, ...end }], usageMetadata: googleUsage },
    events: [
      ...pieces.map((one) =>
        data({
          ...about,
          candidates: [{ content: { role: 'model', parts: one }, index: 0 }],
          usageMetadata: { promptTokenCount: 110, totalTokenCount: 110 },
        }),
      ),
      data({
        ...about,
        candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, ...end }],
        usageMetadata: googleUsage,
      }),
    ],
  };
}

const google: Record<string, BothWays> = {
  'thoughts and text': gemini(
    [{ text: THINKING, thought: true }, { text: TEXT }],
    [...THOUGHT.map((text) => [{ text, thought: true }]), ...SAID.map((text) => [{ text }])],
  ),
  'text and sources': gemini(
    [{ text: TEXT }],
    SAID.map((text) => [{ text }]),
    { groundingMetadata: grounding },
  ),
  'calls of tools': gemini(
    CALLS.map(({ id, name, input }, at) => ({
      functionCall: { id, name, args: JSON.parse(input.join('')) },
      ...(at === 0 && { thoughtSignature: 'c2ln' }),
    })),
    CALLS.map(({ id, name, input }, at) => [
      { functionCall: { id, name, args: JSON.parse(input.join('')) }, ...(at === 0 && { thoughtSignature: 'c2ln' }) },
    ]),
  ),
};

const responsesUsage = {
  input_tokens: 110,
  output_tokens: 70,
  total_tokens: 180,
  input_tokens_details: { cached_tokens: 30 },
  output_tokens_details: { reasoning_tokens: 20 },
  cost_in_usd_ticks: 12_340_000,
};

function responses(items: readonly Json[], events: readonly string[]): BothWays {
  const response = (status: string, output: readonly Json[]) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    model: 'answering-model',
    status,
    output,
  });
  const whole = { ...response('completed', items), usage: responsesUsage };
  return {
    whole,
    events: [
      named('response.created', { response: { ...response('in_progress', []), usage: null } }),
      ...events,
      named('response.completed', { response: whole }),
    ],
  };
}

const annotations = SOURCES.map((one) => ({ type: 'url_citation', ...one }));
const xaiReasoning = {
  type: 'reasoning',
  id: 'rs_1',
  status: 'completed',
  summary: [{ type: 'summary_text', text: THINKING }],
};
const xaiMessage = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: TEXT, annotations, logprobs: [] }],
};
const xaiCalls = CALLS.map(({ id, name, input }, index) => ({
  type: 'function_call',
  id: `fc_${index}`,
  call_id: id,
  name,
  arguments: input.join(''),
  status: 'completed',
}));
const inMessage = { item_id: 'msg_1', output_index: 1, content_index: 0 };
const xai: Record<string, BothWays> = {
  'thoughts, text and sources': responses(
    [xaiReasoning, xaiMessage],
    [
      named('response.reasoning_summary_part.added', {
        item_id: 'rs_1',
        output_index: 0,
        summary_index: 0,
        part: { type: 'summary_text', text: '' },
      }),
      ...THOUGHT.map((delta) =>
        named('response.reasoning_summary_text.delta', { item_id: 'rs_1', output_index: 0, summary_index: 0, delta }),
      ),
      named('response.output_item.done', { output_index: 0, item: xaiReasoning }),
      ...SAID.map((delta) => named('response.output_text.delta', { ...inMessage, delta })),
      named('response.output_text.done', { ...inMessage, text: TEXT, annotations, logprobs: [] }),
      named('response.output_item.done', { output_index: 1, item: xaiMessage }),
    ],
  ),
  'calls of tools': responses(
    xaiCalls,
    xaiCalls.flatMap((item, output_index) => [
      named('response.output_item.added', { output_index, item: { ...item, arguments: '', status: 'in_progress' } }),
      ...CALLS[output_index]!.input.map((delta) =>
        named('response.function_call_arguments.delta', { item_id: item.id, output_index, delta }),
      ),
      named('response.output_item.done', { output_index, item }),
    ]),
  ),
};

/** By provider, by what they show. Each is in the documented form of its provider. */
export const RICH_ANSWERS = { openai, anthropic, google, mistral, deepseek, xai, perplexity };

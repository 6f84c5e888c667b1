/** What an OpenAI-compatible provider says: whole, in chunks, and when it refuses. */

export const MOCK_USAGE = { prompt_tokens: 20, completion_tokens: 38, total_tokens: 58 };

/** Two tokens in each of the nineteen chunks that hold text; with role, end and usage a stream has 22. */
const WORDS = Array.from({ length: 19 }, (_, index) => `word ${index + 1} `);
export const MOCK_TEXT = WORDS.join('');

export interface MockToolCall {
  name: string;
  arguments: object;
}

const CREATED = 1_790_000_000;

export function wholeAnswer(
  model: string,
  { toolCall = null, finishReason = 'stop', usage = MOCK_USAGE as unknown, text = MOCK_TEXT }: WholeAnswer = {},
): string {
  const message = toolCall
    ? { role: 'assistant', content: null, tool_calls: [toolCallOf(toolCall)] }
    : { role: 'assistant', content: text, refusal: null };
  return JSON.stringify({
    id: 'chatcmpl-mock',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: toolCall ? 'tool_calls' : finishReason }],
    ...(usage !== null && { usage }),
    system_fingerprint: 'fp_mock',
  });
}

export interface WholeAnswer {
  toolCall?: MockToolCall | null;
  finishReason?: string;
  /** Null: none is told. */
  usage?: unknown;
  text?: string;
}

/** Server-sent events, each ready to be written; `[DONE]` is the last. */
export function streamedAnswer(
  model: string,
  { toolCall = null, finishReason = 'stop', usage = MOCK_USAGE as unknown, text }: WholeAnswer = {},
): string[] {
  const pieces = text === undefined ? WORDS : text.split(/(?<=\s)/u);
  const deltas: object[] = toolCall
    ? [{ role: 'assistant', content: null, tool_calls: [{ index: 0, ...toolCallOf(toolCall) }] }]
    : [{ role: 'assistant', content: '' }, ...pieces.map((content) => ({ content }))];
  const chunk = (delta: object, reason: string | null) => ({
    ...head(model),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  return [
    ...deltas.map((delta) => event(chunk(delta, null))),
    event(chunk({}, toolCall ? 'tool_calls' : finishReason)),
    ...(usage === null ? [] : [event({ ...head(model), choices: [], usage })]),
    'data: [DONE]\n\n',
  ];
}

/** A piece of reasoning as DeepSeek streams it. */
export const reasoningChunk = (model: string, text: string): string =>
  event({ ...head(model), choices: [{ index: 0, delta: { reasoning_content: text }, finish_reason: null }] });

export const errorOf = (message: string, type: string, code: string | null): string =>
  JSON.stringify({ error: { message, type, param: null, code } });

const head = (model: string) => ({
  id: 'chatcmpl-mock',
  object: 'chat.completion.chunk',
  created: CREATED,
  model,
  system_fingerprint: 'fp_mock',
});

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

const toolCallOf = (call: MockToolCall) => ({
  id: `call_${call.name}`,
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.arguments) },
});

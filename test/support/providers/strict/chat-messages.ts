import {
  type Body,
  firstOf,
  isGiven,
  isObject,
  list,
  type Offence,
  type Rule,
  rule,
  type SentRequest,
} from './rule.ts';

/** Messages of a request to an interface like OpenAI's chat completions. */
export const messagesOf = ({ body }: SentRequest): Body[] => list(body?.messages);
export const callsOf = (message: Body): Body[] => list(message?.tool_calls);
export const toolsOf = ({ body }: SentRequest): Body[] => list(body?.tools);
export const functionOf = (tool: Body): Record<string, Body> => (isObject(tool?.function) ? tool.function : {});

const DOCUMENTED = 'developers.openai.com/api/docs/guides/function-calling';

/** Of OpenAI, and of DeepSeek in the same words. */
export const PAIRING_RULES: readonly Rule[] = [
  rule(
    'tool-message-without-call',
    'A tool message follows the assistant message whose call it answers.',
    DOCUMENTED,
    (request) => {
      let pending = new Set<unknown>();
      return firstOf(messagesOf(request), (message, at) => {
        if (message?.role !== 'tool') {
          pending = new Set(message?.role === 'assistant' ? callsOf(message).map(({ id }) => id) : []);
          return null;
        }
        if (pending.has(message.tool_call_id)) return null;
        return {
          at: `messages[${at}]`,
          message: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          param: `messages.[${at}].role`,
          code: null,
        };
      });
    },
  ),
  rule(
    'call-answered-twice',
    'No two tool messages answer one call.',
    'agno-agi/agno#5116, fatwang2/search2ai#30',
    (request) => {
      let answered = new Set<unknown>();
      return firstOf(messagesOf(request), (message, at) => {
        if (message?.role !== 'tool') answered = new Set();
        else if (answered.has(message.tool_call_id)) return duplicate(message.tool_call_id, at);
        else answered.add(message.tool_call_id);
        return null;
      });
    },
  ),
  rule(
    'call-id-twice',
    'The calls of one assistant message have different ids.',
    'neuron-core/neuron-ai#46, openclaw/openclaw#47136',
    (request) =>
      firstOf(messagesOf(request), (message, at) => {
        const ids = callsOf(message).map(({ id }) => id);
        const twice = ids.find((id, place) => ids.indexOf(id) !== place);
        return twice === undefined ? null : duplicate(twice, at);
      }),
  ),
  rule(
    'call-unanswered',
    'Every call has a tool message before the conversation continues.',
    `${DOCUMENTED}; agno-agi/agno#4345, QwenLM/qwen-code#606`,
    (request) => {
      const messages = messagesOf(request);
      return firstOf(messages, (message, at) => {
        const rest = messages.slice(at + 1);
        const next = rest.findIndex((one) => one?.role !== 'tool');
        const answered = new Set((next === -1 ? rest : rest.slice(0, next)).map((one) => one?.tool_call_id));
        const missing = callsOf(message)
          .map(({ id }) => id)
          .filter((id) => !answered.has(id));
        if (missing.length === 0) return null;
        return {
          at: `messages[${at}].tool_calls`,
          message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(', ')}`,
          param: `messages.[${at + 1}].role`,
          code: null,
        };
      });
    },
  ),
];

const duplicate = (id: unknown, at: number): Offence => ({
  at: `messages[${at}]`,
  message: `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}' in messages[${at}].`,
  param: `messages[${at}]`,
  code: null,
});

/** Where a number isn't between its limits. */
export function outOfRange(
  body: Body,
  limits: Readonly<Record<string, readonly [least: number, most: number]>>,
): { key: string; value: number; limit: number; isAbove: boolean } | null {
  for (const [key, [least, most]] of Object.entries(limits)) {
    const value = body?.[key];
    if (!isGiven(value)) continue;
    if (typeof value !== 'number' || value > most) return { key, value, limit: most, isAbove: true };
    if (value < least) return { key, value, limit: least, isAbove: false };
  }
  return null;
}

export const stopsOf = (value: unknown): unknown[] => (typeof value === 'string' ? [value] : list(value));

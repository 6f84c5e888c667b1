import { callsOf, functionOf, messagesOf, outOfRange, toolsOf } from './chat-messages.ts';
import {
  type Body,
  bearerOf,
  type Dialect,
  firstOf,
  isGiven,
  isObject,
  list,
  type Offence,
  pathOf,
  type Rule,
  rule,
  textOf,
  unknownKey,
} from './rule.ts';

const REFERENCE = 'docs.mistral.ai/api, chat completions';
/** The library with which Mistral reads a request before it reaches a model. */
const LIBRARY = 'mistralai/mistral-common, protocol/instruct/validator.py';

const FIELDS = new Set(
  `model messages temperature top_p max_tokens stream stop random_seed metadata response_format tools tool_choice
  presence_penalty frequency_penalty n prediction parallel_tool_calls prompt_mode prompt_cache_key reasoning_effort
  guardrails safe_prompt document_image_limit document_page_limit stream_options`.split(/\s+/),
);
const MESSAGE_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  system: new Set(['role', 'content']),
  user: new Set(['role', 'content']),
  assistant: new Set(['role', 'content', 'tool_calls', 'prefix']),
  tool: new Set(['role', 'content', 'tool_call_id', 'name']),
};
const CALL_ID = /^[a-zA-Z0-9]{9}$/;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What may follow each role. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  system: ['user', 'assistant', 'system'],
  user: ['assistant', 'system', 'user'],
  assistant: ['assistant', 'user', 'tool'],
  tool: ['assistant', 'tool'],
};

/** What was refused by the shape of the request, before its meaning is read. */
interface Detail {
  type: string;
  loc: (string | number)[];
  msg: string;
}

const detail = (type: string, loc: (string | number)[], msg: string): Offence => ({
  at: loc.slice(1).join('.'),
  message: msg,
  type: JSON.stringify({ type, loc, msg } satisfies Detail),
});
const extra = (loc: (string | number)[]) => detail('extra_forbidden', loc, 'Extra inputs are not permitted');
const misplaced = (at: string, message: string): Offence => ({
  at,
  message,
  type: 'invalid_request_message_order',
  code: '3230',
});

const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  temperature: [0, 1.5],
  top_p: [0, 1],
  presence_penalty: [-2, 2],
  frequency_penalty: [-2, 2],
  max_tokens: [0, Number.MAX_SAFE_INTEGER],
  random_seed: [0, Number.MAX_SAFE_INTEGER],
};

const RULES: readonly Rule[] = [
  rule(
    'path',
    'The path exists at the provider.',
    REFERENCE,
    (request) =>
      pathOf(request).endsWith('/chat/completions')
        ? null
        : { at: 'path', message: 'no Route matched with those values' },
    404,
  ),
  rule(
    'key',
    'The key is sent as a bearer token.',
    REFERENCE,
    (request, { needsKey = true }) =>
      !needsKey || bearerOf(request) !== '' ? null : { at: 'authorization', message: 'Unauthorized' },
    401,
  ),
  rule(
    'unknown-field',
    'A request has no fields that the reference doesn’t list.',
    'mistralai/platform-docs-public#7, editor-code-assistant/eca#231, OpenHands/OpenHands-CLI#83',
    ({ body }) => {
      const key = unknownKey(body, FIELDS);
      return key === null ? null : extra(['body', key]);
    },
    422,
  ),
  rule(
    'role',
    'A role is system, user, assistant or tool.',
    REFERENCE,
    (request) =>
      firstOf(messagesOf(request), (message, at) =>
        Object.hasOwn(MESSAGE_FIELDS, String(message?.role))
          ? null
          : detail(
              'union_tag_invalid',
              ['body', 'messages', at],
              `Input tag '${message?.role}' found using 'role' does not match any of the expected tags: 'assistant', 'system', 'tool', 'user'`,
            ),
      ),
    422,
  ),
  rule(
    'unknown-message-field',
    'A message has no fields that the reference doesn’t list for its role.',
    'charmbracelet/crush#1590, BerriAI/litellm#30835, nomtek/mistralai_client_dart#44',
    (request) =>
      firstOf(messagesOf(request), (message, at) => {
        const key = unknownKey(message, MESSAGE_FIELDS[message.role]!);
        return key === null ? null : extra(['body', 'messages', at, message.role, key]);
      }),
    422,
  ),
  rule(
    'ranges',
    'Numbers are within the limits of the reference.',
    REFERENCE,
    ({ body }) => {
      const found = outOfRange(body, LIMITS);
      if (!found) return null;
      const { key, limit, isAbove } = found;
      const than = isAbove ? 'less than or equal to' : 'greater than or equal to';
      return detail(
        isAbove ? 'less_than_equal' : 'greater_than_equal',
        ['body', key],
        `Input should be ${than} ${limit}`,
      );
    },
    422,
  ),
  rule(
    'format',
    'The format is text, json_object or json_schema; a schema has a name.',
    REFERENCE,
    ({ body }) => {
      const format = body?.response_format;
      if (!isGiven(format)) return null;
      if (!['text', 'json_object', 'json_schema'].includes(format.type)) {
        return detail(
          'enum',
          ['body', 'response_format', 'type'],
          "Input should be 'text', 'json_object' or 'json_schema'",
        );
      }
      if (format.type !== 'json_schema') return null;
      const missing = ['name', 'schema'].find((key) => !isGiven(format.json_schema?.[key]));
      return missing === undefined
        ? null
        : detail('missing', ['body', 'response_format', 'json_schema', missing], 'Field required');
    },
    422,
  ),
  rule(
    'tool-choice',
    'tool_choice is auto, none, any, required or one function.',
    REFERENCE,
    ({ body }) =>
      !isGiven(body?.tool_choice) ||
      isObject(body.tool_choice) ||
      ['auto', 'none', 'any', 'required'].includes(body.tool_choice)
        ? null
        : detail('enum', ['body', 'tool_choice'], "Input should be 'auto', 'none', 'any' or 'required'"),
    422,
  ),
  rule('model', 'The model exists at the provider.', REFERENCE, ({ body }, { models }) =>
    models === undefined || models.includes(body?.model)
      ? null
      : { at: 'model', message: `Invalid model: ${body?.model}`, type: 'invalid_model', code: '1500' },
  ),
  rule('effort', 'Only reasoning models accept reasoning_effort.', `${LIBRARY}; @ai-sdk/mistral 4.0.87`, ({ body }) =>
    isGiven(body?.reasoning_effort) && !/magistral|mistral-(?:small|medium)/.test(body.model)
      ? {
          at: 'reasoning_effort',
          message: `reasoning_effort='${body.reasoning_effort}' is not supported for this model`,
          type: 'invalid_request_error',
        }
      : null,
  ),
  rule('no-messages', 'At least one message is required.', LIBRARY, (request) =>
    messagesOf(request).length === 0 ? misplaced('messages', 'Conversation must have at least one message') : null,
  ),
  rule('first-role', 'A single message is from the user or the system.', LIBRARY, (request) => {
    const [only, ...rest] = messagesOf(request);
    return rest.length > 0 || ['user', 'system'].includes(only.role)
      ? null
      : misplaced('messages.0', 'Conversation must start with a user message or system message');
  }),
  rule(
    'last-role',
    'The last message is from the user or a tool, or from the assistant as a prefix.',
    `${LIBRARY}; huggingface/smolagents#757, microsoft/autogen#5044`,
    (request) => {
      const messages = messagesOf(request);
      const last = messages.at(-1);
      return last.role !== 'assistant' || last.prefix === true
        ? null
        : misplaced(
            `messages.${messages.length - 1}`,
            'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
          );
    },
  ),
  rule('prefix-last', 'Only the last message is a prefix.', LIBRARY, (request) => {
    const messages = messagesOf(request);
    const at = messages.findIndex(({ prefix }, place) => prefix === true && place < messages.length - 1);
    return at === -1 ? null : misplaced(`messages.${at}`, 'Assistant message with prefix True must be last message');
  }),
  rule(
    'role-order',
    'A tool message is followed by the assistant or a tool, an assistant message not by the system, a user message not by a tool.',
    `${LIBRARY}; charmbracelet/crush#279, NousResearch/hermes-agent#84944`,
    (request) => {
      const messages = messagesOf(request);
      return firstOf(messages, ({ role }, at) => {
        const before = messages[at - 1]?.role;
        return before === undefined || AFTER[before]!.includes(role)
          ? null
          : misplaced(`messages.${at}`, `Unexpected role '${role}' after role '${before}'`);
      });
    },
  ),
  rule(
    'call-id',
    'The id of a call has nine letters and digits.',
    `${LIBRARY}; mnfst/llm-gateway#1182, sst/opencode#1680, langchain-ai/langchain#24668, editor-code-assistant/eca#233`,
    (request) =>
      firstOf(messagesOf(request), (message, at) => {
        const ids = message.role === 'tool' ? [message.tool_call_id] : callsOf(message).map(({ id }) => id);
        const bad = ids.find((id) => !CALL_ID.test(String(id)));
        return bad === undefined
          ? null
          : {
              at: `messages.${at}`,
              message: `Tool call id was ${bad} but must be a-z, A-Z, 0-9, with a length of 9.`,
              type: 'invalid_function_call',
              code: '3280',
            };
      }),
  ),
  rule('call-id-twice', 'The calls of one message have different ids.', LIBRARY, (request) =>
    firstOf(messagesOf(request), (message, at) => {
      const ids = callsOf(message).map(({ id }) => id);
      const twice = ids.find((id, place) => ids.indexOf(id) !== place);
      return twice === undefined
        ? null
        : misplaced(`messages.${at}`, `Duplicate tool call id ${twice} in assistant message`);
    }),
  ),
  rule('call-answered-twice', 'A call has only one result.', LIBRARY, (request) => {
    let seen = new Set<unknown>();
    return firstOf(messagesOf(request), ({ role, tool_call_id: id }, at) => {
      if (role === 'assistant') seen = new Set();
      if (role !== 'tool') return null;
      if (seen.has(id)) return misplaced(`messages.${at}`, `Duplicate tool call id ${id} in tool results`);
      seen.add(id);
      return null;
    });
  }),
  rule(
    'answer-without-call',
    'A tool message answers a call of the assistant message before it.',
    LIBRARY,
    (request) => {
      let pending: unknown[] = [];
      return firstOf(messagesOf(request), (message, at) => {
        if (message.role === 'assistant') pending = callsOf(message).map(({ id }) => id);
        if (message.role !== 'tool' || pending.includes(message.tool_call_id)) return null;
        return misplaced(`messages.${at}`, `Unexpected tool call id ${message.tool_call_id} in tool results`);
      });
    },
  ),
  rule(
    'call-unanswered',
    'Every call is answered.',
    `${LIBRARY}; mistralai/client-ts#106, partITech/php-mistral#57`,
    (request) => {
      let open = 0;
      const offence = (at: number) =>
        misplaced(`messages.${at}`, 'Not the same number of function calls and responses');
      const messages = messagesOf(request);
      const found = firstOf(messages, (message, at) => {
        if (message.role === 'tool') open--;
        if (message.role !== 'assistant') return null;
        if (open !== 0) return offence(at);
        open = callsOf(message).length;
        return null;
      });
      return found ?? (open === 0 ? null : offence(messages.length - 1));
    },
  ),
  rule(
    'assistant-empty',
    'A message of the assistant has a content or calls.',
    `${LIBRARY}; OpenHands/OpenHands#8685, solbrowse/extension#16`,
    (request) =>
      firstOf(messagesOf(request), (message, at) =>
        message.role !== 'assistant' || callsOf(message).length > 0 || hasContent(message)
          ? null
          : {
              at: `messages.${at}`,
              message: 'Assistant message must have either content or tool_calls, but not none.',
              type: 'invalid_request_assistant_message',
              code: '3240',
            },
      ),
  ),
  rule('call-name', 'The name of a function has at most 64 letters, digits, _ and -.', LIBRARY, (request) =>
    firstOf(messagesOf(request), (message, at) => {
      const names = message.role === 'tool' ? [message.name] : callsOf(message).map((call) => functionOf(call).name);
      const bad = names.find((name) => isGiven(name) && !NAME.test(name));
      return bad === undefined ? null : badName(`messages.${at}`, bad);
    }),
  ),
  rule('tool-name', 'The name of a tool has at most 64 letters, digits, _ and -.', LIBRARY, (request) =>
    firstOf(toolsOf(request), (tool, at) => {
      const { name } = functionOf(tool);
      return NAME.test(String(name)) ? null : badName(`tools.${at}.function.name`, name);
    }),
  ),
  rule('tool-schema', 'The parameters of a tool are a valid schema of draft 7.', LIBRARY, (request) =>
    firstOf(toolsOf(request), (tool, at) => {
      const { parameters } = functionOf(tool);
      const wrong = wrongIn(parameters);
      return wrong === null
        ? null
        : {
            at: `tools.${at}.function.parameters`,
            message: `Invalid tool schema: ${wrong}`,
            type: 'invalid_request_tool_schema',
            code: '3270',
          };
    }),
  ),
];

const hasContent = ({ content }: Body) =>
  textOf(content) !== '' || list(content).some((part) => isObject(part) && part.type !== 'text');

const badName = (at: string, name: unknown): Offence => ({
  at,
  message: `Function name was ${name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`,
  type: 'invalid_function_call',
  code: '3280',
});

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

/** What no draft since 7 allows at the root. */
function wrongIn(schema: unknown): string | null {
  if (!isObject(schema)) return `${JSON.stringify(schema)} is not of type 'object', 'boolean'`;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((one) => one !== undefined && !TYPES.includes(one));
  if (type !== undefined) return `'${type}' is not valid under any of the given schemas`;
  if (schema.properties !== undefined && !isObject(schema.properties)) {
    return `${JSON.stringify(schema.properties)} is not of type 'object'`;
  }
  return schema.required !== undefined && !Array.isArray(schema.required)
    ? `${JSON.stringify(schema.required)} is not of type 'array'`
    : null;
}

/** Mistral's chat completions. */
export const MISTRAL_CHAT: Dialect = {
  rules: RULES,
  errorOf: ({ message, type, code }, status) => {
    if (status === 401 || status === 404) return { message, request_id: 'ec1f2c7b0e0f4d0fa9b7d6d6e0f1a2b3' };
    if (status === 422) {
      const found = JSON.parse(type!) as Detail;
      return {
        object: 'error',
        message: { detail: [{ ...found, input: null }] },
        type: 'invalid_request_error',
        param: null,
        code: null,
      };
    }
    return { object: 'error', message, type: type ?? 'invalid_request_error', param: null, code: code ?? null };
  },
};

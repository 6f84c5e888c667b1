import { callsOf, functionOf, messagesOf, outOfRange, PAIRING_RULES, stopsOf, toolsOf } from './chat-messages.ts';
import { formatSchemaRules, functionSchemaRules, type SentSchema, strictSchemaRules } from './openai-schemas.ts';
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
  type SentRequest,
  textOf,
  unknownKey,
} from './rule.ts';

const REFERENCE = 'developers.openai.com/api/reference, create a chat completion';
const REASONING = 'developers.openai.com/api/docs/guides/reasoning, limitations';

export const openAiError = ({ message, type, param, code }: Offence, status: number) => ({
  error: {
    message,
    type: type ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    param: param ?? null,
    code: code ?? null,
  },
});

/** Models that think; their interface takes less. */
export const isReasoning = (model: unknown): boolean => /^(?:gpt-[5-9]|o\d)/.test(String(model));
/** Models that take what others take when they are told not to think. */
const CAN_STOP_REASONING = /^gpt-(?:6-luna|6-sol|6\.1-terra|5\.[1-9])/;
export const EFFORTS = ['none', 'low', 'medium', 'high', 'xhigh'];

export const modelRule = (source: string): Rule =>
  rule(
    'model',
    'The model exists at the provider.',
    source,
    ({ body }, { models }) =>
      models === undefined || models.includes(body?.model)
        ? null
        : {
            at: 'model',
            message: `The model \`${body?.model}\` does not exist or you do not have access to it.`,
            code: 'model_not_found',
          },
    404,
  );

export const keyRule = (source: string): Rule =>
  rule(
    'key',
    'The key is sent as a bearer token.',
    source,
    (request, { needsKey = true }) =>
      !needsKey || bearerOf(request) !== ''
        ? null
        : {
            at: 'authorization',
            message:
              "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
          },
    401,
  );

export const pathRule = (source: string, path: RegExp): Rule =>
  rule(
    'path',
    'The path exists at the provider.',
    source,
    (request) => (path.test(pathOf(request)) ? null : { at: 'path', message: `Invalid URL (POST ${pathOf(request)})` }),
    404,
  );

const FIELDS = new Set(
  `model messages audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens
  metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options
  prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream
  stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options`.split(/\s+/),
);

const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];

const tooLong = (at: string, most: number, length: number): Offence => ({
  at,
  message: `Invalid '${at}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
  param: at,
  code: 'string_above_max_length',
});
const tooMany = (at: string, most: number, length: number): Offence => ({
  at,
  message: `Invalid '${at}': array too long. Expected an array with maximum length ${most}, but got an array with length ${length} instead.`,
  param: at,
  code: 'array_above_max_length',
});
const tooFew = (at: string): Offence => ({
  at,
  message: `Invalid '${at}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
  param: at,
  code: 'empty_array',
});
const badPattern = (at: string, pattern: string): Offence => ({
  at,
  message: `Invalid '${at}': string does not match pattern. Expected a string that matches the pattern '${pattern}'.`,
  param: at,
  code: 'invalid_value',
});
const unsupported = (at: string): Offence => ({
  at,
  message: `Unsupported parameter: '${at}' is not supported with this model.`,
  param: at,
  code: 'unsupported_parameter',
});
export const openAi = { tooLong, tooMany, tooFew, badPattern, unsupported };

const functionSchemas = (request: SentRequest): SentSchema[] =>
  toolsOf(request)
    .map(functionOf)
    .flatMap((one, at) =>
      one.parameters === undefined
        ? []
        : [
            {
              of: `function '${one.name}'`,
              schema: one.parameters,
              isStrict: one.strict === true,
              param: `tools[${at}].function.parameters`,
              code: 'invalid_function_parameters',
            },
          ],
    );

const formatOf = ({ body }: SentRequest): Record<string, Body> =>
  isObject(body?.response_format) ? body.response_format : {};

const formatSchemas = (request: SentRequest): SentSchema[] => {
  const { type, json_schema: format } = formatOf(request);
  if (type !== 'json_schema' || !isObject(format) || format.schema === undefined) return [];
  return [
    {
      of: `response_format '${format.name}'`,
      schema: format.schema,
      isStrict: format.strict === true,
      param: 'response_format',
      code: null,
    },
  ];
};

/** What a model doesn't take while it thinks. */
const takesSampling = (body: Body) =>
  !isReasoning(body?.model) || (CAN_STOP_REASONING.test(body.model) && body.reasoning_effort === 'none');

export const NAME = /^[a-zA-Z0-9_-]+$/;

/** Names of tools, declared and called. */
function nameOffence(at: string, name: unknown): Offence | null {
  if (typeof name !== 'string' || !NAME.test(name)) return badPattern(at, '^[a-zA-Z0-9_-]+$');
  return name.length > 64 ? tooLong(at, 64, name.length) : null;
}

const RULES: readonly Rule[] = [
  pathRule(REFERENCE, /\/chat\/completions$/),
  keyRule('developers.openai.com/api/reference, authentication'),
  modelRule(REFERENCE),
  rule('unknown-field', 'A request has no fields that the reference doesn’t list.', REFERENCE, ({ body }) => {
    const key = unknownKey(body, FIELDS);
    return key === null ? null : { at: key, message: `Unrecognized request argument supplied: ${key}` };
  }),
  rule('no-messages', 'At least one message is required.', REFERENCE, (request) =>
    messagesOf(request).length === 0 ? tooFew('messages') : null,
  ),
  rule('role', 'A role is system, developer, user, assistant, tool or function.', REFERENCE, (request) =>
    firstOf(messagesOf(request), (message, at) =>
      ROLES.includes(message?.role)
        ? null
        : {
            at: `messages[${at}].role`,
            message: `Invalid value: '${message?.role}'. Supported values are: '${ROLES.join("', '")}'.`,
            param: `messages[${at}].role`,
            code: 'invalid_value',
          },
    ),
  ),
  rule('content', 'A message has a content; only an assistant message with calls may lack it.', REFERENCE, (request) =>
    firstOf(messagesOf(request), (message, at) => {
      const { content } = message;
      if (Array.isArray(content)) return content.length === 0 ? tooFew(`messages[${at}].content`) : null;
      const mayLack = message.role === 'assistant' && (callsOf(message).length > 0 || isGiven(message.refusal));
      if (typeof content === 'string' || (mayLack && !isGiven(content))) return null;
      return {
        at: `messages[${at}].content`,
        message: `Invalid value for 'content': expected a string, got ${content === undefined ? 'null' : JSON.stringify(content)}.`,
        param: `messages.[${at}].content`,
      };
    }),
  ),
  rule('long-content', 'A text of a message has at most 10,485,760 characters.', 'VectorlyApp/bluebox#31', (request) =>
    firstOf(messagesOf(request), (message, at) => {
      const length = textOf(message?.content).length;
      return length > 10_485_760 ? tooLong(`messages[${at}].content`, 10_485_760, length) : null;
    }),
  ),
  rule(
    'message-name',
    'The name of a message has letters, digits, _ and -.',
    'FlowiseAI/Flowise#2948, ag2ai/ag2#451',
    (request) =>
      firstOf(messagesOf(request), (message, at) =>
        !isGiven(message?.name) || NAME.test(message.name)
          ? null
          : badPattern(`messages[${at}].name`, '^[a-zA-Z0-9_-]+$'),
      ),
  ),
  rule('no-calls', 'A list of calls in a message isn’t empty.', REFERENCE, (request) =>
    firstOf(messagesOf(request), (message, at) =>
      Array.isArray(message?.tool_calls) && message.tool_calls.length === 0
        ? tooFew(`messages[${at}].tool_calls`)
        : null,
    ),
  ),
  rule(
    'call-id-length',
    'The id of a call has at most 64 characters (40 with models before GPT-5).',
    'openclaw/openclaw#875, agno-agi/agno#5382, vercel/ai#8132',
    (request) => {
      const most = isReasoning(request.body?.model) ? 64 : 40;
      return firstOf(messagesOf(request), (message, at) => {
        const calls = callsOf(message);
        const long = calls.findIndex(({ id }) => typeof id !== 'string' || id.length > most);
        if (long !== -1) {
          return tooLong(`messages[${at}].tool_calls[${long}].id`, most, String(calls[long]!.id).length);
        }
        const id = message?.tool_call_id;
        return typeof id === 'string' && id.length > most
          ? tooLong(`messages[${at}].tool_call_id`, most, id.length)
          : null;
      });
    },
  ),
  rule('call-name', 'The name of a called function has at most 64 letters, digits, _ and -.', REFERENCE, (request) =>
    firstOf(messagesOf(request), (message, at) =>
      firstOf(callsOf(message), (call, place) =>
        nameOffence(`messages[${at}].tool_calls[${place}].function.name`, functionOf(call).name),
      ),
    ),
  ),
  rule('call-arguments', 'The arguments of a call are a string.', REFERENCE, (request) =>
    firstOf(messagesOf(request), (message, at) =>
      firstOf(callsOf(message), (call, place) => {
        const param = `messages[${at}].tool_calls[${place}].function.arguments`;
        const value = functionOf(call).arguments;
        return typeof value === 'string'
          ? null
          : {
              at: param,
              message: `Invalid type for '${param}': expected a string, but got ${isGiven(value) ? `an ${typeof value}` : 'null'} instead.`,
              param,
              code: 'invalid_type',
            };
      }),
    ),
  ),
  ...PAIRING_RULES,
  rule('no-tools', 'A list of tools isn’t empty.', REFERENCE, ({ body }) =>
    Array.isArray(body?.tools) && body.tools.length === 0 ? tooFew('tools') : null,
  ),
  rule(
    'many-tools',
    'At most 128 tools are allowed.',
    'vishalmysore/Tools4AI#16, zed-industries/zed#32946',
    (request) => (toolsOf(request).length > 128 ? tooMany('tools', 128, toolsOf(request).length) : null),
  ),
  rule('tool-name', 'The name of a tool has at most 64 letters, digits, _ and -.', REFERENCE, (request) =>
    firstOf(toolsOf(request), (tool, at) => nameOffence(`tools[${at}].function.name`, functionOf(tool).name)),
  ),
  rule(
    'tool-description-length',
    'The description of a tool has at most 1,024 characters.',
    'getsentry/sentry-mcp#106, OpenHands/OpenHands#4838',
    (request) =>
      firstOf(toolsOf(request), (tool, at) => {
        const { length } = String(functionOf(tool).description ?? '');
        return length > 1_024 ? tooLong(`tools[${at}].function.description`, 1_024, length) : null;
      }),
  ),
  rule('tool-choice-alone', 'tool_choice requires tools.', REFERENCE, (request) =>
    isGiven(request.body?.tool_choice) && toolsOf(request).length === 0 && !list(request.body?.functions).length
      ? {
          at: 'tool_choice',
          message: "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
          param: 'tool_choice',
        }
      : null,
  ),
  rule('parallel-calls-alone', 'parallel_tool_calls requires tools.', REFERENCE, (request) =>
    isGiven(request.body?.parallel_tool_calls) && toolsOf(request).length === 0
      ? {
          at: 'parallel_tool_calls',
          message:
            "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
          param: 'parallel_tool_calls',
        }
      : null,
  ),
  rule('tool-choice-name', 'A tool that must be called is one of the tools.', REFERENCE, (request) => {
    const name = request.body?.tool_choice?.function?.name;
    return name === undefined || toolsOf(request).some((tool) => functionOf(tool).name === name)
      ? null
      : {
          at: 'tool_choice',
          message: `Invalid value for 'tool_choice': tool choice function '${name}' not found in 'tools' parameter.`,
          param: 'tool_choice',
        };
  }),
  ...functionSchemaRules(functionSchemas),
  rule('format-type', 'The format is text, json_object or json_schema.', REFERENCE, (request) => {
    const { type } = formatOf(request);
    return request.body?.response_format === undefined || ['text', 'json_object', 'json_schema'].includes(type)
      ? null
      : {
          at: 'response_format.type',
          message: `Invalid value: '${type}'. Supported values are: 'json_object', 'json_schema', and 'text'.`,
          param: 'response_format.type',
          code: 'invalid_value',
        };
  }),
  rule('format-name', 'A format has a name of at most 64 letters, digits, _ and -.', REFERENCE, (request) => {
    const { type, json_schema: format } = formatOf(request);
    return type === 'json_schema' ? nameOffence('response_format.json_schema.name', format?.name) : null;
  }),
  ...formatSchemaRules(formatSchemas),
  ...strictSchemaRules((request) => [...functionSchemas(request), ...formatSchemas(request)]),
  rule(
    'json-word',
    'With json_object the messages contain the word JSON.',
    'developers.openai.com/api/docs/guides/structured-outputs, JSON mode',
    (request) =>
      formatOf(request).type !== 'json_object' ||
      messagesOf(request).some((message) => /json/i.test(textOf(message?.content)))
        ? null
        : {
            at: 'messages',
            message:
              "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
            param: 'messages',
          },
  ),
  rule('stop-count', 'At most 4 stop sequences are allowed.', REFERENCE, ({ body }) =>
    stopsOf(body?.stop).length > 4 ? tooMany('stop', 4, stopsOf(body.stop).length) : null,
  ),
  rule(
    'max-tokens',
    'A reasoning model accepts max_completion_tokens instead of max_tokens.',
    `${REASONING}; pickle-com/glass#227`,
    ({ body }) =>
      isReasoning(body?.model) && isGiven(body.max_tokens)
        ? {
            ...unsupported('max_tokens'),
            message:
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          }
        : null,
  ),
  rule(
    'sampling',
    'A reasoning model accepts no temperature, top_p or logprobs; some accept them with effort none.',
    `${REASONING}; OpenHands/software-agent-sdk#1837`,
    ({ body }) => {
      const key = ['temperature', 'top_p', 'logprobs', 'top_logprobs'].find((one) => isGiven(body?.[one]));
      return key === undefined || takesSampling(body) ? null : unsupported(key);
    },
  ),
  rule('penalties', 'A reasoning model accepts no penalties and no logit_bias.', REASONING, ({ body }) => {
    const key = ['frequency_penalty', 'presence_penalty', 'logit_bias'].find((one) => isGiven(body?.[one]));
    return key === undefined || !isReasoning(body.model) ? null : unsupported(key);
  }),
  rule(
    'effort',
    'The model supports the effort.',
    `${REFERENCE}; livekit/agents#7169; @ai-sdk/openai 4.0.118, openai-model-catalog.ts`,
    ({ body }) => {
      const effort = body?.reasoning_effort;
      if (!isGiven(effort)) return null;
      if (!isReasoning(body.model)) return unsupported('reasoning_effort');
      const efforts = CAN_STOP_REASONING.test(body.model) ? EFFORTS : EFFORTS.slice(1);
      return efforts.includes(effort)
        ? null
        : {
            at: 'reasoning_effort',
            message: `Unsupported value: 'reasoning_effort' does not support '${effort}' with this model. Supported values are: '${efforts.join("', '")}'.`,
            param: 'reasoning_effort',
            code: 'unsupported_value',
          };
    },
  ),
  rule('verbosity', 'The verbosity is low, medium or high.', REFERENCE, ({ body }) =>
    !isGiven(body?.verbosity) || ['low', 'medium', 'high'].includes(body.verbosity)
      ? null
      : {
          at: 'verbosity',
          message: `Invalid value: '${body.verbosity}'. Supported values are: 'low', 'medium', and 'high'.`,
          param: 'verbosity',
          code: 'invalid_value',
        },
  ),
  rule('ranges', 'Numbers are within the limits of the reference.', REFERENCE, ({ body }) =>
    rangeOffence(body, {
      temperature: [0, 2],
      top_p: [0, 1],
      frequency_penalty: [-2, 2],
      presence_penalty: [-2, 2],
      n: [1, 128],
      max_tokens: [1, Number.MAX_SAFE_INTEGER],
      max_completion_tokens: [1, Number.MAX_SAFE_INTEGER],
      top_logprobs: [0, 20],
    }),
  ),
  rule('stream-options', 'stream_options requires stream.', REFERENCE, ({ body }) =>
    isGiven(body?.stream_options) && body.stream !== true
      ? {
          at: 'stream_options',
          message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
          param: 'stream_options',
        }
      : null,
  ),
  rule('metadata-stored', 'metadata requires store.', REFERENCE, ({ body }) =>
    isGiven(body?.metadata) && body.store !== true
      ? {
          at: 'metadata',
          message: "The 'metadata' parameter is only allowed when 'store' is enabled.",
          param: 'metadata',
        }
      : null,
  ),
  rule(
    'identifier-length',
    'A cache key, a safety identifier and a user have at most 64 characters.',
    REFERENCE,
    ({ body }) => {
      const key = ['prompt_cache_key', 'safety_identifier', 'user'].find(
        (one) => String(body?.[one] ?? '').length > 64,
      );
      return key === undefined ? null : tooLong(key, 64, body[key].length);
    },
  ),
  rule(
    'cache-retention',
    'GPT-6 accepts no prompt_cache_retention.',
    'developers.openai.com/api/docs/guides/prompt-caching; @ai-sdk/openai 4.0.118, openai-model-catalog.ts',
    ({ body }) =>
      isGiven(body?.prompt_cache_retention) && /^gpt-[6-9]/.test(body.model)
        ? unsupported('prompt_cache_retention')
        : null,
  ),
];

export function rangeOffence(
  body: Body,
  limits: Readonly<Record<string, readonly [least: number, most: number]>>,
): Offence | null {
  const found = outOfRange(body, limits);
  if (!found) return null;
  const { key, value, limit, isAbove } = found;
  const kind = Number.isInteger(limit) && !['temperature', 'top_p'].includes(key) ? 'integer' : 'decimal';
  return {
    at: key,
    message: `Invalid '${key}': ${kind} ${isAbove ? 'above maximum' : 'below minimum'} value. Expected a value ${isAbove ? '<=' : '>='} ${limit}, but got ${value} instead.`,
    param: key,
    code: `${kind}_${isAbove ? 'above_max' : 'below_min'}_value`,
  };
}

/** OpenAI's chat completions. */
export const OPENAI_CHAT: Dialect = { rules: RULES, errorOf: openAiError };

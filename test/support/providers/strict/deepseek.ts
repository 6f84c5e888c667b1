import { callsOf, functionOf, messagesOf, outOfRange, PAIRING_RULES, stopsOf, toolsOf } from './chat-messages.ts';
import { functionSchemaRules, strictSchemaRules } from './openai-schemas.ts';
import {
  type Body,
  bearerOf,
  type Dialect,
  firstOf,
  isGiven,
  type Offence,
  pathOf,
  type Rule,
  rule,
  type SentRequest,
  textOf,
} from './rule.ts';

const REFERENCE = 'api-docs.deepseek.com/api/create-chat-completion';
const THINKING = 'api-docs.deepseek.com/guides/thinking_mode';
const CALLS = 'api-docs.deepseek.com/guides/tool_calls';

const ROLES = ['system', 'user', 'assistant', 'tool'];
/** The models think unless they are told not to. */
const thinks = ({ body }: SentRequest) => body?.thinking?.type !== 'disabled' && !/chat/.test(body?.model);
const isBeta = (request: SentRequest) => pathOf(request).includes('/beta/');

const unread = (at: string, what: string): Offence => ({
  at,
  message: `Failed to deserialize the JSON body into the target type: ${at}: ${what} at line 1 column 27`,
});

const functionSchemas = (request: SentRequest) =>
  toolsOf(request)
    .map(functionOf)
    .map((one, at) => ({
      of: `function '${one.name}'`,
      schema: one.parameters ?? { type: 'object', properties: {} },
      isStrict: one.strict === true,
      param: `tools[${at}].function.parameters`,
      code: 'invalid_request_error',
    }));

const RULES: readonly Rule[] = [
  rule(
    'path',
    'The path exists at the provider.',
    REFERENCE,
    (request) => (pathOf(request).endsWith('/chat/completions') ? null : { at: 'path', message: 'Not Found' }),
    404,
  ),
  rule(
    'key',
    'The key is sent as a bearer token.',
    'api-docs.deepseek.com/quick_start/error_codes',
    (request, { needsKey = true }) =>
      !needsKey || bearerOf(request) !== ''
        ? null
        : {
            at: 'authorization',
            message: 'Authentication Fails (auth header format should be Bearer sk-...)',
            type: 'authentication_error',
          },
    401,
  ),
  rule('model', 'The model exists at the provider.', REFERENCE, ({ body }, { models }) =>
    models === undefined || models.includes(body?.model)
      ? null
      : { at: 'model', message: `Model Not Exist: the model ${body?.model} does not exist` },
  ),
  rule('no-messages', 'At least one message is required.', REFERENCE, (request) =>
    messagesOf(request).length === 0 ? { at: 'messages', message: 'Empty input messages' } : null,
  ),
  rule(
    'role',
    'A role is system, user, assistant or tool.',
    'icebear0828/codex-proxy#589, eclipse-theia/theia#15144, earendil-works/pi#7603',
    (request) =>
      firstOf(messagesOf(request), (message, at) =>
        ROLES.includes(message?.role)
          ? null
          : unread(
              `messages[${at}].role`,
              `unknown variant \`${message?.role}\`, expected one of \`system\`, \`user\`, \`assistant\`, \`tool\`, \`latest_reminder\``,
            ),
      ),
  ),
  rule('content', 'A message has a content; only an assistant message may lack it.', REFERENCE, (request) =>
    firstOf(messagesOf(request), (message, at) =>
      isGiven(message.content) || message.role === 'assistant'
        ? null
        : unread(`messages[${at}]`, 'missing field `content`'),
    ),
  ),
  rule('assistant-empty', 'A message of the assistant has a content or calls.', REFERENCE, (request) =>
    firstOf(messagesOf(request), (message, at) =>
      message.role !== 'assistant' || textOf(message.content) !== '' || callsOf(message).length > 0
        ? null
        : { at: `messages[${at}]`, message: 'Invalid assistant message: content or tool_calls must be set' },
    ),
  ),
  rule(
    'last-role',
    'The last message is from the user or a tool. An assistant prefix is only accepted below /beta.',
    'api-docs.deepseek.com/guides/chat_prefix_completion',
    (request) => {
      const messages = messagesOf(request);
      const last = messages.at(-1);
      if (last.role !== 'assistant' || (last.prefix === true && isBeta(request))) return null;
      return {
        at: `messages[${messages.length - 1}]`,
        message:
          'The last message must be a user message, or an assistant message with prefix mode on (refer to https://api-docs.deepseek.com/guides/chat_prefix_completion).',
      };
    },
  ),
  ...PAIRING_RULES,
  rule(
    'reasoning-after-calls',
    'While the model thinks, a message of the assistant with calls carries the reasoning that led to them.',
    `${THINKING}; danny-avila/LibreChat#12836, borawong/AiMaMi#8`,
    (request) =>
      firstOf(messagesOf(request), (message, at) =>
        !thinks(request) || callsOf(message).length === 0 || message.reasoning_content
          ? null
          : {
              at: `messages[${at}].reasoning_content`,
              message: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
            },
      ),
  ),
  rule('many-tools', 'At most 128 tools are allowed.', REFERENCE, (request) =>
    toolsOf(request).length > 128
      ? {
          at: 'tools',
          message: `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${toolsOf(request).length} instead.`,
        }
      : null,
  ),
  rule('tool-name', 'The name of a tool has at most 64 letters, digits, _ and -.', REFERENCE, (request) =>
    firstOf(toolsOf(request), (tool, at) =>
      /^[a-zA-Z0-9_-]{1,64}$/.test(String(functionOf(tool).name))
        ? null
        : {
            at: `tools[${at}].function.name`,
            message: `Invalid 'tools[${at}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
          },
    ),
  ),
  rule(
    'tool-choice-thinking',
    'While the model thinks, no tool is forced.',
    'deepseek-ai/DeepSeek-V3#1376, BerriAI/litellm#37470, JetBrains/koog#2179',
    (request) => {
      const choice = request.body?.tool_choice;
      return thinks(request) && isGiven(choice) && !['auto', 'none'].includes(choice)
        ? { at: 'tool_choice', message: 'Thinking mode does not support this tool_choice' }
        : null;
    },
  ),
  rule(
    'strict-beta',
    'Strict tools are only accepted below /beta, where all tools must be strict.',
    `${CALLS}, strict mode`,
    (request) => {
      const strict = toolsOf(request).filter((tool) => functionOf(tool).strict === true);
      return strict.length === 0 || (isBeta(request) && strict.length === toolsOf(request).length)
        ? null
        : {
            at: 'tools',
            message: 'Function strict mode is only available on the beta endpoint, for all functions of a request.',
          };
    },
  ),
  ...functionSchemaRules(functionSchemas),
  // A choice at the root is refused for every function.
  ...strictSchemaRules(functionSchemas).filter(({ name }) => name !== 'strict-root-any-of'),
  rule(
    'format',
    'The format is text or json_object.',
    'api-docs.deepseek.com/guides/json_mode; "This response_format type is unavailable now", as public clients handle it',
    ({ body }) =>
      !isGiven(body?.response_format) || ['text', 'json_object'].includes(body.response_format.type)
        ? null
        : { at: 'response_format', message: 'This response_format type is unavailable now' },
  ),
  rule(
    'json-word',
    'With json_object the messages contain the word JSON.',
    'api-docs.deepseek.com/guides/json_mode',
    (request) =>
      request.body?.response_format?.type !== 'json_object' ||
      messagesOf(request).some((message) => /json/i.test(textOf(message.content)))
        ? null
        : {
            at: 'messages',
            message: "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
          },
  ),
  rule('stop-count', 'At most 16 stop sequences are allowed.', REFERENCE, ({ body }) =>
    stopsOf(body?.stop).length > 16
      ? {
          at: 'stop',
          message: `Invalid 'stop': array too long. Expected an array with maximum length 16, but got an array with length ${stopsOf(body.stop).length} instead.`,
        }
      : null,
  ),
  rule(
    'logprobs-thinking',
    'While the model thinks, logprobs aren’t available.',
    'api-docs.deepseek.com/zh-cn/guides/reasoning_model',
    (request) => {
      const key = ['logprobs', 'top_logprobs'].find((one) => request.body?.[one]);
      return key === undefined || !thinks(request)
        ? null
        : { at: key, message: `Thinking mode does not support ${key}` };
    },
  ),
  rule('effort', 'The effort is one that the reference lists.', THINKING, ({ body }) =>
    !isGiven(body?.reasoning_effort) ||
    ['minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra'].includes(body.reasoning_effort)
      ? null
      : unread(
          'reasoning_effort',
          `unknown variant \`${body.reasoning_effort}\`, expected one of \`low\`, \`high\`, \`max\``,
        ),
  ),
  rule('ranges', 'Numbers are within the limits of the reference.', REFERENCE, ({ body }) => {
    const found = outOfRange(body, {
      temperature: [0, 2],
      top_p: [0, 1],
      frequency_penalty: [-2, 2],
      presence_penalty: [-2, 2],
      max_tokens: [1, 393_216],
      top_logprobs: [0, 20],
    });
    if (!found) return null;
    const { key, isAbove, limit } = found;
    return { at: key, message: `Invalid ${key} value, it must be ${isAbove ? 'at most' : 'at least'} ${limit}` };
  }),
  rule('user-id', 'A user id has at most 512 letters, digits, _ and -.', REFERENCE, ({ body }) =>
    !isGiven(body?.user_id) || /^[a-zA-Z0-9_-]{1,512}$/.test(body.user_id)
      ? null
      : {
          at: 'user_id',
          message: "Invalid user_id: it must match '^[a-zA-Z0-9\\-_]+$' and have at most 512 characters",
        },
  ),
];

/** DeepSeek's chat completions. */
export const DEEPSEEK_CHAT: Dialect = {
  rules: RULES,
  errorOf: ({ message, type, param, code }: Offence): Body => ({
    error: {
      message,
      type: type ?? 'invalid_request_error',
      param: param ?? null,
      code: code ?? type ?? 'invalid_request_error',
    },
  }),
};

import { callsOf, messagesOf, outOfRange } from './chat-messages.ts';
import { bearerOf, type Dialect, firstOf, isGiven, isObject, type Offence, pathOf, type Rule, rule } from './rule.ts';
import { findSchema, isObjectSchema, isRecursive, keysOf } from './schemas.ts';

const REFERENCE = 'docs.perplexity.ai/api-reference, chat completions';
const OUTPUTS = 'docs.perplexity.ai/docs/grounded-llm/output-control/structured-outputs';

const atBody = (place: string, what: string): Offence => ({
  at: place.replaceAll(' -> ', '.'),
  message: `["At body -> ${place}: ${what}"]`,
  type: 'bad_request',
});
const misplaced = (at: string, message: string): Offence => ({ at, message, type: 'invalid_message' });

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
    REFERENCE,
    (request, { needsKey = true }) =>
      !needsKey || bearerOf(request) !== '' ? null : { at: 'authorization', message: '401 Authorization Required' },
    401,
  ),
  rule('model', 'The model exists at the provider.', REFERENCE, ({ body }, { models }) =>
    models === undefined || models.includes(body?.model)
      ? null
      : {
          at: 'model',
          message: `Invalid model '${body?.model}'. Permitted models can be found in the documentation at https://docs.perplexity.ai/guides/model-cards.`,
          type: 'invalid_model',
        },
  ),
  rule('no-messages', 'At least one message is required.', REFERENCE, (request) =>
    messagesOf(request).length === 0
      ? atBody('messages', 'List should have at least 1 item after validation, not 0')
      : null,
  ),
  rule('role', 'A role is system, user or assistant.', 'BerriAI/litellm#11665', (request) =>
    firstOf(messagesOf(request), (message, at) =>
      ['system', 'user', 'assistant'].includes(message?.role)
        ? null
        : atBody(`messages -> ${at} -> role`, "Input should be 'system', 'user' or 'assistant'"),
    ),
  ),
  rule('content', 'Every message has a content.', 'BerriAI/litellm#11665', (request) =>
    firstOf(messagesOf(request), (message, at) =>
      isGiven(message.content) ? null : atBody(`messages -> ${at} -> content`, 'Field required'),
    ),
  ),
  rule(
    'tools',
    'A request has neither tools nor calls.',
    'BerriAI/litellm#11665; docs.perplexity.ai/docs/sonar/openai-compatibility',
    (request) => {
      const called = messagesOf(request).findIndex((message) => callsOf(message).length > 0);
      const at = ['tools', 'tool_choice', 'parallel_tool_calls'].find((key) => isGiven(request.body?.[key]));
      if (at === undefined && called === -1) return null;
      return {
        at: at ?? `messages.${called}.tool_calls`,
        message: 'Tool calling is not supported for this model',
        type: 'bad_request',
      };
    },
  ),
  rule(
    'alternation',
    'After the system messages at the beginning, user and assistant alternate and the user begins.',
    'perplexityai/api-discussion#265, danny-avila/LibreChat#3048, FoundationAgents/OpenManus#580',
    (request) => {
      const messages = messagesOf(request);
      const first = messages.findIndex(({ role }) => role !== 'system');
      return firstOf(messages, ({ role }, at) => {
        if (first !== -1 && at < first) return null;
        const expected = (at - first) % 2 === 0 ? 'user' : 'assistant';
        return first !== -1 && role === expected
          ? null
          : misplaced(
              `messages.${at}`,
              'After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).',
            );
      });
    },
  ),
  rule(
    'last-role',
    'The last message is from the user.',
    'The error "Last message must have role `user` or `tool`", as public clients of Perplexity handle it',
    (request) => {
      const messages = messagesOf(request);
      return messages.at(-1).role === 'user'
        ? null
        : misplaced(`messages.${messages.length - 1}`, 'Last message must have role `user` or `tool`.');
    },
  ),
  rule(
    'unsupported-field',
    'A request has neither stop sequences nor a seed.',
    '@ai-sdk/perplexity 4.0.49, perplexity-language-model.ts',
    ({ body }) => {
      const key = ['stop', 'seed', 'n', 'logit_bias'].find((one) => isGiven(body?.[one]));
      return key === undefined ? null : atBody(key, 'Extra inputs are not permitted');
    },
  ),
  rule('penalties', 'Only one of the two penalties is set.', 'lobehub/lobe-chat#1368', ({ body }) =>
    isGiven(body?.presence_penalty) && isGiven(body?.frequency_penalty)
      ? {
          at: 'presence_penalty',
          message: 'Cannot set both presence_penalty and frequency_penalty.',
          type: 'bad_request',
        }
      : null,
  ),
  rule('ranges', 'Numbers are within the limits of the reference.', REFERENCE, ({ body }) => {
    const found = outOfRange(body, {
      temperature: [0, 1.999_999],
      top_p: [0, 1],
      presence_penalty: [-2, 2],
      max_tokens: [1, 128_000],
    });
    if (!found) return null;
    const { key, isAbove, limit } = found;
    return atBody(
      key,
      isAbove ? `Input should be less than ${Math.ceil(limit)}` : `Input should be greater than or equal to ${limit}`,
    );
  }),
  rule('effort', 'Only sonar-deep-research accepts reasoning_effort: low, medium or high.', REFERENCE, ({ body }) => {
    const effort = body?.reasoning_effort;
    if (!isGiven(effort)) return null;
    return /deep-research/.test(body.model) && ['low', 'medium', 'high'].includes(effort)
      ? null
      : atBody('reasoning_effort', "Input should be 'low', 'medium' or 'high', with sonar-deep-research");
  }),
  rule(
    'format-type',
    'The format is text or json_schema.',
    `${OUTPUTS}; reference.langchain.com, ChatPerplexity.with_structured_output`,
    ({ body }) =>
      !isGiven(body?.response_format) || ['text', 'json_schema'].includes(body.response_format.type)
        ? null
        : atBody('response_format -> type', "Input should be 'text' or 'json_schema'"),
  ),
  rule('format-schema', 'A format has its schema.', OUTPUTS, ({ body }) =>
    body?.response_format?.type !== 'json_schema' || isObject(body.response_format.json_schema?.schema)
      ? null
      : atBody('response_format -> json_schema -> schema', 'Field required'),
  ),
  rule('format-name', 'The name of a format has at most 64 letters, digits, _ and -.', OUTPUTS, ({ body }) => {
    const name = body?.response_format?.json_schema?.name;
    return !isGiven(name) || /^[a-zA-Z0-9_-]{1,64}$/.test(name)
      ? null
      : atBody('response_format -> json_schema -> name', "String should match pattern '^[a-zA-Z0-9_-]{1,64}$'");
  }),
  rule('format-recursive', 'A schema doesn’t refer to itself.', OUTPUTS, ({ body }) => {
    const schema = body?.response_format?.json_schema?.schema;
    return isObject(schema) && isRecursive(schema)
      ? {
          at: 'response_format.json_schema.schema',
          message: 'Recursive JSON schemas are not supported',
          type: 'bad_request',
        }
      : null;
  }),
  rule('format-open-object', 'Every object of a schema lists its properties.', OUTPUTS, ({ body }) => {
    const schema = body?.response_format?.json_schema?.schema;
    const open = findSchema(schema, (one) => isObjectSchema(one.schema) && keysOf(one.schema).length === 0);
    return open
      ? {
          at: ['response_format.json_schema.schema', ...open.way].join('.'),
          message: 'Unconstrained objects are not supported in JSON schemas',
          type: 'bad_request',
        }
      : null;
  }),
];

/** Perplexity's chat completions. */
export const PERPLEXITY_CHAT: Dialect = {
  rules: RULES,
  errorHeaders: (status): Record<string, string> => (status === 401 ? { 'content-type': 'text/html' } : {}),
  errorOf: ({ message, type }, status) =>
    status === 401
      ? '<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center>\r\n</body>\r\n</html>\r\n'
      : { error: { message, type: type ?? 'bad_request', code: status } },
};

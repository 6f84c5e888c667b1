import { outOfRange } from './chat-messages.ts';
import { functionsOf, itemsOf, typeOf } from './openai-responses.ts';
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
} from './rule.ts';
import { findSchema, subschemas } from './schemas.ts';

const REFERENCE = 'docs.x.ai/docs/api-reference, create response';
const REASONING = 'docs.x.ai/docs/guides/reasoning';
const CALLS = 'docs.x.ai/developers/tools/function-calling';
const OUTPUTS = 'docs.x.ai/developers/model-capabilities/text/structured-outputs';

const SERVER_TOOLS = ['web_search', 'x_search', 'code_interpreter', 'code_execution', 'file_search', 'mcp'];
/** Of grok-4.20, thinking or not. */
const takesNoEffort = (model: unknown) => /^grok-4\.20(?:-\d{4})?-(?:non-)?reasoning$/.test(String(model));
const thinks = (model: unknown) => !/non-reasoning/.test(String(model));

const plain = (at: string, message: string): Offence => ({ at, message });
const unsupported = (at: string, model: unknown) =>
  plain(at, `Model ${model} does not support parameter ${at.replaceAll(/_[a-z]/g, (one) => one[1]!.toUpperCase())}.`);

/** Schemas of tools and of the answer. xAI guarantees both. */
function schemasOf(request: SentRequest): { at: string; schema: Body }[] {
  const format = request.body?.text?.format;
  return [
    ...functionsOf(request).map((tool, at) => ({ at: `tools[${at}].parameters`, schema: tool.parameters })),
    ...(format?.type === 'json_schema' ? [{ at: 'text.format.schema', schema: format.schema }] : []),
  ];
}

const RULES: readonly Rule[] = [
  rule(
    'path',
    'The path exists at the provider.',
    REFERENCE,
    (request) => (pathOf(request).endsWith('/responses') ? null : plain('path', 'Not found')),
    404,
  ),
  rule(
    'key',
    'The key is sent as a bearer token.',
    'docs.x.ai/docs/key-information/debugging',
    (request, { needsKey = true }) =>
      !needsKey || bearerOf(request) !== ''
        ? null
        : plain('authorization', 'No API key provided. Please provide one in the Authorization header.'),
    401,
  ),
  rule(
    'model',
    'The model exists at the provider.',
    REFERENCE,
    ({ body }, { models }) =>
      models === undefined || models.includes(body?.model)
        ? null
        : plain('model', `The model ${body?.model} does not exist or your team does not have access to it.`),
    404,
  ),
  rule('no-input', 'An input is required.', REFERENCE, (request) =>
    itemsOf(request).length === 0 ? plain('input', 'Messages cannot be empty') : null,
  ),
  rule('role', 'A role is system, developer, user or assistant.', REFERENCE, (request) =>
    firstOf(itemsOf(request), (item, at) =>
      typeOf(item) !== 'message' || ['system', 'developer', 'user', 'assistant'].includes(item.role)
        ? null
        : plain(
            `input[${at}].role`,
            `Failed to deserialize the JSON body into the target type: input[${at}].role: unknown variant \`${item.role}\`, expected one of \`system\`, \`developer\`, \`user\`, \`assistant\``,
          ),
    ),
  ),
  rule(
    'content',
    'A message has a content that isn’t empty.',
    'langchain-ai/langchain#34140, AstrBotDevs/AstrBot#6447, n8n-io/n8n#14797',
    (request) =>
      firstOf(itemsOf(request), (item, at) =>
        typeOf(item) !== 'message' ||
        textOf(item.content) !== '' ||
        list(item.content).some((part) => isObject(part) && !/text/.test(part.type))
          ? null
          : plain(
              `input[${at}].content`,
              'Invalid request content: Each message must have at least one content element.',
            ),
      ),
  ),
  rule('answer-without-call', 'An output answers a call before it.', CALLS, (request) => {
    const items = itemsOf(request);
    return firstOf(items, (item, at) =>
      item?.type !== 'function_call_output' ||
      items.slice(0, at).some((one) => one?.type === 'function_call' && one.call_id === item.call_id)
        ? null
        : plain(`input[${at}]`, `No tool call found for function call output with call_id ${item.call_id}.`),
    );
  }),
  rule('call-arguments', 'The arguments of a call are JSON.', CALLS, (request) =>
    firstOf(itemsOf(request), (item, at) =>
      item?.type !== 'function_call' || isJson(item.arguments)
        ? null
        : plain(`input[${at}].arguments`, `Failed to parse tool call arguments as JSON: input[${at}].arguments`),
    ),
  ),
  rule(
    'unsupported-field',
    'A reasoning model accepts no stop sequences and no penalties.',
    `${REASONING}; miaoxworld/NativeTavern#83, huggingface/smolagents#1766, langchain-ai/langchain#38335`,
    ({ body }) => {
      const key = ['stop', 'presence_penalty', 'frequency_penalty', 'logit_bias'].find((one) => isGiven(body?.[one]));
      return key === undefined || !thinks(body.model) ? null : unsupported(key, body.model);
    },
  ),
  rule(
    'effort',
    'grok-4.20 accepts no effort. Others accept none, low, medium, high or xhigh.',
    '@ai-sdk/xai 5.0.12, supports-reasoning-effort.ts; acedergren/opencode-oci-provider v0.2.3',
    ({ body }) => {
      const effort = body?.reasoning?.effort ?? body?.reasoning_effort;
      if (!isGiven(effort)) return null;
      if (takesNoEffort(body.model)) return unsupported('reasoning_effort', body.model);
      return ['none', 'low', 'medium', 'high', 'xhigh'].includes(effort)
        ? null
        : plain('reasoning.effort', `Invalid reasoning effort: ${effort}`);
    },
  ),
  rule('ranges', 'Numbers are within the limits of the reference.', REFERENCE, ({ body }) => {
    const found = outOfRange(body, { temperature: [0, 2], top_p: [0, 1], max_output_tokens: [1, 2_147_483_647] });
    return found && plain(found.key, `${found.key} must be ${found.isAbove ? 'at most' : 'at least'} ${found.limit}.`);
  }),
  rule('many-tools', 'At most 128 tools are allowed.', CALLS, ({ body }) =>
    list(body?.tools).length > 128 ? plain('tools', 'A maximum of 128 tools is supported.') : null,
  ),
  rule('tool-name', 'The name of a tool has at most 64 letters, digits, _ and -.', CALLS, (request) =>
    firstOf(functionsOf(request), (tool, at) =>
      /^[a-zA-Z0-9_-]{1,64}$/.test(String(tool.name))
        ? null
        : plain(`tools[${at}].name`, `Invalid function name: ${tool.name}. It must match ^[a-zA-Z0-9_-]{1,64}$.`),
    ),
  ),
  rule(
    'mixed-tools',
    'Server tools and functions exclude each other.',
    'docs.x.ai/developers/tools/overview',
    (request) => {
      const server = list(request.body?.tools).find((tool) => SERVER_TOOLS.includes(tool?.type));
      return server && functionsOf(request).length > 0
        ? plain('tools', 'Client side tools are not supported together with server side tools for this model.')
        : null;
    },
  ),
  rule('tool-choice-name', 'A tool that must be called is one of the tools.', CALLS, (request) => {
    const choice = request.body?.tool_choice;
    return choice?.type !== 'function' || functionsOf(request).some(({ name }) => name === choice.name)
      ? null
      : plain('tool_choice', `Tool choice names a function that isn't among the tools: ${choice.name}`);
  }),
  rule('schema-root-object', 'The root of a schema has the type object.', OUTPUTS, (request) =>
    firstOf(schemasOf(request), ({ at, schema }) =>
      isObject(schema) && schema.type === 'object'
        ? null
        : plain(at, `Invalid JSON schema at ${at}: the root must have type "object".`),
    ),
  ),
  rule('schema-keywords', 'A schema has only the keywords that are supported.', OUTPUTS, (request) =>
    firstOf(schemasOf(request), ({ at, schema: root }) => {
      for (const { schema, way } of subschemas(root)) {
        const key = ['allOf', 'not', 'if', 'minContains', 'maxContains'].find((one) => schema[one] !== undefined);
        if (key) return plain([at, ...way].join('.'), `Invalid JSON schema at ${at}: ${key} is not supported.`);
      }
      return null;
    }),
  ),
  rule('schema-array-items', 'An array defines its items.', OUTPUTS, (request) =>
    firstOf(schemasOf(request), ({ at, schema: root }) => {
      const found = findSchema(
        root,
        ({ schema }) => schema.type === 'array' && !isGiven(schema.items) && !isGiven(schema.prefixItems),
      );
      return found && plain([at, ...found.way].join('.'), `Invalid JSON schema at ${at}: array schema missing items.`);
    }),
  ),
  rule('format-name', 'A format has a name of at most 64 letters, digits, _ and -.', OUTPUTS, ({ body }) => {
    const format = body?.text?.format;
    return format?.type !== 'json_schema' || /^[a-zA-Z0-9_-]{1,64}$/.test(String(format.name))
      ? null
      : plain('text.format.name', `Invalid name of response format: ${format.name}`);
  }),
];

function isJson(text: unknown): boolean {
  try {
    return isObject(JSON.parse(String(text)));
  } catch {
    return false;
  }
}

const CODES: Readonly<Record<number, string>> = {
  400: 'Client specified an invalid argument',
  401: 'Unauthenticated',
  404: 'Some requested entity was not found',
};

/** xAI's responses. */
export const XAI_RESPONSES: Dialect = {
  rules: RULES,
  errorOf: ({ message }, status) => ({ code: CODES[status] ?? 'Internal error', error: message }),
};

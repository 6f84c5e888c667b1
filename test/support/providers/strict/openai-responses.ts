import {
  EFFORTS,
  isReasoning,
  keyRule,
  modelRule,
  openAi,
  openAiError,
  pathRule,
  rangeOffence,
} from './openai-chat.ts';
import { formatSchemaRules, functionSchemaRules, type SentSchema, strictSchemaRules } from './openai-schemas.ts';
import {
  type Body,
  type Dialect,
  firstOf,
  isGiven,
  isObject,
  list,
  type Offence,
  type Rule,
  rule,
  type SentRequest,
  textOf,
  unknownKey,
} from './rule.ts';

const REFERENCE = 'developers.openai.com/api/reference, create a model response';
const { tooFew, tooLong, tooMany, badPattern } = openAi;

const FIELDS = new Set(
  `model input background context_management conversation include instructions max_output_tokens max_tool_calls metadata
  moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options
  prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options temperature text
  tool_choice tools top_logprobs top_p truncation user`.split(/\s+/),
);
const ITEM_TYPES = [
  'message',
  'function_call',
  'function_call_output',
  'reasoning',
  'item_reference',
  'web_search_call',
  'custom_tool_call',
  'custom_tool_call_output',
  'compaction',
];
const ROLES = ['assistant', 'system', 'developer', 'user'];

/** A text alone is one message of the user. */
export const itemsOf = ({ body }: SentRequest): Body[] =>
  typeof body?.input === 'string' ? [{ role: 'user', content: body.input }] : list(body?.input);
export const typeOf = (item: Body): unknown => item?.type ?? (isGiven(item?.role) ? 'message' : undefined);
export const functionsOf = ({ body }: SentRequest): Body[] =>
  list(body?.tools).filter((tool) => tool?.type === 'function');

const functionSchemas = (request: SentRequest): SentSchema[] =>
  functionsOf(request).flatMap((tool, at) =>
    isGiven(tool.parameters)
      ? [
          {
            of: `function '${tool.name}'`,
            schema: tool.parameters,
            isStrict: tool.strict === true,
            param: `tools[${at}].parameters`,
            code: 'invalid_function_parameters',
          },
        ]
      : [],
  );

const formatOf = ({ body }: SentRequest): Record<string, Body> =>
  isObject(body?.text?.format) ? body.text.format : {};
const formatSchemas = (request: SentRequest): SentSchema[] => {
  const { type, name, schema, strict } = formatOf(request);
  return type === 'json_schema'
    ? [
        {
          of: `response_format '${name}'`,
          schema,
          isStrict: strict === true,
          param: 'text.format.schema',
          code: 'invalid_json_schema',
        },
      ]
    : [];
};

const nameOffence = (at: string, name: unknown): Offence | null =>
  typeof name !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(name)
    ? badPattern(at, '^[a-zA-Z0-9_-]+$')
    : name.length > 64
      ? tooLong(at, 64, name.length)
      : null;

const RULES: readonly Rule[] = [
  pathRule(REFERENCE, /\/responses$/),
  keyRule('developers.openai.com/api/reference, authentication'),
  modelRule(REFERENCE),
  rule('unknown-field', 'A request has no fields that the reference doesn’t list.', REFERENCE, ({ body }) => {
    const key = unknownKey(body, FIELDS);
    return key === null
      ? null
      : { at: key, message: `Unknown parameter: '${key}'.`, param: key, code: 'unknown_parameter' };
  }),
  rule('no-input', 'An input is required.', REFERENCE, (request) =>
    itemsOf(request).length === 0 && !isGiven(request.body?.previous_response_id) ? tooFew('input') : null,
  ),
  rule('item-type', 'An item is of a type that the reference lists.', REFERENCE, (request) =>
    firstOf(itemsOf(request), (item, at) =>
      ITEM_TYPES.includes(String(typeOf(item)))
        ? null
        : {
            at: `input[${at}]`,
            message: `Invalid value: '${typeOf(item)}'. Supported values are: '${ITEM_TYPES.join("', '")}'.`,
            param: `input[${at}]`,
            code: 'invalid_value',
          },
    ),
  ),
  rule('role', 'A role is assistant, system, developer or user.', REFERENCE, (request) =>
    firstOf(itemsOf(request), (item, at) =>
      typeOf(item) !== 'message' || ROLES.includes(item.role)
        ? null
        : {
            at: `input[${at}].role`,
            message: `Invalid value: '${item.role}'. Supported values are: '${ROLES.join("', '")}'.`,
            param: `input[${at}].role`,
            code: 'invalid_value',
          },
    ),
  ),
  rule('item-id', 'The id of a call begins with fc.', 'nodetool-ai/nodetool#4252', (request) =>
    firstOf(itemsOf(request), (item, at) =>
      item?.type !== 'function_call' || !isGiven(item.id) || String(item.id).startsWith('fc')
        ? null
        : {
            at: `input[${at}].id`,
            message: `Invalid 'input[${at}].id': '${item.id}'. Expected an ID that begins with 'fc'.`,
            param: `input[${at}].id`,
            code: 'invalid_value',
          },
    ),
  ),
  rule('call-id-length', 'The id of a call has at most 64 characters.', 'AnswerDotAI/fastllm#45', (request) =>
    firstOf(itemsOf(request), (item, at) => {
      const { length } = String(item?.call_id ?? '');
      return length > 64 ? tooLong(`input[${at}].call_id`, 64, length) : null;
    }),
  ),
  rule('call-id-twice', 'Calls have different ids.', 'earendil-works/pi#9057', (request) => {
    const seen = new Set<unknown>();
    return firstOf(itemsOf(request), (item, at) => {
      if (item?.type !== 'function_call') return null;
      if (seen.has(item.call_id)) {
        return { at: `input[${at}]`, message: `Duplicate 'call_id': ${item.call_id}`, param: 'input' };
      }
      seen.add(item.call_id);
      return null;
    });
  }),
  rule('call-unanswered', 'Every call is answered.', 'agno-agi/agno#3749, tjardoo/openai-client#124', (request) => {
    const items = itemsOf(request);
    return firstOf(items, (item, at) =>
      item?.type !== 'function_call' ||
      items.slice(at).some((one) => one?.type === 'function_call_output' && one.call_id === item.call_id)
        ? null
        : {
            at: `input[${at}]`,
            message: `No tool output found for function call ${item.call_id}.`,
            param: 'input',
          },
    );
  }),
  rule('answer-without-call', 'An output answers a call before it.', REFERENCE, (request) => {
    const items = itemsOf(request);
    return firstOf(items, (item, at) =>
      item?.type !== 'function_call_output' ||
      isGiven(request.body.previous_response_id) ||
      items.slice(0, at).some((one) => one?.type === 'function_call' && one.call_id === item.call_id)
        ? null
        : {
            at: `input[${at}]`,
            message: `No tool call found for function call output with call_id ${item.call_id}.`,
            param: 'input',
          },
    );
  }),
  rule('many-tools', 'At most 128 tools are allowed.', 'zed-industries/zed#32946', (request) => {
    const { length } = list(request.body?.tools);
    return length > 128 ? tooMany('tools', 128, length) : null;
  }),
  rule('tool-name', 'The name of a tool has at most 64 letters, digits, _ and -.', REFERENCE, (request) =>
    firstOf(functionsOf(request), (tool, at) => nameOffence(`tools[${at}].name`, tool.name)),
  ),
  rule('tool-choice-alone', 'tool_choice requires tools.', REFERENCE, (request) =>
    isGiven(request.body?.tool_choice) &&
    !['auto', 'none'].includes(request.body.tool_choice) &&
    list(request.body.tools).length === 0
      ? {
          at: 'tool_choice',
          message: "Tool choices other than 'none' are only allowed with tools.",
          param: 'tool_choice',
        }
      : null,
  ),
  rule('tool-choice-name', 'A tool that must be called is one of the tools.', REFERENCE, (request) => {
    const choice = request.body?.tool_choice;
    return choice?.type !== 'function' || functionsOf(request).some(({ name }) => name === choice.name)
      ? null
      : { at: 'tool_choice', message: `Tool choice 'function' not found in 'tools' parameter.`, param: 'tool_choice' };
  }),
  ...functionSchemaRules(functionSchemas),
  rule('format-name', 'A format has a name of at most 64 letters, digits, _ and -.', REFERENCE, (request) => {
    const { type, name } = formatOf(request);
    return type === 'json_schema' ? nameOffence('text.format.name', name) : null;
  }),
  ...formatSchemaRules(formatSchemas),
  ...strictSchemaRules((request) => [...functionSchemas(request), ...formatSchemas(request)]),
  rule(
    'json-word',
    'With json_object the input contains the word JSON.',
    'developers.openai.com/api/docs/guides/structured-outputs, JSON mode',
    (request) =>
      formatOf(request).type !== 'json_object' || itemsOf(request).some((item) => /json/i.test(textOf(item?.content)))
        ? null
        : {
            at: 'input',
            message:
              "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
            param: 'input',
          },
  ),
  rule(
    'sampling',
    'A reasoning model accepts no temperature and no top_p.',
    'developers.openai.com/api/docs/guides/reasoning, limitations',
    ({ body }) => {
      const key = ['temperature', 'top_p', 'top_logprobs'].find((one) => isGiven(body?.[one]));
      return key === undefined || !isReasoning(body.model) || body.reasoning?.effort === 'none'
        ? null
        : { at: key, message: `Unsupported parameter: '${key}' is not supported with this model.`, param: key };
    },
  ),
  rule('effort', 'The model supports the effort.', REFERENCE, ({ body }) => {
    const effort = body?.reasoning?.effort;
    if (!isGiven(effort) || (isReasoning(body.model) && [...EFFORTS, 'max'].includes(effort))) return null;
    return {
      at: 'reasoning.effort',
      message: `Unsupported value: '${effort}' is not supported with the '${body.model}' model. Supported values are: '${EFFORTS.join("', '")}', and 'max'.`,
      param: 'reasoning.effort',
      code: 'unsupported_value',
    };
  }),
  rule('ranges', 'Numbers are within the limits of the reference.', REFERENCE, ({ body }) =>
    rangeOffence(body, {
      temperature: [0, 2],
      top_p: [0, 1],
      max_output_tokens: [16, Number.MAX_SAFE_INTEGER],
      top_logprobs: [0, 20],
    }),
  ),
];

/** OpenAI's responses. */
export const OPENAI_RESPONSES: Dialect = { rules: RULES, errorOf: openAiError };

import {
  type Body,
  bearerOf,
  type Dialect,
  firstOf,
  headerOf,
  isGiven,
  isObject,
  list,
  type Offence,
  pathOf,
  type Rule,
  rule,
  type SentRequest,
  unknownKey,
} from './rule.ts';
import { BACKREFERENCE, findSchema, isObjectSchema, isRecursive, keysOf, LOOKAROUND, subschemas } from './schemas.ts';

const REFERENCE = 'platform.claude.com/docs/en/api/messages';
const MIGRATION = 'platform.claude.com/docs/en/models/opus-5-5/migration-guide and sonnet-5-5/migration-guide';
const CALLS = 'platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls';
const OUTPUTS = 'platform.claude.com/docs/en/build-with-claude/structured-outputs, JSON schema limitations';
const CACHING = 'platform.claude.com/docs/en/build-with-claude/prompt-caching';

const FIELDS = new Set(
  `model messages max_tokens system tools tool_choice metadata stop_sequences stream thinking output_config
  output_format cache_control service_tier container inference_geo temperature top_p top_k context_management
  mcp_servers speed fallbacks compaction`.split(/\s+/),
);

const is55 = (model: unknown) => /claude-(?:opus|sonnet|haiku)-5-5/.test(String(model));
/** Opus and Sonnet 5.5 always think. */
const alwaysThinks = (model: unknown) => /claude-(?:opus|sonnet)-5-5/.test(String(model));
const MOST_OUTPUT = 128_000;
const MOST_BYTES = 32 * 1024 * 1024;

const invalid = (at: string, message: string): Offence => ({ at, message: `${at}: ${message}` });

interface Turn {
  readonly role: string;
  readonly at: number;
  readonly blocks: Body[];
}

const blocksOf = (content: unknown): Body[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).filter(isObject);

const messagesOf = ({ body }: SentRequest): Body[] => list(body?.messages);
const toolsOf = ({ body }: SentRequest): Body[] => list(body?.tools);

/** Messages with neighbours of one role joined, as the provider joins them. */
function turnsOf(request: SentRequest): Turn[] {
  const turns: Turn[] = [];
  for (const [at, message] of messagesOf(request).entries()) {
    if (message?.role === 'system') continue;
    const last = turns.at(-1);
    if (last?.role === message?.role) last!.blocks.push(...blocksOf(message.content));
    else turns.push({ role: message?.role, at, blocks: blocksOf(message?.content) });
  }
  return turns;
}

/** Every block of the messages with its place. */
function* allBlocks(request: SentRequest): Generator<{ block: Body; at: string; role: string }> {
  for (const [index, message] of messagesOf(request).entries()) {
    for (const [place, block] of blocksOf(message?.content).entries()) {
      yield { block, at: `messages.${index}.content.${place}`, role: message.role };
    }
  }
}

const systemBlocks = ({ body }: SentRequest) => blocksOf(body?.system);

/** Schemas that the provider guarantees, and what each is called in an error. */
function strictSchemas(request: SentRequest): { at: string; schema: Body }[] {
  const tools = toolsOf(request).flatMap((tool, at) =>
    tool?.strict === true ? [{ at: `tools.${at}.custom.input_schema`, schema: tool.input_schema }] : [],
  );
  const format = request.body?.output_config?.format ?? request.body?.output_format;
  return isObject(format) ? [...tools, { at: 'output_config.format.schema', schema: format.schema }] : tools;
}

const NOT_SUPPORTED = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'prefixItems',
  'contains',
];
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

const inStrict = (
  name: string,
  says: string,
  finds: (schema: Body) => { way?: readonly (string | number)[]; words: string } | null,
) =>
  rule(name, says, OUTPUTS, (request) =>
    firstOf(strictSchemas(request), ({ at, schema }) => {
      const found = finds(schema);
      return found && invalid([at, ...(found.way ?? [])].join('.'), found.words);
    }),
  );

const breakpointsOf = (request: SentRequest): Body[] => {
  const results = [...allBlocks(request)].flatMap(({ block }) => list(block.content));
  const holders = [
    ...toolsOf(request),
    ...systemBlocks(request),
    ...[...allBlocks(request)].map(({ block }) => block),
    ...results,
  ];
  return [...holders, ...(isGiven(request.body?.cache_control) ? [request.body] : [])]
    .filter((holder) => isGiven(holder?.cache_control))
    .map((holder) => holder.cache_control);
};

const RULES: readonly Rule[] = [
  rule(
    'path',
    'The path exists at the provider.',
    REFERENCE,
    (request) =>
      pathOf(request).endsWith('/messages') ? null : { at: 'path', message: 'Not Found', type: 'not_found_error' },
    404,
  ),
  rule(
    'key',
    'The key is sent in x-api-key or as a bearer token.',
    'platform.claude.com/docs/en/api/overview, authentication',
    (request, { needsKey = true }) =>
      !needsKey || headerOf(request, 'x-api-key') !== '' || bearerOf(request) !== ''
        ? null
        : { at: 'x-api-key', message: 'x-api-key header is required', type: 'authentication_error' },
    401,
  ),
  rule('version', 'anthropic-version has the API version.', 'platform.claude.com/docs/en/api/versioning', (request) =>
    headerOf(request, 'anthropic-version') === ''
      ? { at: 'anthropic-version', message: 'anthropic-version: header is required' }
      : null,
  ),
  rule(
    'size',
    'A request has at most 32 MB.',
    'platform.claude.com/docs/en/api/errors, request size limits',
    ({ body }) =>
      JSON.stringify(body).length > MOST_BYTES
        ? { at: 'body', message: 'Request exceeds the maximum size', type: 'request_too_large' }
        : null,
    413,
  ),
  rule(
    'model',
    'The model exists at the provider.',
    REFERENCE,
    ({ body }, { models }) =>
      models === undefined || models.includes(body?.model)
        ? null
        : { at: 'model', message: `model: ${body?.model}`, type: 'not_found_error' },
    404,
  ),
  rule('unknown-field', 'A request has no fields that the reference doesn’t list.', REFERENCE, ({ body }) => {
    const key = unknownKey(body, FIELDS);
    return key === null ? null : invalid(key, 'Extra inputs are not permitted');
  }),
  rule('max-tokens', `max_tokens is given, and at most ${MOST_OUTPUT} with the 5.5 models.`, REFERENCE, ({ body }) => {
    const most = body?.max_tokens;
    if (!isGiven(most)) return invalid('max_tokens', 'Field required');
    if (!Number.isInteger(most) || most < 1) return invalid('max_tokens', 'Input should be greater than or equal to 1');
    return most > MOST_OUTPUT && is55(body.model)
      ? invalid(
          'max_tokens',
          `${most} > ${MOST_OUTPUT}, which is the maximum allowed number of output tokens for ${body.model}`,
        )
      : null;
  }),
  rule('no-messages', 'At least one message is required.', REFERENCE, (request) =>
    messagesOf(request).length === 0 ? invalid('messages', 'at least one message is required') : null,
  ),
  rule('many-messages', 'At most 100,000 messages are allowed.', REFERENCE, (request) =>
    messagesOf(request).length > 100_000 ? invalid('messages', 'List should have at most 100000 items') : null,
  ),
  rule('role', 'A role is user or assistant, or system after the first message.', REFERENCE, (request) =>
    firstOf(messagesOf(request), (message, at) =>
      ['user', 'assistant', 'system'].includes(message?.role)
        ? null
        : invalid(`messages.${at}.role`, "Input should be 'user' or 'assistant'"),
    ),
  ),
  rule('first-role', 'The first message is from the user.', REFERENCE, (request) =>
    messagesOf(request)[0].role === 'user' ? null : invalid('messages', 'first message must use the "user" role'),
  ),
  rule(
    'system-place',
    'A later system message follows a user message, and is last or precedes an assistant message.',
    'platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages',
    (request) => {
      const messages = messagesOf(request);
      return firstOf(messages, (message, at) => {
        if (message.role !== 'system') return null;
        const before = messages[at - 1]?.role;
        const after = messages[at + 1]?.role;
        if (before !== 'user' && before !== 'system') {
          return invalid(`messages.${at}`, 'a system message must follow a user message');
        }
        return after === 'user'
          ? invalid(
              `messages.${at}`,
              'a system message must be the last message or be followed by an assistant message',
            )
          : null;
      });
    },
  ),
  rule(
    'content',
    'Every message but a last one of the assistant has a content.',
    'anthropics/claude-code#6774',
    (request) => {
      const messages = messagesOf(request);
      return firstOf(messages, (message, at) => {
        const mayBeEmpty = message.role === 'assistant' && at === messages.length - 1;
        return blocksOf(message.content).length > 0 && message.content !== ''
          ? null
          : mayBeEmpty
            ? null
            : invalid(
                `messages.${at}`,
                'all messages must have non-empty content except for the optional final assistant message',
              );
      });
    },
  ),
  rule(
    'text-empty',
    'A text isn’t empty.',
    'anthropics/claude-code#62396, aliasrobotics/cai#182, run-llama/llama_index#17278',
    (request) =>
      firstOf(allBlocks(request), ({ block, at }) =>
        block.type === 'text' && block.text === ''
          ? { at, message: 'messages: text content blocks must be non-empty' }
          : null,
      ),
  ),
  rule(
    'text-blank',
    'A text has a character that isn’t white space.',
    'anthropics/claude-code#59812, dwash96/cecli#102',
    (request) =>
      firstOf(allBlocks(request), ({ block, at }) =>
        block.type === 'text' && !/\S/.test(block.text)
          ? { at, message: 'messages: text content blocks must contain non-whitespace text' }
          : null,
      ),
  ),
  rule('system-empty', 'A system text has a character that isn’t white space.', REFERENCE, (request) =>
    firstOf(systemBlocks(request), (block, at) =>
      typeof request.body.system !== 'string' && !/\S/.test(String(block.text ?? ''))
        ? { at: `system.${at}`, message: 'system: text content blocks must be non-empty' }
        : null,
    ),
  ),
  rule(
    'prefill',
    'The conversation ends with the user: the 5.5 models don’t continue assistant text.',
    `${MIGRATION}; cortexkit/magic-context#511, ericc-ch/copilot-api#261`,
    (request) => {
      const last = turnsOf(request).at(-1);
      return last?.role === 'assistant' && is55(request.body?.model)
        ? {
            at: `messages.${last.at}`,
            message:
              'This model does not support assistant message prefill. The conversation must end with a user message.',
          }
        : null;
    },
  ),
  rule(
    'final-white-space',
    'A text of the assistant that is continued doesn’t end with white space.',
    'The error "final assistant content cannot end with trailing whitespace", as BerriAI/litellm and others handle it',
    (request) => {
      const last = turnsOf(request).at(-1);
      const text = last?.blocks.at(-1)?.text;
      return last?.role === 'assistant' && typeof text === 'string' && /\s$/.test(text)
        ? {
            at: `messages.${last.at}`,
            message: 'messages: final assistant content cannot end with trailing whitespace',
          }
        : null;
    },
  ),
  rule('call-id', 'The id of a call has letters, digits, _ and -.', 'tailcallhq/forgecode#1142', (request) =>
    firstOf(allBlocks(request), ({ block, at }) => {
      const [kind, id] =
        block.type === 'tool_use'
          ? ['tool_use.id', block.id]
          : block.type === 'tool_result'
            ? ['tool_result.tool_use_id', block.tool_use_id]
            : [null, ''];
      return kind === null || /^[a-zA-Z0-9_-]+$/.test(String(id))
        ? null
        : invalid(`${at}.${kind}`, "String should match pattern '^[a-zA-Z0-9_-]+$'");
    }),
  ),
  rule(
    'call-id-twice',
    'Call ids are unique in the conversation.',
    'anthropics/claude-code#28515, can1357/oh-my-pi#2055',
    (request) => {
      const seen = new Set<unknown>();
      return firstOf(allBlocks(request), ({ block, at }) => {
        if (block.type !== 'tool_use') return null;
        if (seen.has(block.id)) return invalid(at, '`tool_use` ids must be unique');
        seen.add(block.id);
        return null;
      });
    },
  ),
  rule('call-input', 'The input of a call is an object.', REFERENCE, (request) =>
    firstOf(allBlocks(request), ({ block, at }) =>
      block.type !== 'tool_use' || isObject(block.input)
        ? null
        : invalid(`${at}.tool_use.input`, 'Input should be a valid dictionary'),
    ),
  ),
  rule(
    'call-unanswered',
    'Every call is answered in the next message of the user.',
    `${CALLS}; lidge-jun/opencodex#620, aliasrobotics/cai#182`,
    (request) => {
      const turns = turnsOf(request);
      return firstOf(turns, ({ blocks, at }, place) => {
        const answered = list(turns[place + 1]?.blocks)
          .filter(({ type }) => type === 'tool_result')
          .map(({ tool_use_id: id }) => id);
        const open = blocks.filter(({ type, id }) => type === 'tool_use' && !answered.includes(id)).map(({ id }) => id);
        return open.length === 0
          ? null
          : invalid(
              `messages.${at}`,
              `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
            );
      });
    },
  ),
  rule('answers-first', 'The results of calls come before the other contents of their message.', CALLS, (request) =>
    firstOf(turnsOf(request), ({ role, blocks, at }) => {
      if (role !== 'user') return null;
      const other = blocks.findIndex(({ type }) => type !== 'tool_result');
      const late = blocks.findIndex(({ type }, place) => type === 'tool_result' && other !== -1 && place > other);
      return late === -1
        ? null
        : invalid(
            `messages.${at}.content.${late}`,
            'tool_result blocks must come first in the user message content, before any text or other blocks',
          );
    }),
  ),
  rule(
    'answer-without-call',
    'A result belongs to a call of the message before it.',
    `${CALLS}; AstrBotDevs/AstrBot#8952`,
    (request) => {
      const turns = turnsOf(request);
      return firstOf(turns, ({ blocks, at }, place) => {
        const called = list(turns[place - 1]?.blocks)
          .filter(({ type }) => type === 'tool_use')
          .map(({ id }) => id);
        const bad = blocks.findIndex(({ type, tool_use_id: id }) => type === 'tool_result' && !called.includes(id));
        return bad === -1
          ? null
          : invalid(
              `messages.${at}.content.${bad}`,
              `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${blocks[bad]!.tool_use_id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
            );
      });
    },
  ),
  rule('answered-twice', 'A call has one result.', CALLS, (request) =>
    firstOf(turnsOf(request), ({ blocks, at }) => {
      const ids = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id }) => id);
      const twice = ids.find((id, place) => ids.indexOf(id) !== place);
      return twice === undefined
        ? null
        : invalid(
            `messages.${at}`,
            `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`,
          );
    }),
  ),
  rule(
    'calls-without-tools',
    'A request whose conversation has calls also has tools.',
    'The error "Requests which include `tool_use` or `tool_result` blocks must define tools", as public clients handle it',
    (request) => {
      const found = [...allBlocks(request)].find(({ block }) => ['tool_use', 'tool_result'].includes(block.type));
      return found && toolsOf(request).length === 0
        ? {
            at: found.at,
            message: 'Requests which include `tool_use` or `tool_result` blocks must define tools.',
          }
        : null;
    },
  ),
  rule('tool-name', 'The name of a tool has at most 64 letters, digits, _ and -.', REFERENCE, (request) =>
    firstOf(toolsOf(request), (tool, at) =>
      /^[a-zA-Z0-9_-]{1,64}$/.test(String(tool?.name))
        ? null
        : invalid(`tools.${at}.custom.name`, "String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"),
    ),
  ),
  rule('tool-name-twice', 'Tools have different names.', REFERENCE, (request) => {
    const names = toolsOf(request).map(({ name }) => name);
    return new Set(names).size === names.length ? null : invalid('tools', 'Tool names must be unique.');
  }),
  rule('schema-root-object', 'The root of a tool’s schema has the type object.', REFERENCE, (request) =>
    firstOf(toolsOf(request), (tool, at) =>
      tool?.input_schema?.type === 'object'
        ? null
        : invalid(
            `tools.${at}.custom.input_schema.type`,
            isGiven(tool?.input_schema?.type) ? "Input should be 'object'" : 'Field required',
          ),
    ),
  ),
  rule(
    'schema-root-combined',
    'The root of a tool’s schema has no oneOf, allOf or anyOf.',
    'anthropics/claude-code#5319, #5878 and #44788',
    (request) =>
      firstOf(toolsOf(request), (tool, at) =>
        ['oneOf', 'allOf', 'anyOf'].some((key) => tool?.input_schema?.[key] !== undefined)
          ? invalid(
              `tools.${at}.custom.input_schema`,
              'input_schema does not support oneOf, allOf, or anyOf at the top level',
            )
          : null,
      ),
  ),
  rule(
    'schema-property-name',
    'The properties of a tool’s schema have names of at most 64 letters, digits, _, . and -.',
    'erikmaday/unusual-whales-mcp#57',
    (request) =>
      firstOf(toolsOf(request), (tool, at) => {
        const found = findSchema(tool?.input_schema, ({ schema }) =>
          keysOf(schema).some((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key)),
        );
        return found
          ? invalid(
              [`tools.${at}.custom.input_schema`, ...found.way, 'properties'].join('.'),
              "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
            )
          : null;
      }),
  ),
  rule('schema-draft', 'A tool’s schema is valid in draft 2020-12.', `${REFERENCE}, tools.input_schema`, (request) =>
    firstOf(toolsOf(request), (tool, at) =>
      findSchema(tool?.input_schema, ({ schema }) => isInvalid(schema))
        ? invalid(
            `tools.${at}.custom.input_schema`,
            'JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.',
          )
        : null,
    ),
  ),
  rule('tool-choice-alone', 'tool_choice requires tools.', REFERENCE, (request) =>
    isGiven(request.body?.tool_choice) && toolsOf(request).length === 0 && request.body.tool_choice.type !== 'none'
      ? { at: 'tool_choice', message: 'tool_choice may only be specified while providing tools.' }
      : null,
  ),
  rule(
    'tool-choice-forced',
    'Opus and Sonnet 5.5 can’t be forced to call a tool.',
    `${MIGRATION}, forced tool use is not supported`,
    ({ body }) =>
      ['any', 'tool'].includes(body?.tool_choice?.type) && alwaysThinks(body.model)
        ? { at: 'tool_choice', message: 'tool_choice: type "tool" and "any" are not supported for this model.' }
        : null,
  ),
  rule('tool-choice-name', 'A tool that must be called is one of the tools.', REFERENCE, (request) => {
    const { type, name } = request.body?.tool_choice ?? {};
    return type !== 'tool' || toolsOf(request).some((tool) => tool.name === name)
      ? null
      : { at: 'tool_choice.name', message: `Tool '${name}' not found in provided tools` };
  }),
  rule(
    'sampling',
    'The 5.5 models accept no temperature but 1, no top_p and no top_k.',
    `${MIGRATION}; @ai-sdk/anthropic 4.0.105, anthropic-model-catalog.ts`,
    ({ body }) => {
      if (!is55(body?.model)) return null;
      const key = ['temperature', 'top_p', 'top_k'].find(
        (one) => isGiven(body[one]) && !(one === 'temperature' && body[one] === 1),
      );
      return key === undefined
        ? null
        : invalid(key, `sampling parameters are not supported for ${body.model}. Remove temperature, top_p and top_k.`);
    },
  ),
  rule(
    'sampling-both',
    'Only one of temperature and top_p is given.',
    `${MIGRATION}, from models before Claude 4.5`,
    ({ body }) =>
      isGiven(body?.temperature) && isGiven(body.top_p)
        ? {
            at: 'top_p',
            message: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
          }
        : null,
  ),
  rule('temperature-range', 'The temperature is between 0 and 1.', REFERENCE, ({ body }) =>
    isGiven(body?.temperature) && !(body.temperature >= 0 && body.temperature <= 1)
      ? invalid('temperature', 'range: 0..1')
      : null,
  ),
  rule(
    'thinking',
    'The 5.5 models accept no thinking budget. Thinking can’t be turned off for Opus and Sonnet 5.5.',
    `${MIGRATION}; @ai-sdk/anthropic 4.0.105, anthropic-model-catalog.ts`,
    ({ body }) => {
      const type = body?.thinking?.type;
      const isRefused = (type === 'enabled' && is55(body.model)) || (type === 'disabled' && alwaysThinks(body.model));
      return isRefused
        ? {
            at: 'thinking.type',
            message: `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
          }
        : null;
    },
  ),
  rule(
    'effort',
    'The effort is low, medium, high, xhigh or max.',
    'platform.claude.com/docs/en/build-with-claude/effort',
    ({ body }) => {
      const effort = body?.output_config?.effort;
      return !isGiven(effort) || ['low', 'medium', 'high', 'xhigh', 'max'].includes(effort)
        ? null
        : invalid('output_config.effort', "Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
    },
  ),
  rule(
    'stop-blank',
    'A stop sequence has a character that isn’t white space.',
    'BerriAI/litellm#3286 and #7484, MegaGrindStone/mcp-web-ui#5',
    ({ body }) =>
      firstOf(list(body?.stop_sequences), (one, at) =>
        /\S/.test(String(one))
          ? null
          : {
              at: `stop_sequences.${at}`,
              message: `stop_sequences: each stop sequence must ${one === '' ? 'be non-empty' : 'contain non-whitespace'}`,
            },
      ),
  ),
  rule('breakpoints', 'At most 4 cache breakpoints are allowed.', CACHING, (request) => {
    const { length } = breakpointsOf(request);
    return length > 4
      ? { at: 'cache_control', message: `A maximum of 4 blocks with cache_control may be provided. Found ${length}.` }
      : null;
  }),
  rule('breakpoint-order', 'Cache entries of one hour precede those of five minutes.', CACHING, (request) => {
    const lifetimes = breakpointsOf(request).map(({ ttl }) => ttl ?? '5m');
    const short = lifetimes.indexOf('5m');
    return short !== -1 && lifetimes.indexOf('1h', short) !== -1
      ? {
          at: 'cache_control.ttl',
          message: "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.",
        }
      : null;
  }),
  rule('user-id', 'metadata.user_id has at most 256 characters.', REFERENCE, ({ body }) =>
    String(body?.metadata?.user_id ?? '').length > 256
      ? invalid('metadata.user_id', 'String should have at most 256 characters')
      : null,
  ),
  rule('format', 'The format of an answer is a schema.', OUTPUTS, ({ body }) => {
    const format = body?.output_config?.format ?? body?.output_format;
    return !isGiven(format) || (format.type === 'json_schema' && isObject(format.schema))
      ? null
      : invalid('output_config.format', "Input should be a 'json_schema' with a schema");
  }),
  rule('many-strict-tools', 'At most 20 tools are strict.', OUTPUTS, (request) => {
    const { length } = toolsOf(request).filter(({ strict }) => strict === true);
    return length > 20
      ? invalid('tools', `Too many strict tools (${length}). The maximum number of strict tools supported is 20.`)
      : null;
  }),
  inStrict(
    'strict-additional-properties',
    'Every object of a strict schema sets additionalProperties to false.',
    (root) => {
      const found = findSchema(root, ({ schema }) => isObjectSchema(schema) && schema.additionalProperties !== false);
      return (
        found && {
          way: found.way,
          words: "For 'object' type, 'additionalProperties' must be explicitly set to false",
        }
      );
    },
  ),
  inStrict('strict-keywords', 'A strict schema has only the keywords that are supported.', (root) => {
    for (const { schema, way } of subschemas(root)) {
      const key = NOT_SUPPORTED.find((one) => schema[one] !== undefined);
      if (key) return { way, words: `For '${schema.type ?? 'object'}' type, property '${key}' is not supported` };
    }
    return null;
  }),
  inStrict('strict-min-items', 'minItems of a strict schema is 0 or 1.', (root) => {
    const found = findSchema(root, ({ schema }) => isGiven(schema.minItems) && schema.minItems > 1);
    return (
      found && { way: found.way, words: "For 'array' type, 'minItems' values other than 0 or 1 are not supported" }
    );
  }),
  inStrict('strict-enum', 'A constant of a strict schema is neither a list nor an object.', (root) => {
    const found = findSchema(root, ({ schema }) =>
      list(schema.enum).some((one) => typeof one === 'object' && one !== null),
    );
    return found && { way: found.way, words: 'Complex types within enums are not supported' };
  }),
  inStrict('strict-format', 'String formats are among the documented ones.', (root) => {
    const found = findSchema(root, ({ schema }) => isGiven(schema.format) && !FORMATS.includes(schema.format));
    return found && { way: found.way, words: `For 'string' type, format '${found.schema.format}' is not supported` };
  }),
  inStrict(
    'strict-pattern',
    'Patterns of a strict schema have no lookaround, back references and word boundaries.',
    (root) => {
      const found = findSchema(
        root,
        ({ schema }) =>
          typeof schema.pattern === 'string' && (LOOKAROUND.test(schema.pattern) || BACKREFERENCE.test(schema.pattern)),
      );
      return (
        found && { way: found.way, words: 'Regex lookaround, backreferences and word boundaries are not supported' }
      );
    },
  ),
  inStrict('strict-reference', 'References of a strict schema point into it, and not below allOf.', (root) => {
    const found = findSchema(
      root,
      ({ schema }) =>
        (typeof schema.$ref === 'string' && !schema.$ref.startsWith('#')) ||
        list(schema.allOf).some((one) => isGiven(one?.$ref)),
    );
    return found && { way: found.way, words: 'External references, and references below allOf, are not supported' };
  }),
  inStrict('strict-recursive', 'A strict schema doesn’t refer to itself.', (root) =>
    isRecursive(root) ? { words: 'Recursive schemas are not supported' } : null,
  ),
  rule(
    'strict-sizes',
    'All strict schemas together have at most 24 optional properties and 16 properties with several types.',
    `${OUTPUTS.replace(/,.*/, '')}, explicit limits`,
    (request) => {
      const all = strictSchemas(request).flatMap(({ schema }) => [...subschemas(schema)]);
      const optional = all.reduce(
        (sum, { schema }) => sum + keysOf(schema).filter((key) => !list(schema.required).includes(key)).length,
        0,
      );
      const unions = all.filter(({ schema }) => Array.isArray(schema.type) || isGiven(schema.anyOf)).length;
      if (optional > 24) {
        return {
          at: 'output_config.format.schema',
          message: `Schemas contains too many optional parameters (${optional}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24).`,
        };
      }
      return unions > 16
        ? {
            at: 'output_config.format.schema',
            message: `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf). This would cause exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: 16).`,
          }
        : null;
    },
  ),
];

/** What draft 2020-12 doesn't allow in one schema. */
function isInvalid(schema: Record<string, Body>): boolean {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'object'];
  return (
    Array.isArray(schema.items) ||
    types.some((type) => !TYPES.includes(type)) ||
    ['exclusiveMinimum', 'exclusiveMaximum'].some((key) => typeof schema[key] === 'boolean') ||
    (isGiven(schema.required) && !Array.isArray(schema.required)) ||
    (isGiven(schema.enum) && !Array.isArray(schema.enum)) ||
    (isGiven(schema.properties) && !isObject(schema.properties))
  );
}

/** Anthropic's messages. */
export const ANTHROPIC_MESSAGES: Dialect = {
  rules: RULES,
  errorOf: ({ message, type }) => ({
    type: 'error',
    error: { type: type ?? 'invalid_request_error', message },
    request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
  }),
};

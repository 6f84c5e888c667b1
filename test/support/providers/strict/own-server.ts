import { callsOf, functionOf, messagesOf, outOfRange, toolsOf } from './chat-messages.ts';
import {
  type Body,
  bearerOf,
  type Dialect,
  firstOf,
  isGiven,
  isObject,
  type Offence,
  pathOf,
  type Rule,
  rule,
} from './rule.ts';

const VLLM = 'docs.vllm.ai/en/latest/serving/openai_compatible_server';

const bad = (at: string, message: string): Offence => ({ at, message });

const RULES: readonly Rule[] = [
  rule(
    'path',
    'The path exists at the server.',
    VLLM,
    (request) =>
      /\/(?:chat\/completions|images\/generations)$/.test(pathOf(request)) ? null : bad('path', 'Not Found'),
    404,
  ),
  rule(
    'key',
    'The key is sent as a bearer token, if the server requires one.',
    `${VLLM}, --api-key`,
    (request, { needsKey = false }) =>
      !needsKey || bearerOf(request) !== '' ? null : bad('authorization', 'Unauthorized'),
    401,
  ),
  rule(
    'model',
    'The model exists at the server.',
    VLLM,
    ({ body }, { models }) =>
      models === undefined || models.includes(body?.model)
        ? null
        : bad('model', `The model \`${body?.model}\` does not exist.`),
    404,
  ),
  rule(
    'null-field',
    'A parameter that isn’t given is left out, and isn’t null.',
    'ggml-org/llama.cpp#25515, vllm-project/vllm#19862, LostRuins/koboldcpp#1503',
    ({ body }) => {
      const key = Object.keys(isObject(body) ? body : {}).find((one) => body[one] === null);
      return key === undefined
        ? null
        : bad(key, `Field '${key}': [json.exception.type_error.302] type must be number, but is null`);
    },
  ),
  rule('no-messages', 'At least one message is required.', VLLM, (request) =>
    /images/.test(pathOf(request)) || messagesOf(request).length > 0
      ? null
      : bad('messages', "'messages' must be a non-empty array"),
  ),
  rule(
    'role',
    'A role is system, user, assistant or tool: the templates of most models don’t know the role developer.',
    '1CatAI/1Cat-vLLM#493, aliou/pi-neuralwatt#12',
    (request) =>
      firstOf(messagesOf(request), (message, at) =>
        ['system', 'user', 'assistant', 'tool'].includes(message?.role)
          ? null
          : bad(`messages[${at}].role`, 'Unexpected message role.'),
      ),
  ),
  rule(
    'system-first',
    'Only the first message is from the system: the templates of many models accept no other.',
    'SillyTavern/SillyTavern#5276, ggml-org/llama.cpp#20733, cortexkit/aft#150',
    (request) =>
      firstOf(messagesOf(request), (message, at) =>
        message.role === 'system' && at > 0 ? bad(`messages[${at}]`, 'System message must be at the beginning.') : null,
      ),
  ),
  rule('content', 'A message has a content; only an assistant message with calls may lack it.', VLLM, (request) =>
    firstOf(messagesOf(request), (message, at) =>
      isGiven(message.content) || callsOf(message).length > 0
        ? null
        : bad(`messages[${at}].content`, "Expected 'content' to be a string or an array"),
    ),
  ),
  rule(
    'call-arguments',
    'The arguments of a call are the JSON of an object.',
    'vllm-project/vllm#43995 and #50861, OpenHands/software-agent-sdk#2887, sgl-project/sglang#28035',
    (request) =>
      firstOf(messagesOf(request), (message, at) =>
        firstOf(callsOf(message), (call, place) => {
          const wrong = wrongIn(functionOf(call).arguments);
          return wrong === null ? null : bad(`messages[${at}].tool_calls[${place}].function.arguments`, wrong);
        }),
      ),
  ),
  rule('tool-choice-alone', 'tool_choice requires tools.', VLLM, (request) =>
    isGiven(request.body?.tool_choice) && request.body.tool_choice !== 'none' && toolsOf(request).length === 0
      ? bad('tool_choice', 'When using `tool_choice`, `tools` must be set.')
      : null,
  ),
  rule('tool-choice-name', 'A tool that must be called is one of the tools.', VLLM, (request) => {
    const name = request.body?.tool_choice?.function?.name;
    return name === undefined || toolsOf(request).some((tool) => functionOf(tool).name === name)
      ? null
      : bad('tool_choice', 'The tool specified in `tool_choice` does not match any of the specified `tools`');
  }),
  rule('tool-schema', 'The parameters of a tool are a schema of type object.', VLLM, (request) =>
    firstOf(toolsOf(request), (tool, at) => {
      const { parameters } = functionOf(tool);
      return !isGiven(parameters) || (isObject(parameters) && parameters.type === 'object')
        ? null
        : bad(`tools[${at}].function.parameters`, 'JSON schema conversion failed: the root must be an object');
    }),
  ),
  rule('stream-options', 'stream_options requires stream.', VLLM, ({ body }) =>
    isGiven(body?.stream_options) && body.stream !== true
      ? bad('stream_options', 'Stream options can only be defined when `stream=True`.')
      : null,
  ),
  rule('ranges', 'Numbers are within the documented limits.', VLLM, ({ body }) => {
    const found = outOfRange(body, { temperature: [0, 2], top_p: [0, 1], max_tokens: [1, Number.MAX_SAFE_INTEGER] });
    return (
      found &&
      bad(
        found.key,
        `${found.key} must be ${found.isAbove ? 'at most' : 'at least'} ${found.limit}, got ${found.value}.`,
      )
    );
  }),
];

function wrongIn(value: unknown): string | null {
  if (typeof value !== 'string') return 'Input should be a valid string';
  try {
    return isObject(JSON.parse(value)) ? null : "Can only get item pairs from a mapping: 'arguments' is no object";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A server that speaks like OpenAI, as vLLM, Ollama and llama.cpp do: what any of them refuses. */
export const OWN_SERVER: Dialect = {
  rules: RULES,
  errorOf: ({ message }, status): Body => ({
    error: {
      message,
      type: status === 404 ? 'NotFoundError' : status === 401 ? 'UnauthorizedError' : 'BadRequestError',
      param: null,
      code: status,
    },
  }),
};

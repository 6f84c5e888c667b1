import { z } from 'zod';
import { BodyShape } from '../shapes/body-shape.ts';
import {
  CacheBreakpointMark,
  CacheControl,
  CacheKey,
  ChosenFunction,
  ChosenName,
  contentOf,
  Effort,
  Extension,
  FromAnswer,
  FunctionMembers,
  FunctionType,
  LABELS,
  LengthOfAnswer,
  MaxTokens,
  Model,
  NamedSchema,
  Parallel,
  partWords,
  Temperature,
  ToolName,
  TopP,
  toolChoiceOf,
  toolsOf,
  unsupported,
} from '../shapes/common.ts';
import { effectless, effectlessValue } from '../shapes/effectless.ts';
import { worded } from '../shapes/wording.ts';

const MAX_MESSAGES = 10_000;
const MAX_CALLS = 1_000;
const MAX_ID = 256;
const MAX_STOPS = 4;
const MAX_STOP_LENGTH = 256;

const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  refusal: z.null().optional(),
  cache_control: CacheControl,
  prompt_cache_breakpoint: CacheBreakpointMark,
});
const Refusal = z.strictObject({
  ...Text.shape,
  type: z.literal('refusal'),
  text: z.null().optional(),
  refusal: z.string(),
});
const Content = contentOf(
  worded(z.discriminatedUnion('type', [Text, Refusal]), partWords(['image_url', 'input_audio', 'file'])),
);

const Name = effectless(z.string().nullish());

const ToolCall = z.strictObject({
  id: z.string().max(MAX_ID),
  type: FunctionType('tool calls').optional(),
  function: z.strictObject({
    name: ToolName,
    arguments: z.string().nullish().describe('Arguments of the call, as JSON. Left out or empty: `{}`.'),
    parsed_arguments: FromAnswer,
  }),
  index: FromAnswer,
});

const Message = z
  .discriminatedUnion('role', [
    z.strictObject({ role: z.enum(['system', 'developer']), content: Content, name: Name }),
    z.strictObject({ role: z.literal('user'), content: Content, name: Name }),
    z.strictObject({
      role: z.literal('assistant'),
      content: Content.nullish().describe('Text of the message. Required unless `tool_calls` or `refusal` is set.'),
      refusal: z.string().nullish(),
      tool_calls: z.array(ToolCall).max(MAX_CALLS).nullish(),
      name: Name,
      function_call: worded(z.null(), () => ({
        code: 'unsupported_parameter',
        message: '`function_call` is not supported. Use `tool_calls`.',
      })).optional(),
      annotations: FromAnswer,
      audio: FromAnswer,
      reasoning_content: FromAnswer,
      reasoning: FromAnswer,
      parsed: FromAnswer,
    }),
    z.strictObject({
      role: z.literal('tool'),
      tool_call_id: z
        .string()
        .max(MAX_ID)
        .describe('Id of the tool call that the result belongs to: the latest one with this id and without a result.'),
      content: Content,
      name: Name,
    }),
  ])
  .meta({ id: 'ChatMessage', type: 'object' });

const ResponseFormat = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['text', 'json_object']), json_schema: z.null().optional() }),
  z.strictObject({ type: z.literal('json_schema'), json_schema: z.strictObject(NamedSchema) }),
]);

const Stop = z.string().min(1).max(MAX_STOP_LENGTH);
const Stops = worded(z.array(Stop).max(MAX_STOPS), (param, { code }) =>
  code === 'too_big' ? { code: 'invalid_value', message: `\`${param}\` takes at most ${MAX_STOPS} texts.` } : null,
);

const Modality = worded(z.literal('text'), () => ({
  code: 'unsupported_value',
  message: '`modalities` must be `["text"]`.',
}));

export type ChatMessage = z.input<typeof Message>;
export type ChatContent = z.input<typeof Content>;

export const CHAT_BODY = new BodyShape(
  z.strictObject({
    model: Model,
    messages: z.array(Message).min(1).max(MAX_MESSAGES),
    stream: z.boolean().nullish(),
    stream_options: z
      .strictObject({
        include_usage: z.boolean().nullish(),
        include_obfuscation: effectless(z.boolean().nullish(), [false]),
      })
      .nullish(),
    max_completion_tokens: MaxTokens.describe(
      'Maximum output tokens. More than the task’s `maxOutputTokens` is refused. Default: the task’s `defaultMaxOutputTokens`.',
    ),
    max_tokens: MaxTokens.describe('Older name of `max_completion_tokens`. Ignored if both are sent.'),
    temperature: Temperature,
    top_p: TopP,
    frequency_penalty: z.number().min(-2).max(2).nullish(),
    presence_penalty: z.number().min(-2).max(2).nullish(),
    stop: worded(z.union([Stop, Stops]), (param) => ({
      code: 'invalid_type',
      message: `\`${param}\` must be a string or a list of strings.`,
    })).nullish(),
    seed: z.int().nullish(),
    n: worded(z.literal(1), () => ({
      code: 'unsupported_value',
      message: '`n` must be 1: a task gives one answer.',
    })).nullish(),
    reasoning_effort: Effort,
    verbosity: LengthOfAnswer,
    tools: toolsOf(
      z.strictObject({
        type: FunctionType('tools'),
        function: z.strictObject(FunctionMembers),
        cache_control: CacheControl,
      }),
    ),
    tool_choice: toolChoiceOf(ChosenFunction, ChosenName),
    parallel_tool_calls: Parallel,
    response_format: ResponseFormat.nullish(),
    modalities: z.array(Modality).nullish(),
    prompt_cache_key: CacheKey,
    imprimatur: Extension,
    ...LABELS,
    logit_bias: effectlessValue(),
    prediction: effectlessValue(),
    prompt_cache_options: effectlessValue(),
    moderation: effectlessValue(),
    audio: unsupported('Tasks answer with text.'),
    functions: unsupported('Use `tools`.'),
    function_call: unsupported('Use `tool_choice`.'),
    logprobs: unsupported('No task returns them.'),
    top_logprobs: unsupported('No task returns them.'),
    store: unsupported('Conversations are not stored: send the whole conversation each time.'),
    web_search_options: unsupported('Use the task `case-scanning/cited-retrieval`.'),
  }),
);

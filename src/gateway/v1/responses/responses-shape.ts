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
import { isObject } from '../values.ts';

const MAX_ITEMS = 10_000;
const MAX_ID = 512;

const Text = z.strictObject({
  type: z.enum(['input_text', 'output_text', 'text', 'summary_text']),
  text: z.string(),
  refusal: z.null().optional(),
  annotations: FromAnswer,
  logprobs: FromAnswer,
  parsed: FromAnswer,
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
  worded(z.discriminatedUnion('type', [Text, Refusal]), partWords(['input_image', 'input_file', 'input_audio'])),
);

const NO_REFERENCES =
  'Items are not stored, so they can’t be referenced. Send the items themselves, as clients do with `store: false`.';

const Item = worded(
  z
    .discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('message').optional(),
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content: Content,
        id: FromAnswer,
        status: FromAnswer,
        phase: FromAnswer,
      }),
      z.strictObject({
        type: z.literal('function_call'),
        call_id: z.string().max(MAX_ID),
        name: ToolName,
        arguments: z.string().nullish().describe('Arguments of the call, as JSON. Left out or empty: `{}`.'),
        id: FromAnswer,
        status: FromAnswer,
        parsed_arguments: FromAnswer,
      }),
      z.strictObject({
        type: z.literal('function_call_output'),
        call_id: z
          .string()
          .max(MAX_ID)
          .describe(
            'Id of the tool call that the output belongs to: the latest one with this id and without an output.',
          ),
        output: Content,
        id: FromAnswer,
        status: FromAnswer,
      }),
      z
        .looseObject({ type: z.literal('reasoning'), encrypted_content: z.string().nullish() })
        .describe(
          'Reasoning of an earlier answer, unchanged. `encrypted_content` is sent to the same model family; the summary is not sent.',
        ),
    ])
    .describe('An item of the conversation.'),
  (param, issue) => {
    if (issue.code !== 'invalid_union') return null;
    if (isObject(issue.input) && issue.input.type === 'item_reference') {
      return { code: 'unsupported_value', message: NO_REFERENCES };
    }
    const message = `\`${param}\` must be \`message\`, \`function_call\`, \`function_call_output\` or \`reasoning\`.`;
    return { code: 'unsupported_value', message };
  },
);

const Format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['text', 'json_object']) }),
  z.strictObject({ type: z.literal('json_schema'), ...NamedSchema }),
]);

export type ResponsesItem = z.input<typeof Item>;
export type ResponsesContent = z.input<typeof Content>;

const STATELESS = 'Responses are not stored: send the whole conversation in `input` each time.';

export const RESPONSES_BODY = new BodyShape(
  z.strictObject({
    model: Model,
    input: worded(z.union([z.string(), z.array(Item).min(1).max(MAX_ITEMS)]), (param) => ({
      code: 'invalid_type',
      message: `\`${param}\` must be a string or a list of items.`,
    })),
    instructions: z
      .string()
      .nullish()
      .describe('Instructions, placed after the task’s own instructions and before the input.'),
    stream: z.boolean().nullish(),
    stream_options: z.strictObject({ include_obfuscation: effectless(z.boolean().nullish(), [false]) }).nullish(),
    max_output_tokens: MaxTokens.describe(
      'Maximum output tokens. More than the task’s `maxOutputTokens` is refused. Default: the task’s `defaultMaxOutputTokens`.',
    ),
    temperature: Temperature,
    top_p: TopP,
    reasoning: z
      .strictObject({ effort: Effort, summary: effectlessValue(), generate_summary: effectlessValue() })
      .nullish(),
    tools: toolsOf(z.strictObject({ type: FunctionType('tools'), ...FunctionMembers, cache_control: CacheControl })),
    tool_choice: toolChoiceOf(ChosenName, ChosenFunction),
    parallel_tool_calls: Parallel,
    text: z.strictObject({ format: Format.nullish(), verbosity: LengthOfAnswer }).nullish(),
    truncation: z
      .enum(['disabled', 'auto'])
      .nullish()
      .describe('`auto` is not applied: input that is too long is refused.'),
    prompt_cache_key: CacheKey,
    imprimatur: Extension,
    ...LABELS,
    include: effectlessValue(),
    max_tool_calls: effectlessValue(),
    prompt_cache_options: effectlessValue(),
    context_management: effectlessValue(),
    moderation: effectlessValue(),
    access_programs: effectlessValue(),
    previous_response_id: unsupported(STATELESS),
    conversation: unsupported(STATELESS),
    store: unsupported(STATELESS),
    background: unsupported('The answer is sent on the connection of the request.'),
    prompt: unsupported('Send `instructions` and `input`.'),
    image: unsupported('Tasks answer with text.'),
    top_logprobs: unsupported('No task returns them.'),
  }),
);

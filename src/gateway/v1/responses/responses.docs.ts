import { z } from 'zod';
import type { MethodDocs } from '../../../platform/http/method-docs.ts';
import { SCHEMA_WORDS } from '../../../platform/json-schema/schema-work.ts';
import {
  EXAMPLE_FACTS,
  EXAMPLE_RUN,
  EXAMPLE_TASK,
  RUN_HEADERS,
  RUN_HEADERS_WORDS,
  RUN_PROBLEMS,
  RUN_TAKES,
  RunFacts,
  V1_TAG,
  v1Errors,
} from '../docs.ts';

const TextPart = z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() });
const Content = z.union([z.string(), z.array(TextPart)]);

const InputItem = z
  .union([
    z.looseObject({
      type: z.literal('message').optional(),
      role: z.enum(['system', 'developer', 'user', 'assistant']),
      content: Content,
    }),
    z.looseObject({
      type: z.literal('function_call'),
      call_id: z.string(),
      name: z.string(),
      arguments: z.string().describe('JSON.'),
    }),
    z.looseObject({ type: z.literal('function_call_output'), call_id: z.string(), output: Content }),
    z.looseObject({ type: z.literal('reasoning') }).describe('Taken and left out.'),
  ])
  .describe('An item of the conversation.');

const Tool = z.object({
  type: z.literal('function'),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().nullish(),
  parameters: z.looseObject({}).nullish().describe(SCHEMA_WORDS),
  strict: z.boolean().nullish(),
});

const Format = z.union([
  z.object({ type: z.enum(['text', 'json_object']) }),
  z.object({
    type: z.literal('json_schema'),
    name: z.string(),
    description: z.string().nullish(),
    schema: z.looseObject({}).describe(SCHEMA_WORDS),
    strict: z.boolean().nullish(),
  }),
]);

const ignoredValue = z.unknown().optional().describe('Taken and not applied; `X-Imprimatur-Warnings` says so.');
const label = z.string().max(512).nullish().describe('Taken, and neither kept nor handed on.');

const Request = z.object({
  model: z.string().describe('A task of `/v1/models`.'),
  input: z.union([z.string(), z.array(InputItem).min(1)]),
  instructions: z.string().nullish().describe('Put before the input, and after what the task itself says.'),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_obfuscation: z.boolean().nullish() }).nullish(),
  max_output_tokens: z.int().min(1).nullish().describe('At most what the task allows.'),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  tools: z.array(Tool).max(128).nullish(),
  tool_choice: z.unknown().optional().describe('`auto`, `none`, `required` or a function.'),
  parallel_tool_calls: z
    .boolean()
    .nullish()
    .describe('`false`: one tool at a time. Where the model takes no such wish, `X-Imprimatur-Warnings` says so.'),
  text: z.object({ format: Format.nullish(), verbosity: z.string().nullish() }).nullish(),
  truncation: z.enum(['disabled', 'auto']).nullish().describe('`auto` is not applied: what is too long is refused.'),
  store: z.literal(false).nullish(),
  previous_response_id: z.null().optional(),
  conversation: z.null().optional(),
  background: z.literal(false).nullish(),
  user: label,
  safety_identifier: label,
  prompt_cache_key: label,
  prompt_cache_retention: label,
  service_tier: label,
  metadata: z.record(z.string(), z.string()).nullish().describe('At most 16 members. Told back, and not kept.'),
  include: ignoredValue,
  reasoning: ignoredValue,
  max_tool_calls: ignoredValue,
  prompt_cache_options: ignoredValue,
  context_management: ignoredValue,
  moderation: ignoredValue,
  access_programs: ignoredValue,
});

const Answer = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    model: z.string().describe('The model that has answered, as its provider calls it; `sandbox/…` where none has.'),
    status: z.enum(['completed', 'incomplete']),
    error: z.null(),
    incomplete_details: z.looseObject({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
    output: z.array(z.looseObject({ id: z.string(), type: z.enum(['message', 'function_call', 'reasoning']) })),
    usage: z
      .looseObject({ input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() })
      .nullable()
      .describe('Null where nobody knows.'),
    imprimatur: RunFacts,
  })
  .meta({ id: 'Response', description: 'What was asked stands in it as well.' });

const ID = `resp_${EXAMPLE_RUN}`;

export const responsesDocs: MethodDocs = {
  name: 'createResponse',
  tag: V1_TAG,
  summary: 'Run a task on a list of items',
  description: `The newer of the two forms. Nothing is kept: \`store\` is left out or \`false\`, and there is no \`previous_response_id\`; the whole conversation is sent each time.

With \`stream: true\` the answer is server-sent events: \`response.created\`, \`response.in_progress\`, then each item as it is added, grows and is done, and last \`response.completed\`, \`response.incomplete\` or \`response.failed\`. A stream without one of those broke off. Headers go out with the first part, or after 15 seconds without one; then a comment follows at least every 15 seconds. \`model\` of the first events is the task where it isn't known yet which model answers. ${RUN_HEADERS_WORDS}`,
  credential: 'OPTIONAL',
  takes: RUN_TAKES,
  body: { 'application/json': Request },
  example: { body: { model: EXAMPLE_TASK, input: 'Invoice 17 of 3 May over 120 EUR.' } },
  answers: {
    200: {
      description: 'The answer.',
      headers: RUN_HEADERS,
      content: {
        'application/json': {
          schema: Answer,
          example: {
            id: ID,
            object: 'response',
            created_at: 1795305600,
            model: 'sandbox/openai/gpt-6-luna',
            status: 'completed',
            error: null,
            incomplete_details: null,
            output: [
              {
                id: `msg_${EXAMPLE_RUN}`,
                type: 'message',
                status: 'completed',
                role: 'assistant',
                content: [{ type: 'output_text', annotations: [], logprobs: [], text: '{"number":"17"}' }],
              },
            ],
            usage: { input_tokens: 14, output_tokens: 6, total_tokens: 20 },
            imprimatur: EXAMPLE_FACTS,
          },
        },
        'text/event-stream': {
          text: `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"msg_${EXAMPLE_RUN}","output_index":0,"content_index":0,"logprobs":[],"delta":"{","sequence_number":4}\n\n`,
        },
      },
    },
  },
  problems: RUN_PROBLEMS,
  errors: v1Errors,
};

import { z } from 'zod';
import type { MethodDocs } from '../../../platform/http/method-docs.ts';
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
import { RESPONSES_BODY } from './responses-shape.ts';

const Answer = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    model: z
      .string()
      .describe('Model that answered, as its provider names it; `sandbox/…` if the answer is simulated.'),
    status: z.enum(['completed', 'incomplete']),
    error: z.null(),
    incomplete_details: z.looseObject({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
    output: z.array(z.looseObject({ id: z.string(), type: z.enum(['message', 'function_call', 'reasoning']) })),
    usage: z
      .looseObject({ input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() })
      .nullable()
      .describe('Tokens of the attempt that answered. Null if unknown.'),
    imprimatur: RunFacts,
  })
  .meta({
    id: 'Response',
    description: 'Answer in the format of OpenAI’s Responses API. It also repeats the parameters of the request.',
  });

const ID = `resp_${EXAMPLE_RUN}`;

export const responsesDocs: MethodDocs = {
  name: 'createResponse',
  tag: V1_TAG,
  summary: 'Run a task on a list of items',
  description: `Compatible with OpenAI’s Responses API. Conversations are not stored: omit \`store\` or set it to \`false\`, and send the whole conversation each time. \`previous_response_id\` is not supported.

With \`stream: true\` the answer is a stream of server-sent events: \`response.created\`, \`response.in_progress\`, then the events of each item. The last event is \`response.completed\`, \`response.incomplete\` or \`response.failed\`; without one of these, the stream was cut off. Headers are sent with the first part, or after 15 seconds without one; then a comment follows at least every 15 seconds. Until the answering model is known, \`model\` is the task. ${RUN_HEADERS_WORDS}`,
  credential: 'OPTIONAL',
  takes: RUN_TAKES,
  body: { 'application/json': RESPONSES_BODY.shape },
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

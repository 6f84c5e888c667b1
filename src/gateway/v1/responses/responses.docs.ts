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

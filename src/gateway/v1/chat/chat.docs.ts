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
import { CHAT_BODY } from './chat-shape.ts';

const Call = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string().describe('Arguments of the call, as JSON.') }),
});

const Usage = z.looseObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.looseObject({ cached_tokens: z.int(), cache_write_tokens: z.int().optional() }).optional(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: z.int() }).optional(),
});

const Completion = z
  .looseObject({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z
      .string()
      .describe('Model that answered, as its provider names it; `sandbox/…` if the answer is simulated.'),
    choices: z.array(
      z.looseObject({
        index: z.int(),
        message: z.looseObject({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          refusal: z
            .string()
            .nullable()
            .describe(
              'Text of the refusal if the model refuses to answer; `finish_reason` is then `stop`. Null otherwise.',
            ),
          reasoning_content: z.string().optional(),
          tool_calls: z.array(Call).optional(),
          annotations: z.array(z.looseObject({ type: z.literal('url_citation') })).optional(),
        }),
        logprobs: z.null(),
        finish_reason: z.enum(['stop', 'length', 'tool_calls', 'content_filter']),
      }),
    ),
    usage: Usage.optional().describe('Tokens of the attempt that answered. Left out if unknown.'),
    imprimatur: RunFacts,
  })
  .meta({ id: 'ChatCompletion' });

const CHUNK = `{"id":"chatcmpl-${EXAMPLE_RUN}","object":"chat.completion.chunk","created":1795305600,"model":"sandbox/openai/gpt-6-luna","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`;

const ASKED = { model: EXAMPLE_TASK, messages: [{ role: 'user', content: 'Invoice 17 of 3 May over 120 EUR.' }] };

export const chatExample = {
  id: `chatcmpl-${EXAMPLE_RUN}`,
  object: 'chat.completion',
  created: 1795305600,
  model: 'sandbox/openai/gpt-6-luna',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: '{"number":"17"}', refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 14, completion_tokens: 6, total_tokens: 20 },
  imprimatur: EXAMPLE_FACTS,
};

export const chatDocs: MethodDocs = {
  name: 'chatCompletion',
  tag: V1_TAG,
  summary: 'Run a task on a conversation',
  description: `With \`stream: true\` the answer is a stream of server-sent events: chunks of one shape, then \`[DONE]\`. Headers are sent with the first part, or after 15 seconds without one; then a comment follows at least every 15 seconds. A failure after that ends the stream with \`{"error": …, "imprimatur": …}\` and without \`[DONE]\`. \`stream_options.include_usage\` adds one chunk without choices that has \`usage\`. The last chunk has \`imprimatur\`, as an answer that isn’t streamed has.

Conversations are not stored. The body has at most 16 MB; from callers without the permission \`tasks:run\`, 64 kB. Unknown parameters are refused. ${RUN_HEADERS_WORDS}`,
  credential: 'OPTIONAL',
  takes: RUN_TAKES,
  body: { 'application/json': CHAT_BODY.shape },
  example: { body: ASKED },
  answers: {
    200: {
      description: 'The answer.',
      headers: RUN_HEADERS,
      content: {
        'application/json': {
          schema: Completion,
          example: chatExample,
        },
        'text/event-stream': { text: `data: ${CHUNK}\n\ndata: [DONE]\n\n` },
      },
    },
  },
  problems: RUN_PROBLEMS,
  errors: v1Errors,
};

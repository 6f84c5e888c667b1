import { z } from 'zod';
import type { AnswerDocs, DocsTag, MethodDocs } from '../../platform/http/method-docs.ts';

export const V1_TAG: DocsTag = {
  name: 'OpenAI-compatible',
  description:
    'For clients that speak OpenAI’s dialect. A model is named by the task it is to do; the service chooses which one does it.',
};

/** The task that examples run: it answers where no provider has a key, too. */
export const EXAMPLE_TASK = 'fast-execution/field-extraction';
export const EXAMPLE_RUN = 'run_01m818k3xne7cr4w9e6scbkb5d';

const Failure = z
  .looseObject({
    error: z.looseObject({
      message: z.string().describe('What happened and what to do; may change, the code will not.'),
      type: z.string(),
      param: z.string().nullable().describe('Which value of the body it is about, such as `messages[0].content`.'),
      code: z.string().nullable(),
      approval: z
        .looseObject({ id: z.string(), state: z.string(), expires_at: z.iso.datetime() })
        .optional()
        .describe('Of what is held for approval: how that stands.'),
    }),
  })
  .meta({ id: 'OpenAIError', description: 'Not RFC 9457, but the form that OpenAI’s clients know.' });

/** How a key stands that has a limit of calls per minute. */
export const CALL_HEADERS = [
  'X-RateLimit-Limit-Requests?',
  'X-RateLimit-Remaining-Requests?',
  'X-RateLimit-Reset-Requests?',
  'RateLimit?',
  'RateLimit-Policy?',
] as const satisfies NonNullable<AnswerDocs['headers']>;

export const v1Errors = {
  headers: [
    'Cache-Control' as const,
    'X-Should-Retry?' as const,
    'Retry-After?' as const,
    'X-Imprimatur-Run-Id?' as const,
    'X-Imprimatur-Attempts?' as const,
    'Idempotency-Replayed?' as const,
    'X-Imprimatur-Cost-Usd?' as const,
    'X-Imprimatur-Simulated?' as const,
    ...CALL_HEADERS,
  ],
  content: {
    'application/json': {
      schema: Failure,
      example: {
        error: {
          message: '`messages` is empty.',
          type: 'invalid_request_error',
          param: 'messages',
          code: 'empty_array',
        },
      },
    },
  },
} satisfies NonNullable<MethodDocs['errors']>;

/** What an answer says of its run. */
export const RunFacts = z
  .looseObject({
    run_id: z.string(),
    task: z.string(),
    task_version: z.int(),
    deployment: z.string().describe('Provider and model, whether it was asked or only stood in for.'),
    attempts: z.int(),
    total_usage: z
      .object({ input_tokens: z.int().nullable(), output_tokens: z.int().nullable() })
      .describe('Sum over all attempts, where `usage` has the attempt that answered. Null if unknown.'),
    cost_usd: z.number().nullable().describe('Cost of all attempts. Null where nobody knows.'),
    estimated: z.boolean().describe('Whether usage or cost is our own count.'),
    cost_source: z
      .enum(['provider', 'price_list', 'estimate'])
      .nullable()
      .optional()
      .describe('Whether the provider reported the cost. Null where nothing was spent or nobody knows it.'),
    overhead_ms: z.number(),
    policy_version: z.int(),
    simulated: z.boolean(),
    not_final: z.boolean(),
    past_soft_cap: z.boolean(),
    outputMismatch: z
      .object({
        message: z.string().describe('One sentence with the place, without the value.'),
        pointer: z.string().nullable().describe('JSON pointer into the answer. Null if the place is unknown.'),
      })
      .optional()
      .describe('How the answer misses the schema that was requested for it without `strict`. Left out if it fits.'),
    citations: z
      .array(
        z.object({
          url: z.string(),
          title: z.string().nullable(),
          date: z.iso
            .date()
            .nullable()
            .describe('Day on which the page was published or last updated. Null when the provider doesn’t say.'),
          snippet: z.string().max(2_000).nullable().describe('Passage of the page. Null when the provider sends none.'),
        }),
      )
      .optional()
      .describe('Sources in the order of `annotations`. Left out if the answer names none.'),
    outward: z
      .array(
        z.object({
          call_id: z.string(),
          tool: z.string(),
          publish_request: z.object({ id: z.string(), state: z.string(), expires_at: z.iso.datetime() }).nullable(),
          code: z.string().nullable().describe('Why nothing was filed.'),
          result: z.string().describe('What the tool gives back.'),
        }),
      )
      .optional()
      .describe(
        'Calls of tools that write outside: not handed on, but asked of people. Left out where there are none.',
      ),
    seal: z
      .object({ id: z.string(), url: z.string() })
      .nullable()
      .describe('Of the text of the answer, where `X-Imprimatur-Seal` asked for it. Null where there is none.'),
    replayed: z
      .literal(true)
      .optional()
      .describe('An earlier request with the same `Idempotency-Key` was answered so.'),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'RunFacts', description: 'What the headers of a whole answer say, for those who only see its body.' });

export const EXAMPLE_FACTS = {
  run_id: EXAMPLE_RUN,
  task: EXAMPLE_TASK,
  task_version: 1,
  deployment: 'openai/gpt-6-luna',
  attempts: 1,
  total_usage: { input_tokens: 14, output_tokens: 6 },
  cost_usd: 0.000012,
  estimated: false,
  cost_source: null,
  overhead_ms: 1.2,
  policy_version: 1,
  simulated: true,
  not_final: false,
  past_soft_cap: false,
  seal: null,
};

export const RUN_HEADERS: NonNullable<AnswerDocs['headers']> = [
  'X-Imprimatur-Run-Id',
  'X-Imprimatur-Task',
  'X-Imprimatur-Model',
  'X-Imprimatur-Attempts',
  'X-Imprimatur-Overhead-Ms',
  'X-Imprimatur-Policy-Version',
  'X-Imprimatur-Simulated',
  'X-Imprimatur-Not-Final',
  'X-Imprimatur-Past-Soft-Cap',
  'X-Imprimatur-Warnings?',
  'X-Imprimatur-Cost-Usd?',
  'X-Imprimatur-Cost-Estimated?',
  'X-Imprimatur-Seal-Id?',
  'X-Imprimatur-Seal-Url?',
  'Idempotency-Replayed?',
  'Cache-Control?',
  'X-Accel-Buffering?',
  ...CALL_HEADERS,
];

/** What any task can be refused with. */
export const RUN_PROBLEMS: NonNullable<MethodDocs['problems']> = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'RATE_LIMITED',
  'LIMIT_RESERVED',
  'SERVICE_UNAVAILABLE',
  // Of a run whose answer is to be sealed.
  'CLOCK_DIFFERS',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENT_ANSWER_GONE',
];

/** Headers of a request for a run. */
export const RUN_TAKES: NonNullable<MethodDocs['takes']> = [
  'Idempotency-Key',
  'X-Imprimatur-Preference',
  'X-Imprimatur-Redaction',
  'X-Imprimatur-Seal',
];

/** What both of the ways to ask have to say of them. */
export const RUN_HEADERS_WORDS = `With an \`Idempotency-Key\`, the same request within a day is given the same answer again, with \`Idempotency-Replayed: true\`, and nothing is run or paid a second time; such a run goes on when its caller goes. With \`X-Imprimatur-Seal: true\` the exact text of the answer is sealed: \`imprimatur.seal\` names the seal and its page.`;

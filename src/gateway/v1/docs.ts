import { z } from 'zod';
import type { AnswerDocs, DocsTag, MethodDocs } from '../../platform/http/method-docs.ts';

export const V1_TAG: DocsTag = {
  name: 'OpenAI-compatible',
  description: 'For clients of the OpenAI API. Send the name of a task as `model`; the service chooses the model.',
};

/** Task of the examples. The sandbox answers it if no provider has a key. */
export const EXAMPLE_TASK = 'fast-execution/field-extraction';
export const EXAMPLE_RUN = 'run_01m818k3xne7cr4w9e6scbkb5d';

const Failure = z
  .looseObject({
    error: z.looseObject({
      message: z.string().describe('Error message with what to do. The wording may change; the code doesn’t.'),
      type: z.string(),
      param: z
        .string()
        .nullable()
        .describe('Path of the wrong value in the body, such as `messages[0].content`. Null for other errors.'),
      code: z.string().nullable(),
      approval: z
        .looseObject({ id: z.string(), state: z.string(), expires_at: z.iso.datetime() })
        .optional()
        .describe('Approval of a held answer. Left out for other errors.'),
    }),
  })
  .meta({ id: 'OpenAIError', description: 'Error in the format of OpenAI’s API, not RFC 9457.' });

/** Headers for keys with a limit of calls per minute. */
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

/** Facts about a run in the body of its answer. */
export const RunFacts = z
  .looseObject({
    run_id: z.string().describe('Id of the run.'),
    task: z.string().describe('Name of the task.'),
    task_version: z.int().describe('Version of the task.'),
    deployment: z
      .string()
      .describe('Provider and model of the deployment. If `simulated` is true, the deployment was not called.'),
    attempts: z.int().describe('Number of provider calls.'),
    total_usage: z
      .object({ input_tokens: z.int().nullable(), output_tokens: z.int().nullable() })
      .describe(
        'Sum over all attempts whose count is known; `usage` counts only the attempt that answered. Null if none is known.',
      ),
    cost_usd: z.number().nullable().describe('Cost of all attempts in USD. Null if unknown.'),
    estimated: z.boolean().describe('True if usage or cost was counted by this service.'),
    cost_source: z
      .enum(['provider', 'price_list', 'estimate'])
      .nullable()
      .optional()
      .describe(
        'Source of the cost; with several attempts, the least certain one. Null if nothing was spent, or the cost is unknown.',
      ),
    overhead_ms: z.number().describe('Milliseconds spent in this service, without waiting for providers.'),
    policy_version: z.int().describe('Version of the routing policy that decided.'),
    simulated: z.boolean().describe('True if the sandbox answered instead of a model.'),
    not_final: z.boolean().describe('True if a person must review the answer before an end customer sees it.'),
    past_soft_cap: z
      .boolean()
      .describe(
        'True if the account had reached its soft cap, or the upper bound of this run’s cost exceeded what was left of it.',
      ),
    outputMismatch: z
      .object({
        message: z
          .string()
          .describe('One sentence that names the position of the mismatch in the answer, without the value.'),
        pointer: z
          .string()
          .nullable()
          .describe('JSON pointer to the wrong value in the answer. Null if its position is unknown.'),
      })
      .optional()
      .describe(
        'Mismatch between the answer and the schema or JSON format that was requested without `strict`. Left out if the answer fits, or can’t be checked because it was cut off or calls tools.',
      ),
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
      .describe('Sources in the order of `annotations`. Left out if the answer cites none.'),
    answer: z
      .object({
        outcome: z
          .enum(['supported', 'partly_supported', 'unsupported', 'not_in_documents'])
          .describe('How far the documents support the answer.'),
        claims: z.array(
          z.object({
            text: z.string(),
            start_index: z.int(),
            end_index: z.int(),
            is_supported: z
              .boolean()
              .describe('True if at least one quotation is verified. Only the words are checked.'),
            faulty_quotations: z.array(
              z.object({
                fault: z.enum(['altered', 'not_found', 'too_short', 'cut_off', 'not_checked']),
                start_index: z.int(),
                end_index: z.int(),
              }),
            ),
          }),
        ),
      })
      .optional()
      .describe(
        'Statements of an answer from documents. Their verified quotations are in `annotations`, whose member `imprimatur.claim` is the index of the statement. Left out unless the request has documents.',
      ),
    outward: z
      .array(
        z.object({
          call_id: z.string(),
          tool: z.string(),
          publish_request: z.object({ id: z.string(), state: z.string(), expires_at: z.iso.datetime() }).nullable(),
          code: z.string().nullable().describe('Reason why no publish request was filed. Null if one was.'),
          result: z.string().describe('Result of the tool call, to send back to the model.'),
        }),
      )
      .optional()
      .describe(
        'Withheld calls of tools that write to external systems. Each was filed for approval, or `code` says why not. Left out if there are none.',
      ),
    seal: z
      .object({ id: z.string(), url: z.string() })
      .nullable()
      .describe('Seal of the answer’s text, requested by `X-Imprimatur-Seal`. Null without a seal.'),
    citations_seal: z
      .object({ id: z.string(), url: z.string() })
      .optional()
      .describe('Seal of the verified citations of an answer from documents. Left out without one.'),
    replayed: z
      .literal(true)
      .optional()
      .describe('Set if this is the stored answer of an earlier request with the same `Idempotency-Key`.'),
    warnings: z.array(z.string()).optional(),
  })
  .meta({
    id: 'RunFacts',
    description: 'Facts about the run. The headers of an answer that isn’t streamed repeat most of them.',
  });

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

/** Problems that any request for a run can return. */
export const RUN_PROBLEMS: NonNullable<MethodDocs['problems']> = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'RATE_LIMITED',
  'LIMIT_RESERVED',
  'SERVICE_UNAVAILABLE',
  // CLOCK_DIFFERS occurs only for requests that ask for a seal.
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

/** Description of the headers of a run, for the documentation of both text endpoints. */
export const RUN_HEADERS_WORDS = `With an \`Idempotency-Key\`, the same request within a day returns the same answer with \`Idempotency-Replayed: true\`, without another run or charge. Such a run continues if the caller disconnects. With \`X-Imprimatur-Seal: true\`, the exact text of the answer is sealed; \`imprimatur.seal\` has the seal and its page.`;

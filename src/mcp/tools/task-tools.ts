import { z } from 'zod';
import {
  type ClaimFieldsFragment,
  GetRunDocument,
  ListTasksDocument,
  type RunFieldsFragment,
  RunTaskDocument,
} from '../../rest/generated/graphql.ts';
import { ClaimFields } from '../../rest/generated/shapes.ts';
import { ADDS, READS, tool } from '../tool.ts';
import { Id, IdempotencyKey } from './values.ts';

const Source = z.object({
  url: z.string(),
  title: z.string().nullable(),
  date: z.string().nullable().describe('Day on which the page was published or last updated, as `2026-05-03`.'),
  snippet: z.string().nullable().describe('Passage of the page.'),
});

const Tokens = z.number().nullable().describe('Null if unknown.');

const RunView = z.object({
  runId: z.string().describe('Id for `look_at_run`, and for publish requests that contain the output.'),
  task: z.string(),
  status: z.string(),
  text: z.string().nullable().describe('Answer. Null if it is held or not stored.'),
  refusal: z.string().nullable().describe('Text of the refusal if the model refuses to answer. Null otherwise.'),
  citations: z
    .array(Source)
    .describe('Sources in the order in which the answer cites them. Empty if there are none, or `text` is null.'),
  outcome: z
    .string()
    .nullable()
    .describe(
      'SUPPORTED, PARTLY_SUPPORTED, UNSUPPORTED or NOT_IN_DOCUMENTS. Null unless the answer is from documents.',
    ),
  claims: z
    .array(ClaimFields)
    .describe('Statements of an answer from documents, with the quotations that were verified.'),
  warnings: z.array(z.string()).describe('Sentences about parts of the request that were left out or replaced.'),
  usage: z
    .object({ inputTokens: Tokens, cachedInputTokens: Tokens, outputTokens: Tokens })
    .describe(
      'Tokens of the run, as the provider reports them or this service counts them. Cached ones are part of the input.',
    ),
  costUsd: z.number().nullable().describe('Cost at the provider in USD. Null if unknown.'),
  costSource: z
    .string()
    .nullable()
    .describe('PROVIDER, PRICE_LIST or ESTIMATE. Null if nothing was spent, or the cost is unknown.'),
  isHeld: z.boolean().describe('True if a person must approve the answer before it is released.'),
  approvalState: z.string().nullable().describe('Status of the approval. Null if nothing is held.'),
  isSimulated: z.boolean().describe('True if the sandbox simulated the answer without a model.'),
  isNotFinal: z.boolean().describe('True if a person must review the answer before an end customer sees it.'),
});

const Penalty = z.number().meta({ minimum: -2, maximum: 2 });

export const taskTools = [
  tool({
    name: 'list_tasks',
    title: 'List the tasks',
    description: 'All tasks of the catalogue, with their purposes. Send a task, never a model.',
    nature: READS,
    operation: ListTasksDocument,
    takes: z.strictObject({}),
    gives: z.object({
      tasks: z.array(
        z.object({
          name: z.string().describe('Name for `run_task`.'),
          kind: z.string().describe('TEXT for `run_task`, or IMAGE for `render_picture`.'),
          title: z.string(),
          description: z.string(),
          labels: z.array(z.string()),
          gates: z.array(z.string()).describe('APPROVAL: a person must approve the answer before you get it.'),
        }),
      ),
    }),
    variables: () => ({}),
    result: ({ tasks }) => ({
      tasks: tasks.map(({ name, kind, title, description, labels, gates }) => ({
        name,
        kind,
        title,
        description,
        labels: [...labels],
        gates: [...gates],
      })),
    }),
    summaryOf: ({ tasks }) => tasks.map(({ name, description }) => `${name}: ${description}`).join('\n'),
  }),

  tool({
    name: 'run_task',
    title: 'Run a task',
    description:
      'Runs a task of `list_tasks` with the model that the policy chooses. Your owner pays. The answer of a task with the gate APPROVAL is held until a person approves it; then read it by `look_at_run`.',
    nature: { ...ADDS, openWorldHint: true },
    operation: RunTaskDocument,
    permission: 'tasks:run',
    takes: z.strictObject({
      task: z.string().describe('Name of the task, such as `fast-execution/field-extraction`.'),
      messages: z
        .array(z.strictObject({ role: z.enum(['SYSTEM', 'USER', 'ASSISTANT']), content: z.string() }))
        .meta({ minItems: 1 }),
      maxOutputTokens: z.int32().optional(),
      reasoningEffort: z
        .enum(['NONE', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'XHIGH', 'MAX'])
        .optional()
        .describe(
          'Amount of reasoning before the answer. Default: the model’s. A value that the model doesn’t support becomes the next lower one, else its lowest one, or is not applied.',
        ),
      verbosity: z.enum(['LOW', 'MEDIUM', 'HIGH']).optional().describe('Length of the answer. Default: the model’s.'),
      frequencyPenalty: Penalty.optional().describe('Above 0: less repetition.'),
      presencePenalty: Penalty.optional().describe('Above 0: more new subjects.'),
      cacheKey: z
        .string()
        .meta({ maxLength: 512 })
        .optional()
        .describe(
          'Key of the provider’s prompt cache, without personal data. Send the same key with all requests whose messages start alike.',
        ),
      caseId: Id.optional().describe(
        'Case whose documents answer the request. For `case-scanning/cited-retrieval`, `wide-window` and `fast-scan`.',
      ),
      documentIds: z
        .array(Id)
        .meta({ maxItems: 100 })
        .optional()
        .describe('Documents that answer it, instead of a case.'),
      idempotencyKey: IdempotencyKey,
    }),
    gives: RunView,
    variables: ({ messages, ...given }) => ({
      input: { ...given, messages, seal: false, isOneToolAtATime: false },
    }),
    answers: ['HeldTask'],
    result: ({ runTask: answer }) => {
      if (answer?.__typename === 'RanTask' && answer.run) {
        const warnings = answer.outcome?.warnings ?? answer.run.warnings;
        return viewOf({ ...answer.run, warnings }, answer.answer ?? null, null);
      }
      if (answer?.__typename === 'HeldTask' && answer.run)
        return viewOf(answer.run, null, answer.approval?.state ?? null);
      return null;
    },
    summaryOf: runSummary,
  }),

  tool({
    name: 'look_at_run',
    title: 'Read the status of a run',
    description: 'Status of one of your runs, and its answer if it was held and is now approved.',
    nature: READS,
    operation: GetRunDocument,
    takes: z.strictObject({ runId: Id }),
    gives: RunView,
    variables: ({ runId }) => ({ id: runId }),
    result: ({ run }) => (run ? viewOf(run, run.heldAnswer ?? null, run.approval?.state ?? null) : null),
    summaryOf: runSummary,
  }),
];

interface AnswerFields {
  text: string;
  refusal: string | null;
  citations: readonly z.infer<typeof Source>[];
  outcome: string | null;
  claims: readonly ClaimFieldsFragment[];
}

function viewOf(
  run: RunFieldsFragment,
  answer: AnswerFields | null,
  approvalState: string | null,
): z.infer<typeof RunView> {
  const { id, task, status, isHeld, isSimulated, isNotFinal, warnings, costMicros, costSource } = run;
  const { inputTokens, cachedInputTokens, outputTokens } = run;
  const { text, refusal, citations, outcome, claims } = answer ?? NO_ANSWER;
  return {
    runId: id,
    task,
    status,
    text,
    refusal,
    citations: citations.map(({ url, title, date, snippet }) => ({ url, title, date, snippet })),
    outcome,
    claims: claims.map(claimView),
    warnings: [...warnings],
    usage: { inputTokens, cachedInputTokens, outputTokens },
    costUsd: costMicros === null ? null : costMicros / 1_000_000,
    costSource,
    isHeld,
    approvalState,
    isSimulated,
    isNotFinal,
  };
}

const NO_ANSWER = { text: null, refusal: null, citations: [], outcome: null, claims: [] };

function claimView({ citations, faultyQuotations, ...claim }: ClaimFieldsFragment): z.infer<typeof ClaimFields> {
  return {
    ...claim,
    citations: citations.map(({ headingPath, ...citation }) => ({ ...citation, headingPath: [...headingPath] })),
    faultyQuotations: [...faultyQuotations],
  };
}

function runSummary({ runId, text, refusal, isHeld, approvalState, status }: z.infer<typeof RunView>): string {
  if (refusal !== null) return refusal;
  if (text !== null) return text;
  if (isHeld)
    return `The answer of ${runId} is held for approval (${approvalState ?? 'unknown'}). Check again by look_at_run.`;
  return `${runId}: ${status}.`;
}

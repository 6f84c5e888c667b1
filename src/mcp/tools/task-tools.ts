import { z } from 'zod';
import {
  GetRunDocument,
  ListTasksDocument,
  type RunFieldsFragment,
  RunTaskDocument,
} from '../../rest/generated/graphql.ts';
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
  runId: z.string().describe('Ask for it by `look_at_run`, and name it in a publish request that its output is in.'),
  task: z.string(),
  status: z.string(),
  text: z.string().nullable().describe('What was answered. Null where it is held, or not kept.'),
  refusal: z.string().nullable().describe('Words of the refusal if the model refuses to answer. Null otherwise.'),
  citations: z
    .array(Source)
    .describe('Sources in the order in which the answer names them. Empty if there are none, or `text` is null.'),
  warnings: z.array(z.string()).describe('Parts of the request that were left out or replaced, in sentences.'),
  usage: z
    .object({ inputTokens: Tokens, cachedInputTokens: Tokens, outputTokens: Tokens })
    .describe('Tokens as the provider counts them. Cached ones are part of the input.'),
  costUsd: z.number().nullable().describe('Cost at the provider. Null if it is unknown.'),
  costSource: z
    .string()
    .nullable()
    .describe('PROVIDER, PRICE_LIST or ESTIMATE. Null if nothing was spent, or the cost is unknown.'),
  isHeld: z.boolean().describe('A person must approve the answer before it is given out.'),
  approvalState: z.string().nullable().describe('How it stands with that. Null where nothing is held.'),
  isSimulated: z.boolean().describe('The sandbox has made it up: no model was asked.'),
  isNotFinal: z.boolean().describe('Not for an end customer as it is: a person has to look at it.'),
});

const Penalty = z.number().meta({ minimum: -2, maximum: 2 });

export const taskTools = [
  tool({
    name: 'list_tasks',
    title: 'List the tasks',
    description: 'All tasks that can be run, with what each is for. A task is named, never a model.',
    nature: READS,
    operation: ListTasksDocument,
    takes: z.strictObject({}),
    gives: z.object({
      tasks: z.array(
        z.object({
          name: z.string().describe('For `run_task`.'),
          kind: z.string().describe('TEXT, or IMAGE: that one is `render_picture`.'),
          title: z.string(),
          description: z.string(),
          labels: z.array(z.string()),
          gates: z.array(z.string()).describe('APPROVAL: a person reads the answer before you are given it.'),
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
    says: ({ tasks }) => tasks.map(({ name, description }) => `${name}: ${description}`).join('\n'),
  }),

  tool({
    name: 'run_task',
    title: 'Run a task',
    description:
      'Runs a task of `list_tasks`: the policy of the service chooses the model. Your owner pays. What stands behind the gate APPROVAL is held until a person has approved it, and asked for by `look_at_run` then.',
    nature: { ...ADDS, openWorldHint: true },
    operation: RunTaskDocument,
    permission: 'tasks:run',
    takes: z.strictObject({
      task: z.string().describe('Such as `fast-execution/field-extraction`.'),
      messages: z
        .array(z.strictObject({ role: z.enum(['SYSTEM', 'USER', 'ASSISTANT']), content: z.string() }))
        .meta({ minItems: 1 }),
      maxOutputTokens: z.int32().optional(),
      reasoningEffort: z
        .enum(['NONE', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'XHIGH', 'MAX'])
        .optional()
        .describe('Amount of reasoning before the answer. Default: the model’s.'),
      verbosity: z.enum(['LOW', 'MEDIUM', 'HIGH']).optional().describe('Length of the answer. Default: the model’s.'),
      frequencyPenalty: Penalty.optional().describe('Above 0: less repetition.'),
      presencePenalty: Penalty.optional().describe('Above 0: more new subjects.'),
      cacheKey: z
        .string()
        .meta({ maxLength: 512 })
        .optional()
        .describe(
          'Key of the provider’s prompt cache: one for all requests whose messages begin alike, without personal data.',
        ),
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
    says: sayRun,
  }),

  tool({
    name: 'look_at_run',
    title: 'See how a run stands',
    description: 'How a run of yours stands, and its answer where that was held and is approved now.',
    nature: READS,
    operation: GetRunDocument,
    takes: z.strictObject({ runId: Id }),
    gives: RunView,
    variables: ({ runId }) => ({ id: runId }),
    result: ({ run }) => (run ? viewOf(run, run.heldAnswer ?? null, run.approval?.state ?? null) : null),
    says: sayRun,
  }),
];

interface AnswerFields {
  text: string;
  refusal: string | null;
  citations: readonly z.infer<typeof Source>[];
}

function viewOf(
  run: RunFieldsFragment,
  answer: AnswerFields | null,
  approvalState: string | null,
): z.infer<typeof RunView> {
  const { id, task, status, isHeld, isSimulated, isNotFinal, warnings, costMicros, costSource } = run;
  const { inputTokens, cachedInputTokens, outputTokens } = run;
  const { text, refusal, citations } = answer ?? { text: null, refusal: null, citations: [] };
  return {
    runId: id,
    task,
    status,
    text,
    refusal,
    citations: citations.map(({ url, title, date, snippet }) => ({ url, title, date, snippet })),
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

function sayRun({ runId, text, refusal, isHeld, approvalState, status }: z.infer<typeof RunView>): string {
  if (refusal !== null) return refusal;
  if (text !== null) return text;
  if (isHeld)
    return `What ${runId} has answered is held until a person approves it: ${approvalState ?? 'not known'}. Ask again by look_at_run.`;
  return `${runId}: ${status}.`;
}

import type { ApprovalRequest } from '../../approvals/index.ts';
import type { Settlement } from '../../customers/index.ts';
import { requesterOf } from '../../platform/auth/principal.ts';
import type { ProviderFailure } from '../../providers/index.ts';
import type { LiveAttempt } from './attempt.ts';
import type { CitedAnswer } from './citations/cited-answer.ts';
import { recordedAnswer, recordedAnswerDigest } from './citations/recorded-answer.ts';
import { citationsRow } from './citations/run-citations.entity.ts';
import type { OutputDigest } from './content-digest.ts';
import type { OutputMismatchKind } from './output-mismatch.ts';
import { leavesService, type RedactionCounts } from './redaction/run-redaction.ts';
import type { FinishReason, RunStatus } from './run.entity.ts';
import type { AnyRunContext } from './run-context.ts';
import type { EndedRun } from './run-task.ts';
import { type Cost, sumOf } from './usage.ts';

/** Status, output and failure with which a run ended, as they are recorded. */
export interface RunEnd {
  readonly status: RunStatus;
  readonly finishReason: EndedRun['finishReason'] | null;
  readonly failure: ProviderFailure | null;
  /** Null without any output. */
  readonly output: OutputDigest | null;
  /** The answer, for tasks that keep it. */
  readonly answer: unknown;
  /** Null if the output fits its schema, or has none. */
  readonly mismatch: OutputMismatchKind | null;
  /** Approval that holds the output. Null if it is released at once. */
  readonly approval: ApprovalRequest | null;
  /** Verified statements of an answer from documents. */
  readonly cited?: CitedAnswer | undefined;
}

/** A row of one of the tables of runs, by column. */
export type RunLogRow = Readonly<Record<string, unknown>>;

/** All rows that are written when a run ends, in one statement. */
export interface RunRecord {
  /** Null if nothing was reserved, because no deployment could be called. */
  readonly settlement: Settlement | null;
  readonly run: RunLogRow;
  readonly attempts: readonly RunLogRow[];
  /** Null if the task doesn't keep content, or if no deployment could be called. */
  readonly content: RunLogRow | null;
  /** Request for approval of the output. Null if it is released at once. */
  readonly approval: RunLogRow | null;
  /** Places that the answer cites. Null without documents, and for a held answer, whose approval has them. */
  readonly citations: RunLogRow | null;
}

export function recordOf(run: AnyRunContext, end: RunEnd): RunRecord {
  const { account, attempts, request, routed, task } = run;
  const { decision, snapshot } = routed;
  const last = run.attempt;
  const cost = sumOf(attempts.map((one) => one.cost));
  const isSimulated = last ? last.credential.source === 'SANDBOX' : decision.isSimulated;
  const isServed = end.failure?.failure !== 'NO_PROVIDER_AVAILABLE';
  const cited = end.cited ? recordedAnswer(end.cited) : null;
  return {
    settlement: isServed ? settlementOf(run, cost) : null,
    run: {
      id: run.id,
      kind: task.kind,
      status: end.status,
      surface: request.surface,
      task: task.name,
      task_version: task.version,
      customer_id: account.id,
      customer_key_id: account.keyId,
      requested_by: runRequesterOf(run),
      deployment: last?.deployment.id ?? null,
      model: last ? (last.responseModel ?? last.deployment.model) : null,
      credential_source: last?.credential.source ?? null,
      provider_key_id: last?.credential.keyId ?? null,
      attempt_count: attempts.length,
      finish_reason: end.finishReason === null ? null : FINISH_REASONS[end.finishReason],
      failure: end.failure?.failure ?? null,
      ...measuredOf(cost),
      started_at: run.startedAt,
      ended_at: new Date(),
      first_part_ms: run.firstPartMs,
      duration_ms: run.elapsedMs,
      overhead_ms: run.overheadMs,
      input_bytes: run.prompt.byteSize,
      input_sha256: run.prompt.sha256,
      output_bytes: end.output?.byteSize ?? null,
      output_sha256: end.output?.sha256 ?? null,
      output_text_sha256: end.output?.textSha256 ?? null,
      is_streamed: request.isStreamed,
      is_simulated: isSimulated,
      is_not_final: decision.isNotFinal,
      is_past_soft_cap: run.isPastSoftCap,
      policy_version: decision.policyVersion,
      catalogue_version: decision.catalogueVersion,
      decision: { decision, request: routed.request, snapshot },
      approval_id: end.approval?.id ?? null,
      redactions: redactionsOf(run),
      usage_discrepancy: cost.discrepancy ?? null,
      output_mismatch: end.mismatch,
      citations_sha256: cited && recordedAnswerDigest(cited),
      // Warnings about pictures may quote the prompt.
      warnings: task.kind === 'TEXT' && run.warnings.length > 0 ? run.warnings : null,
    },
    attempts: attempts.map((one) => attemptRow(run, one)),
    content: isServed ? contentOf(run, end) : null,
    approval: end.approval?.row ?? null,
    citations: cited && !end.approval ? citationsRow(run.id, cited) : null,
  };
}

function settlementOf(run: AnyRunContext, cost: Cost): Settlement {
  const { account, task } = run;
  return {
    runId: run.id,
    accountId: account.id,
    keyId: account.keyId,
    costMicros: cost.chargedMicros,
    possibleMicros: cost.possibleCostMicros,
    isEstimated: cost.isEstimated,
    inputTokens: cost.usage.inputTokens,
    outputTokens: cost.usage.outputTokens,
    task: task.name,
    model: run.attempt?.deployment.id ?? null,
  };
}

/** Null if redaction didn't run: no hosted model was called, or the task doesn't use it. */
function redactionsOf({ attempts, steps }: AnyRunContext): RedactionCounts | null {
  const counts = steps.find(({ redactions }) => redactions)?.redactions;
  return counts && attempts.some(({ deployment }) => leavesService(deployment)) ? counts : null;
}

export const runRequesterOf = ({ ctx }: Pick<AnyRunContext, 'ctx'>) => requesterOf(ctx.principal);

function attemptRow({ id }: AnyRunContext, attempt: LiveAttempt): RunLogRow {
  return {
    id: attempt.id,
    run_id: id,
    number: attempt.number,
    status: attempt.status,
    deployment: attempt.deployment.id,
    provider: attempt.deployment.provider,
    response_model: attempt.responseModel,
    response_id: attempt.responseId,
    credential_source: attempt.credential.source,
    provider_key_id: attempt.credential.keyId,
    failure: attempt.failure?.failure ?? null,
    status_code: attempt.statusCode,
    ...measuredOf(attempt.cost),
    waited_ms: attempt.waitedMs,
    started_at: attempt.startedAt,
    headers_ms: attempt.headersMs,
    first_part_ms: attempt.firstPartMs,
    duration_ms: attempt.durationMs,
    provider_reason: attempt.failure?.reason ?? null,
  };
}

function measuredOf(cost: Cost): RunLogRow {
  const { usage, images, costMicros, chargedMicros, possibleCostMicros, isEstimated, costSource } = cost;
  return {
    input_tokens: usage.inputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    reasoning_tokens: usage.reasoningTokens,
    images: images ?? null,
    cost_micros: costMicros,
    charged_micros: chargedMicros,
    possible_cost_micros: possibleCostMicros,
    is_estimated: isEstimated,
    cache_write_tokens: usage.cacheWriteTokens ?? null,
    cost_source: costSource ?? null,
  };
}

const DAY_MS = 24 * 3600 * 1000;

/** Stored with the run instead of a held answer, which only its approval stores. */
const HELD = { isHeld: true };

function contentOf({ id, task, request, startedAt, isHeld }: AnyRunContext, { answer }: RunEnd): RunLogRow | null {
  const { keep, retentionDays } = task.content;
  if (!keep) return null;
  const expiresAt = retentionDays === null ? null : new Date(startedAt.getTime() + retentionDays * DAY_MS);
  return { run_id: id, prompt: request.prompt, answer: isHeld ? HELD : (answer ?? null), expires_at: expiresAt };
}

export const FINISH_REASONS: Readonly<Record<EndedRun['finishReason'], FinishReason>> = {
  stop: 'STOP',
  length: 'LENGTH',
  'content-filter': 'CONTENT_FILTER',
  'tool-calls': 'TOOL_CALLS',
  other: 'OTHER',
};

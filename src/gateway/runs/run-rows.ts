import type { ApprovalRequest } from '../../approvals/index.ts';
import type { Settlement } from '../../customers/index.ts';
import { requesterOf } from '../../platform/auth/principal.ts';
import type { ProviderFailure } from '../../providers/index.ts';
import type { Attempt as Try } from './attempt.ts';
import type { OutputDigest } from './content-digest.ts';
import type { AnyCourse } from './course.ts';
import type { OutputMismatchKind } from './output-mismatch.ts';
import { leavesTheHouse, type RedactionCounts } from './redaction/run-redaction.ts';
import type { FinishReason, RunStatus } from './run.entity.ts';
import type { EndedRun } from './run-task.ts';
import { type Cost, sumOf } from './usage.ts';

/** How a run ended, as it is written down. */
export interface Ending {
  readonly status: RunStatus;
  readonly finishReason: EndedRun['finishReason'] | null;
  readonly failure: ProviderFailure | null;
  /** Null where nothing came. */
  readonly output: OutputDigest | null;
  /** What was answered, of tasks that keep it. */
  readonly answer: unknown;
  /** Null if the output fits its schema. */
  readonly mismatch: OutputMismatchKind | null;
  /** What its output is held for; null where it is given out. */
  readonly approval: ApprovalRequest | null;
}

/** A row of the table of the same name, by its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** All that is written when a run ends, in one statement. */
export interface RunRecord {
  /** Null if nothing was reserved, because no deployment could be called. */
  readonly settlement: Settlement | null;
  readonly run: Row;
  readonly attempts: readonly Row[];
  /** Null unless the task keeps it. */
  readonly content: Row | null;
  /** What approval is asked for its output with; null where it is given out. */
  readonly approval: Row | null;
}

export function recordOf(course: AnyCourse, ending: Ending): RunRecord {
  const { account, attempts, request, routed, task } = course;
  const { decision, snapshot } = routed;
  const last = course.attempt;
  const cost = sumOf(attempts.map((one) => one.cost));
  const isSimulated = last ? last.credential.source === 'SANDBOX' : decision.isSimulated;
  const isServed = ending.failure?.failure !== 'NO_PROVIDER_AVAILABLE';
  return {
    settlement: isServed ? settlementOf(course, cost) : null,
    run: {
      id: course.id,
      kind: task.kind,
      status: ending.status,
      surface: request.surface,
      task: task.name,
      task_version: task.version,
      customer_id: account.id,
      customer_key_id: account.keyId,
      requested_by: runRequesterOf(course),
      deployment: last?.deployment.id ?? null,
      model: last ? (last.responseModel ?? last.deployment.model) : null,
      credential_source: last?.credential.source ?? null,
      provider_key_id: last?.credential.keyId ?? null,
      attempt_count: attempts.length,
      finish_reason: ending.finishReason === null ? null : FINISH_REASONS[ending.finishReason],
      failure: ending.failure?.failure ?? null,
      ...measuredOf(cost),
      started_at: course.startedAt,
      ended_at: new Date(),
      first_part_ms: course.firstPartMs,
      duration_ms: course.elapsedMs,
      overhead_ms: course.overheadMs,
      input_bytes: course.prompt.byteSize,
      input_sha256: course.prompt.sha256,
      output_bytes: ending.output?.byteSize ?? null,
      output_sha256: ending.output?.sha256 ?? null,
      output_text_sha256: ending.output?.textSha256 ?? null,
      is_streamed: request.isStreamed,
      is_simulated: isSimulated,
      is_not_final: decision.isNotFinal,
      is_past_soft_cap: course.isPastSoftCap,
      policy_version: decision.policyVersion,
      catalogue_version: decision.catalogueVersion,
      decision: { decision, request: routed.request, snapshot },
      approval_id: ending.approval?.id ?? null,
      redactions: redactionsOf(course),
      usage_discrepancy: cost.discrepancy ?? null,
      output_mismatch: ending.mismatch,
      // Warnings about pictures may quote the prompt.
      warnings: task.kind === 'TEXT' && course.warnings.length > 0 ? course.warnings : null,
    },
    attempts: attempts.map((one) => attemptRow(course, one)),
    content: isServed ? contentOf(course, ending) : null,
    approval: ending.approval?.row ?? null,
  };
}

function settlementOf(course: AnyCourse, cost: Cost): Settlement {
  const { account, task } = course;
  return {
    runId: course.id,
    accountId: account.id,
    keyId: account.keyId,
    costMicros: cost.chargedMicros,
    possibleMicros: cost.possibleCostMicros,
    isEstimated: cost.isEstimated,
    inputTokens: cost.usage.inputTokens,
    outputTokens: cost.usage.outputTokens,
    task: task.name,
    model: course.attempt?.deployment.id ?? null,
  };
}

/** Null where nothing was looked for: all of it stayed in the house, or the task does not want it. */
function redactionsOf({ attempts, steps }: AnyCourse): RedactionCounts | null {
  const counts = steps.find(({ redactions }) => redactions)?.redactions;
  return counts && attempts.some(({ deployment }) => leavesTheHouse(deployment)) ? counts : null;
}

export const runRequesterOf = ({ ctx }: Pick<AnyCourse, 'ctx'>) => requesterOf(ctx.principal);

function attemptRow({ id }: AnyCourse, attempt: Try): Row {
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

function measuredOf(cost: Cost): Row {
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

/** In the place of an answer that only its approval keeps. */
const HELD = { isHeld: true };

function contentOf({ id, task, request, startedAt, isHeld }: AnyCourse, { answer }: Ending): Row | null {
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

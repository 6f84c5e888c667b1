import { toHeaderText } from '../../platform/http/header-values.ts';
import type { CitedAnswer } from '../runs/citations/cited-answer.ts';
import type { OutputMismatch } from '../runs/output-mismatch.ts';
import type { AdmittedRun, BegunRun, Citation, CompletedRun, EndedRun } from '../runs/run-task.ts';
import { withheldCallFacts } from './withheld-call-notice.ts';

/** Headers with facts about the run. These names never change. */
export const HEADER = {
  RUN_ID: 'X-Imprimatur-Run-Id',
  TASK: 'X-Imprimatur-Task',
  MODEL: 'X-Imprimatur-Model',
  ATTEMPTS: 'X-Imprimatur-Attempts',
  COST: 'X-Imprimatur-Cost-Usd',
  COST_ESTIMATED: 'X-Imprimatur-Cost-Estimated',
  OVERHEAD: 'X-Imprimatur-Overhead-Ms',
  POLICY_VERSION: 'X-Imprimatur-Policy-Version',
  SIMULATED: 'X-Imprimatur-Simulated',
  NOT_FINAL: 'X-Imprimatur-Not-Final',
  PAST_SOFT_CAP: 'X-Imprimatur-Past-Soft-Cap',
  WARNINGS: 'X-Imprimatur-Warnings',
  SEAL_ID: 'X-Imprimatur-Seal-Id',
  SEAL_URL: 'X-Imprimatur-Seal-Url',
  REPLAYED: 'Idempotency-Replayed',
} as const;

/**
 * Adds the facts that are known before a provider answers. `headers` holds names and values in turn, the fastest form for Node.
 */
export function addAdmittedHeaders(headers: string[], run: AdmittedRun): void {
  headers.push(
    HEADER.RUN_ID,
    run.id,
    HEADER.TASK,
    run.task,
    HEADER.POLICY_VERSION,
    String(run.decision.policyVersion),
    HEADER.NOT_FINAL,
    run.isNotFinal ? 'true' : 'false',
    HEADER.PAST_SOFT_CAP,
    run.isPastSoftCap ? 'true' : 'false',
  );
}

/** Adds the facts that are known when an answer starts. */
export function addRunHeaders(
  headers: string[],
  run: BegunRun,
  ownWarnings: readonly string[],
  lateWarnings: readonly string[] = [],
): void {
  addAdmittedHeaders(headers, run);
  headers.push(
    HEADER.MODEL,
    toHeaderText(modelOf(run)),
    HEADER.ATTEMPTS,
    String(run.attempts),
    HEADER.OVERHEAD,
    run.overheadMs.toFixed(2),
    HEADER.SIMULATED,
    run.isSimulated ? 'true' : 'false',
  );
  if (run.isReplay) headers.push(HEADER.REPLAYED, 'true');
  addWarnings(headers, warningsOf(run, ownWarnings, lateWarnings));
}

export function addWarnings(headers: string[], warnings: readonly string[]): void {
  if (warnings.length > 0) headers.push(HEADER.WARNINGS, toHeaderText(warnings.join(' ')));
}

/** Adds the facts that are known at the end of the run. */
export function addEndHeaders(headers: string[], { costMicros, isEstimated, seal }: EndedRun): void {
  headers.push(HEADER.COST, costMicros === null ? 'unknown' : usdOf(costMicros).toFixed(6));
  if (isEstimated) headers.push(HEADER.COST_ESTIMATED, 'true');
  if (seal) headers.push(HEADER.SEAL_ID, seal.id, HEADER.SEAL_URL, seal.verificationUrl);
}

/** Model that answered, as its provider names it. For a simulated answer: `sandbox/` and the name of the deployment. */
export function modelOf({ isSimulated, deployment, model }: BegunRun): string {
  return isSimulated ? `sandbox/${deployment}` : model;
}

/** Facts about the run, for the body of an answer that isn't streamed, and for the last event of a stream. */
export function runFacts(
  run: BegunRun,
  end: EndedRun,
  ownWarnings: readonly string[],
  citations: readonly Citation[] = [],
) {
  const warnings = warningsOf(run, ownWarnings, end.lateWarnings);
  const { seal, outward } = end;
  return {
    run_id: run.id,
    task: run.task,
    task_version: run.taskVersion,
    deployment: run.deployment,
    attempts: run.attempts,
    total_usage: totalUsageOf(end),
    cost_usd: end.costMicros === null ? null : usdOf(end.costMicros),
    estimated: end.isEstimated,
    cost_source: end.costSource?.toLowerCase() ?? null,
    overhead_ms: Math.round(end.overheadMs * 100) / 100,
    policy_version: run.decision.policyVersion,
    simulated: run.isSimulated,
    not_final: run.isNotFinal,
    past_soft_cap: run.isPastSoftCap,
    seal: seal && { id: seal.id, url: seal.verificationUrl },
    ...(seal?.citations && { citations_seal: { id: seal.citations.id, url: seal.citations.verificationUrl } }),
    ...(end.outputMismatch && { outputMismatch: mismatchFacts(end.outputMismatch) }),
    ...(citations.length > 0 && { citations: citations.map(citationFacts) }),
    ...(end.cited && { answer: answerFacts(end.cited) }),
    ...(outward && { outward: withheldCallFacts(outward) }),
    ...(run.isReplay && { replayed: true }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Verified statements. Their quotations are in the annotations. */
function answerFacts({ outcome, claims }: CitedAnswer) {
  return {
    outcome: outcome.toLowerCase(),
    claims: claims.map(({ text, start, end, isSupported, faultyQuotations }) => ({
      text,
      start_index: start,
      end_index: end,
      is_supported: isSupported,
      faulty_quotations: faultyQuotations.map(({ fault, inAnswer }) => ({
        fault: fault.toLowerCase(),
        start_index: inAnswer.start,
        end_index: inAnswer.end,
      })),
    })),
  };
}

function mismatchFacts({ message, pointer }: OutputMismatch) {
  return { message, pointer };
}

function totalUsageOf({ usage, totalUsage = usage }: EndedRun) {
  return { input_tokens: totalUsage.inputTokens, output_tokens: totalUsage.outputTokens };
}

/**
 * Facts about a source. Annotations alone wouldn't suffice, because in OpenAI's API they have no fields for date and snippet.
 */
function citationFacts({ url, title, date, snippet }: Citation) {
  return { url, title, date: date ?? null, snippet: snippet ?? null };
}

export function headersOf(run: CompletedRun, ownWarnings: readonly string[]): string[] {
  const headers: string[] = [];
  addRunHeaders(headers, run, ownWarnings, run.lateWarnings);
  addEndHeaders(headers, run);
  return headers;
}

function warningsOf({ warnings }: BegunRun, own: readonly string[], late: readonly string[]): readonly string[] {
  if (own.length === 0 && late.length === 0) return warnings;
  return [...own, ...warnings, ...late];
}

export const usdOf = (micros: number) => micros / 1_000_000;

import { type AdmittedRun, type BegunRun, RunFailed } from '../runs/run-task.ts';
import { usdOf } from './answer-headers.ts';
import { type ErrorAnswer, HeldForApproval } from './errors.ts';

/** Facts about the run in the last event of a failed stream, like `runFacts` of a successful one. Unknown facts are null. */
export function failureFacts(
  run: AdmittedRun | BegunRun,
  error: unknown,
  { status, retryAfterSeconds, mayRetry }: ErrorAnswer,
) {
  const begun = 'deployment' in run ? run : null;
  const failed = error instanceof RunFailed ? error : null;
  const costMicros = failed?.costMicros ?? null;
  return {
    run_id: run.id,
    task: run.task,
    task_version: run.taskVersion,
    deployment: begun?.deployment ?? null,
    attempts: failed?.attempts ?? begun?.attempts ?? null,
    cost_usd: costMicros === null ? null : usdOf(costMicros),
    policy_version: run.decision.policyVersion,
    simulated: begun?.isSimulated ?? null,
    not_final: run.isNotFinal,
    past_soft_cap: run.isPastSoftCap,
    seal: null,
    ...(error instanceof HeldForApproval && error.facts),
    status,
    should_retry: mayRetry,
    retry_after_seconds: retryAfterSeconds ?? null,
  };
}

export type FailureFacts = ReturnType<typeof failureFacts>;

import type { ApprovalRequest, ApprovalsApi, HoldPass } from '../../approvals/index.ts';
import { type AnswerOutput, bytesOf, isGated } from './held-output.ts';
import type { HeldRun, RunStep } from './run-step.ts';

/**
 * Holds the output of a gated task until a person approves it. Until then the caller gets facts about the approval instead of
 * the output. Limits of approvals are checked before anything is spent.
 */
export function holdStep(approvals: Pick<ApprovalsApi, 'take' | 'prepare'>): RunStep {
  return {
    async beforeCalls({ ctx, routed }) {
      if (!isGated(routed.task)) return null;
      const pass = await approvals.take(ctx);
      return { hold: (run, output) => requestFor(approvals, run, pass, output) };
    },
  };
}

/** The request for approval of an output. */
function requestFor(
  approvals: Pick<ApprovalsApi, 'prepare'>,
  { id, ctx, task, account, attempt, routed }: HeldRun,
  pass: HoldPass,
  output: AnswerOutput,
): ApprovalRequest {
  const { deployment, responseModel, credential } = attempt!;
  return approvals.prepare(ctx, pass, {
    subjectKind: 'RUN_OUTPUT',
    subjectId: id,
    title: `Release the ${task.title} answer`,
    facts: {
      task: task.name,
      taskVersion: task.version,
      deployment: deployment.id,
      model: responseModel ?? deployment.model,
      isSimulated: credential.source === 'SANDBOX',
      isNotFinal: routed.decision.isNotFinal,
      finishReason: output.finishReason,
    },
    payload: bytesOf(output),
    customerId: account.isOwnUse ? null : account.id,
  });
}

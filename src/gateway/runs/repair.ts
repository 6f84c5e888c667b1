import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { DeploymentEntry, ModelsApi } from '../../models/index.ts';
import { LiveAttempt } from './attempt.ts';
import type { FoundMismatch } from './output-check.ts';
import { leavesService } from './redaction/run-redaction.ts';
import type { AnyRunContext, RunContext } from './run-context.ts';

/** True if the policy allows repairs and this run can be repaired. A streamed run can't: its text already reached the caller. */
export const canBeRepaired = ({ check, request, routed }: AnyRunContext) =>
  check !== null && !request.isStreamed && (routed.policy.repair?.attempts ?? 0) > 0;

export interface RepairAttempt {
  readonly attempt: LiveAttempt;
  /** The answer and its mismatch, appended to the prompt. */
  readonly messages: LanguageModelV4Prompt;
}

/**
 * Creates the attempt that repairs an answer, with the model that the policy names. Null if it would exceed the policy's
 * attempts, the deadline or the reservation.
 *
 * @param sentText answer as the provider sent it, with placeholders for redacted data
 */
export function repairOf(
  run: RunContext,
  models: Pick<ModelsApi, 'priceAt' | 'costOf'>,
  sentText: string,
  mismatch: FoundMismatch,
): RepairAttempt | null {
  const { attempts, routed, signal, msLeft } = run;
  if (attempts.length >= routed.policy.attempts.most) return null;
  if (signal.aborted || msLeft <= 0) return null;
  const deployment = deploymentFor(run);
  const messages = messagesOf(sentText, isRedacted(run) ? MISFIT : mismatch.message);
  const attempt = new LiveAttempt(attempts.length + 1, deployment, run.credentialFor(deployment), 0);
  attempt.addedBytes = Buffer.byteLength(JSON.stringify(messages));
  return fitsReservation(run, models, attempt) ? { attempt, messages } : null;
}

/** Doesn't name the position in the answer: a member name can be personal data that was redacted in the request. */
const MISFIT = 'The answer does not fit its schema.';

function messagesOf(sentText: string, fault: string): LanguageModelV4Prompt {
  const ask = `Your answer can't be used. ${fault} Answer again with the corrected JSON only, without any other text.`;
  return [
    ...(sentText.trim() === ''
      ? []
      : [{ role: 'assistant' as const, content: [{ type: 'text' as const, text: sentText }] }]),
    { role: 'user', content: [{ type: 'text', text: ask }] },
  ];
}

const isRedacted = ({ steps }: AnyRunContext) => steps.some(({ redactions }) => redactions);

function deploymentFor(run: RunContext): DeploymentEntry {
  const { routed } = run;
  const { deployment, credential } = run.attempt!;
  if (routed.policy.repair?.by !== 'NEXT') return deployment;
  const path = routed.decision.path.flatMap((id) => routed.catalogue.deployments.find((one) => one.id === id) ?? []);
  const next = path.slice(path.indexOf(deployment) + 1).find((one) => {
    // A customer's own key never falls back to the service's, and an unredacted answer never leaves for a hosted model.
    if (credential.source === 'CUSTOMER' && run.credentialFor(one).source === 'SERVICE') return false;
    return !isRedacted(run) || leavesService(one) === leavesService(deployment);
  });
  return next ?? deployment;
}

/**
 * True if the attempt fits into the reservation. Only calls with the service's key are checked, and only for accounts and keys
 * with a limit.
 */
function fitsReservation(
  run: RunContext,
  models: Pick<ModelsApi, 'priceAt' | 'costOf'>,
  attempt: LiveAttempt,
): boolean {
  const { routed, isLimited, committedMicros, reservedMicros } = run;
  const { deployment, credential, startedAt, addedBytes } = attempt;
  if (!isLimited || credential.source !== 'SERVICE') return true;
  const { inputTokens, maxOutputTokens } = routed.request;
  const usage = {
    // Bytes are added as tokens, since a token has at least one byte.
    inputTokens: inputTokens + addedBytes,
    outputTokens: maxOutputTokens,
    cachedInputTokens: null,
    reasoningTokens: null,
  };
  const most = models.costOf(models.priceAt(routed.catalogue, deployment.id, startedAt), usage, startedAt);
  return most !== null && reservedMicros !== null && committedMicros + most <= reservedMicros;
}

import type { Approval } from '../../approvals/index.ts';
import { assertAccess } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import type { HeldAnswers } from '../runs/held-answers.ts';
import type { Run, RunSurface } from '../runs/run.entity.ts';
import type { RunResolver } from '../runs/run.resolver.ts';
import type { BegunRun, CompletedRun, EndedRun, HeldOutput, StreamedRun } from '../runs/run-task.ts';
import { addEndHeaders, HEADER, headersOf, runFacts } from './answer-headers.ts';
import { type HeldApproval, HeldForApproval } from './errors.ts';

const RUN_ID = /^run_[0-9a-z]{26}$/;

/** `Retry-After` for a held answer. The approval needs a person, so more frequent polling doesn't help. */
const LOOK_AGAIN_SECONDS = 15;

/** Error for a run whose answer is held. */
export function heldForApproval(
  run: BegunRun,
  end: EndedRun,
  { approvalId, expiresAt }: HeldOutput,
  publicUrl: string,
): HeldForApproval {
  const cost: string[] = [];
  addEndHeaders(cost, end);
  const headers = {
    [HEADER.RUN_ID]: run.id,
    [HEADER.ATTEMPTS]: String(run.attempts),
    [HEADER.COST]: cost[1]!,
    [HEADER.SIMULATED]: String(run.isSimulated),
  };
  const message = `The task succeeded and is charged. Its answer is held until an approver releases it at ${publicUrl}/admin/approvals. Then fetch it from ${publicUrl}/v1/runs/${run.id}. Don’t send the request again: it would be charged again.`;
  const approval = { id: approvalId, state: 'PENDING', expires_at: expiresAt.toISOString() };
  return new HeldForApproval(new Refusal('HELD_FOR_APPROVAL', message, { headers }), approval, runFacts(run, end, []));
}

/**
 * Reads a held run to its end and returns the error for its caller. No part of the run is sent to the caller.
 * @throws RunFailed
 */
export async function heldAtEnd(run: StreamedRun, publicUrl: string): Promise<HeldForApproval> {
  for await (const part of run.parts) {
    if (part.type === 'end' && part.end.held) return heldForApproval(run, part.end, part.end.held, publicUrl);
  }
  throw new Error('The run of a gated task ended without a held output.');
}

/** Seals an answer that was held and then released. */
export type SealReleased = (ctx: Context, run: CompletedRun) => Promise<CompletedRun>;

/** Reads held answers after their approval. */
export class HeldRuns {
  readonly #log: Pick<RunResolver, 'find'>;
  readonly #held: Pick<HeldAnswers, 'approvalOf' | 'completed' | 'stateOf'>;
  readonly #bodyOf: (run: CompletedRun, surface: RunSurface) => string;
  readonly #sealReleased: SealReleased;

  constructor(
    log: Pick<RunResolver, 'find'>,
    held: Pick<HeldAnswers, 'approvalOf' | 'completed' | 'stateOf'>,
    bodyOf: (run: CompletedRun, surface: RunSurface) => string,
    sealReleased: SealReleased,
  ) {
    this.#log = log;
    this.#held = held;
    this.#bodyOf = bodyOf;
    this.#sealReleased = sealReleased;
  }

  /** Answer in the format of the original request. @throws Refusal, HeldForApproval */
  async read(ctx: Context, id: string, isSealed: boolean): Promise<{ json: string; headers: string[] }> {
    assertAccess(ctx.principal, 'own-runs:read');
    const run = RUN_ID.test(id) ? await this.#log.find(ctx, id) : null;
    const approval = run?.approvalId ? await this.#held.approvalOf(ctx, id) : null;
    if (!run || !approval) {
      throw new Refusal('NOT_FOUND', 'No held run with this id exists, or you can’t read it.');
    }
    let released: CompletedRun;
    try {
      released = await this.#held.completed(ctx, run, approval);
    } catch (error) {
      throw error instanceof Refusal ? this.#heldBack(ctx, error, run, approval) : error;
    }
    const completed = isSealed ? await this.#sealReleased(ctx, released) : released;
    return { json: this.#bodyOf(completed, run.surface), headers: headersOf(completed, []) };
  }

  #heldBack(ctx: Context, refusal: Refusal, run: Run, approval: Approval): Refusal {
    if (refusal.code === 'FORBIDDEN') return refusal;
    const state = this.#held.stateOf(ctx, approval);
    const heldApproval: HeldApproval = { id: approval.id, state, expires_at: approval.expiresAt.toISOString() };
    const { code, message } = refusal;
    const headers = { [HEADER.RUN_ID]: run.id };
    const retryAfterSeconds = code === 'HELD_FOR_APPROVAL' ? LOOK_AGAIN_SECONDS : undefined;
    return new HeldForApproval(
      new Refusal(code, message, { headers, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }),
      heldApproval,
    );
  }
}

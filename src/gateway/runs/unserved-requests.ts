import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import type { Refusal } from '../../platform/errors/errors.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import { ProviderFailure } from '../../providers/index.ts';
import type { Decision } from '../routing/decision.ts';
import type { AnyRunContext } from './run-context.ts';
import type { RunFinisher } from './run-finisher.ts';
import type { RunFailed } from './run-task.ts';

/**
 * Maximum number of recorded runs per minute of a caller whose requests no deployment can take. Such runs are free, so no other
 * limit keeps a caller from filling the tables of runs. More would add no information about an outage; fewer would lose calls of
 * a busy application.
 */
export const UNSERVED_RUNS_PER_MINUTE = 60;

const LOGGED: Limit = {
  name: 'unserved-runs',
  of: 'runs without a provider',
  amount: async () => UNSERVED_RUNS_PER_MINUTE,
  per: 'minute',
  exempt: 'runs:read',
  // Each row costs little, and counting across processes would cost more.
  counted: 'BY_PROCESS',
};

/** Milliseconds between warnings. Without a limit, a busy customer would fill the server log. */
const WARN_EVERY_MS = 60_000;

export interface UnservedOptions {
  limits: Pick<Limits, 'takeSilently'>;
  finisher: Pick<RunFinisher, 'fail' | 'count'>;
  /** Converts a decision without a path to an error. */
  refused: (decision: Decision) => Refusal;
}

/**
 * Handles requests whose decision has no path. If no deployment can be called, the request counts as a failed run in the metrics
 * and, up to a limit, is recorded as one, so that a service level can be calculated. Any other refusal isn't a run.
 */
export class UnservedRequests {
  readonly #options: UnservedOptions;
  /** Time of the last warning, in milliseconds of the monotonic clock. */
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: UnservedOptions) {
    this.#options = options;
  }

  /**
   * Records a failed run if no deployment can be called.
   * @returns the error to throw: RunFailed if the run was recorded, otherwise the decision's refusal
   */
  async answer(ctx: Context, decision: Decision, createRun: () => AnyRunContext): Promise<Refusal | RunFailed> {
    const { finisher, limits, refused } = this.#options;
    const refusal = refused(decision);
    if (decision.refusal?.code === 'PRICE_UNKNOWN') this.#warn(ctx, decision);
    // Callers who can't run tasks only use the sandbox, and have no service level.
    if (decision.refusal?.code !== 'NO_DEPLOYMENT' || !can(ctx.principal, 'tasks:run')) return refusal;
    const { message, retryAfterSeconds } = refusal;
    const retryAfterMs = retryAfterSeconds === undefined ? null : retryAfterSeconds * 1_000;
    const failure = new ProviderFailure('NO_PROVIDER_AVAILABLE', message, { retryAfterMs });
    const run = createRun();
    if (!(await limits.takeSilently(ctx, LOGGED))) {
      finisher.count(run, failure);
      return refusal;
    }
    return finisher.fail(run, { failure, isDelivered: false, outputTokens: 0, output: null, answer: null });
  }
  /** Warns operators of missing prices, which callers can't fix, at most once a minute. */
  #warn({ logger }: Context, { candidates }: Decision): void {
    const now = performance.now();
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    const deployments = candidates.flatMap(({ deployment, reason }) =>
      reason === 'PRICE_UNKNOWN' ? [deployment] : [],
    );
    logger.warn({ deployments }, 'a task is refused under a hard limit because no price is known; publish a price');
  }
}

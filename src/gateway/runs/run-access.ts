import { assertAccess } from '../../platform/auth/access.ts';
import { can, type Principal, requesterOf } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import type { RoutedRequest } from '../routing/router.ts';

/** Filter for the runs that a principal may read: all (null), a customer's, or its own. */
export function visibleRuns(principal: Principal): { customerId: string } | { requestedBy: string } | null {
  if (can(principal, 'runs:read')) return null;
  const { accountId } = principal;
  return accountId === undefined ? { requestedBy: requesterOf(principal) } : { customerId: accountId };
}

/** Checks permissions and limits for running tasks. */
export class RunAccess {
  readonly #limits: Pick<Limits, 'take'>;
  readonly #simulated: Limit;
  readonly #isSandboxOn: boolean;

  constructor(limits: Pick<Limits, 'take'>, simulatedPerDay: () => Promise<number>, isSandboxOn: boolean) {
    this.#limits = limits;
    this.#isSandboxOn = isSandboxOn;
    this.#simulated = {
      name: 'simulated-runs',
      of: 'simulated tasks',
      amount: simulatedPerDay,
      per: 'day',
      exempt: 'tasks:run',
      counted: 'BY_ALL',
    };
  }

  /** Called before a request is processed. @throws Refusal UNAUTHENTICATED, FORBIDDEN */
  assertMayRun({ principal }: Context): void {
    if (!this.#isSandboxOn) assertAccess(principal, 'tasks:run');
  }

  /**
   * Called after routing and before the reservation. Callers who can't run tasks may run simulated ones, within a daily limit,
   * and nothing that costs.
   * @throws Refusal UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED
   */
  async takeFor(ctx: Context, { decision, snapshot }: RoutedRequest): Promise<void> {
    if (can(ctx.principal, 'tasks:run')) return;
    const isSimulated = decision.path.every((id) => snapshot.deployments[id]?.credential?.source === 'SANDBOX');
    if (!isSimulated) assertAccess(ctx.principal, 'tasks:run');
    await this.#limits.take(ctx, [this.#simulated, 1]);
  }
}

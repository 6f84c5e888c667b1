import { assertAccess } from '../../platform/auth/access.ts';
import { can, type Principal, requesterOf } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import type { RoutedRequest } from '../routing/router.ts';

/** Whose runs somebody sees: everybody's, which is null, a customer's, or one's own. */
export function visibleRuns(principal: Principal): { customerId: string } | { requestedBy: string } | null {
  if (can(principal, 'runs:read')) return null;
  const { accountId } = principal;
  return accountId === undefined ? { requestedBy: requesterOf(principal) } : { customerId: accountId };
}

/** Who may run what. */
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

  /** Before anything is done for a request. @throws Refusal UNAUTHENTICATED, FORBIDDEN */
  assertMayRun({ principal }: Context): void {
    if (!this.#isSandboxOn) assertAccess(principal, 'tasks:run');
  }

  /**
   * Once it is known where it goes, and before anything is set aside: who may not run tasks runs what is simulated, so many a
   * day, and nothing that costs.
   * @throws Refusal UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED
   */
  async takeFor(ctx: Context, { decision, snapshot }: RoutedRequest): Promise<void> {
    if (can(ctx.principal, 'tasks:run')) return;
    const isSimulated = decision.path.every((id) => snapshot.deployments[id]?.credential?.source === 'SANDBOX');
    if (!isSimulated) assertAccess(ctx.principal, 'tasks:run');
    await this.#limits.take(ctx, [this.#simulated, 1]);
  }
}

import type { ApprovalsApi } from '../../approvals/index.ts';
import type { CustomersApi } from '../../customers/index.ts';
import type { ModelsApi } from '../../models/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProvidersApi } from '../../providers/index.ts';
import { ExplainResolver } from './explain.resolver.ts';
import { PolicyBook } from './policy-book.ts';
import { RouteExplainer } from './route-explainer.ts';
import { Router } from './router.ts';
import { routingMetrics } from './routing.metrics.ts';
import { RoutingPolicyFaultsResolver, RoutingPolicyResolver } from './routing-policy.resolver.ts';
import { RoutingPolicyService } from './routing-policy.service.ts';

export { RoutingPreference } from './routing.types.ts';
export { routingReads } from './routing-policy.reads.ts';
export { OPEN_GATES } from './snapshot.ts';

/** Earlier features that routing depends on. */
export interface RoutingDependencies {
  models: ModelsApi;
  customers: CustomersApi;
  providers: ProvidersApi;
  approvals: Pick<ApprovalsApi, 'holdChange'>;
}

/** Composes the routing policy and its decisions. */
export function composeRouting({ database, clock, live, logger }: Platform, earlier: RoutingDependencies) {
  const { approvals, models, customers, providers } = earlier;
  const policies = new PolicyBook(database, models);
  live.observe('routing-policy.published', () => policies.forget());
  const service = new RoutingPolicyService(policies, models);
  return {
    book: policies,
    /** Publishes a policy version that was held until another person approved it. */
    changeMaker: policies.heldWith('ROUTING_POLICY', 'routing policy', approvals.holdChange),
    router: new Router({ models, customers, providers, policies, clock }),
    policies: new RoutingPolicyResolver(service),
    faults: new RoutingPolicyFaultsResolver(service),
    explain: new ExplainResolver(new RouteExplainer({ models, customers, providers, policies })),
    metrics: routingMetrics(service),
    /** Creates the first policy, adds rules for image tasks to an older one, and logs mismatches with the catalogue. */
    async atStart() {
      await policies.adoptImages();
      const faults = await service.faults();
      for (const { pointer, detail } of faults) logger.warn({ pointer }, `The routing policy has a problem: ${detail}`);
    },
  };
}

import { Query, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { boundedIssues, MAX_ISSUES } from '../../platform/errors/errors.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { InputIssue } from '../../platform/graphql/schema/problem.ts';
import { versionResolver } from '../../platform/versioned-documents/version-resolver.ts';
import { RoutingPolicy } from './routing-policy.entity.ts';
import { RoutingPolicyConflict, RoutingPolicyInvalid } from './routing-policy.problems.ts';
import { routingPolicyPages } from './routing-policy.reads.ts';
import type { RoutingPolicyService } from './routing-policy.service.ts';

export const RoutingPolicyResolver = versionResolver({
  name: 'RoutingPolicy',
  noun: 'routing policy',
  entity: RoutingPolicy,
  field: 'routingPolicy',
  list: 'routingPolicies',
  pages: routingPolicyPages,
  read: 'routing:read',
  publish: 'routing:publish',
  check: 'It must fit the catalogue in force.',
  problems: [RoutingPolicyInvalid, RoutingPolicyConflict],
});

@Resolver()
export class RoutingPolicyFaultsResolver {
  readonly #policies: RoutingPolicyService;

  constructor(policies: RoutingPolicyService) {
    this.#policies = policies;
  }

  @AccessFor('routing:read')
  @AtMost(MAX_ISSUES)
  @Query(() => [InputIssue], {
    description:
      'Mismatches between the current routing policy and the current catalogue, such as missing tasks and deployments. Empty if they match. Routing skips missing deployments.',
  })
  async routingPolicyFaults(): Promise<InputIssue[]> {
    return boundedIssues(await this.#policies.faults()).map(({ pointer, detail }) => new InputIssue(pointer, detail));
  }
}

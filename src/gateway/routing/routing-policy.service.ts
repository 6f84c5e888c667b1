import type { ModelsApi } from '../../models/index.ts';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { DocumentPublisher } from '../../platform/versioned-documents/document-publisher.ts';
import type { RoutingPolicyDraft } from './policy.ts';
import type { PolicyBook } from './policy-book.ts';
import { policyIssues } from './policy-check.ts';
import { checkPolicy } from './policy-shape.ts';
import { RoutingPolicy } from './routing-policy.entity.ts';
import { RoutingPolicyConflict, RoutingPolicyInvalid } from './routing-policy.problems.ts';

/** Publishes policy versions, and checks if the current version fits the catalogue. */
export class RoutingPolicyService extends DocumentPublisher<RoutingPolicyDraft, RoutingPolicy> {
  readonly #policies: PolicyBook;
  readonly #models: Pick<ModelsApi, 'current'>;

  constructor(policies: PolicyBook, models: Pick<ModelsApi, 'current'>) {
    super({
      versions: policies,
      entity: RoutingPolicy,
      async check(sent) {
        const catalogue = await models.current();
        const checked = checkPolicy(sent, catalogue);
        if ('issues' in checked) return checked;
        return { document: checked.draft, columns: { catalogue_version: catalogue.version } };
      },
      Invalid: RoutingPolicyInvalid,
      Conflict: RoutingPolicyConflict,
    });
    this.#policies = policies;
    this.#models = models;
  }

  /**
   * Mismatches between the current policy and the current catalogue. A catalogue is published without checking the policy.
   * Decisions skip missing deployments, with a reason.
   */
  async faults(): Promise<ValueIssue[]> {
    const [catalogue, policy] = await Promise.all([this.#models.current(), this.#policies.current()]);
    return policyIssues(policy, catalogue);
  }
}

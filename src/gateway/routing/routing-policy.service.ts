import type { ModelsApi } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ValueIssue } from '../../platform/errors.ts';
import { InputInvalid } from '../../platform/graphql/problem.ts';
import { type PolicyBook, policyDigest } from './policy-book.ts';
import { policyIssues } from './policy-check.ts';
import { checkPolicy } from './policy-shape.ts';
import { RoutingPolicy } from './routing-policy.entity.ts';
import { RoutingPolicyConflict, RoutingPolicyInvalid } from './routing-policy.problems.ts';

const MAX_REASON_LENGTH = 2_000;

export interface PolicySent {
  document: unknown;
  reason: string;
  basedOnVersion: number;
}

/** Publishing versions of the policy, and looking whether the one in force still fits the catalogue. */
export class RoutingPolicyService {
  readonly #policies: PolicyBook;
  readonly #models: Pick<ModelsApi, 'current'>;

  constructor(policies: PolicyBook, models: Pick<ModelsApi, 'current'>) {
    this.#policies = policies;
    this.#models = models;
  }

  /**
   * Publishes the next version. What the newest one says already is not published again: it is answered, so that a request that
   * was sent twice is done once.
   */
  async publish(
    ctx: Context,
    { document, reason, basedOnVersion }: PolicySent,
  ): Promise<RoutingPolicy | InputInvalid | RoutingPolicyInvalid | RoutingPolicyConflict> {
    const issues: ValueIssue[] = [];
    if (reason.trim() === '' || reason.length > MAX_REASON_LENGTH) {
      issues.push({ pointer: '/reason', detail: `Say why, in 1 to ${MAX_REASON_LENGTH} characters.` });
    }
    if (basedOnVersion < 1) issues.push({ pointer: '/basedOnVersion', detail: 'Versions count from 1.' });
    if (issues.length > 0) return new InputInvalid(issues);
    const catalogue = await this.#models.current();
    const checked = checkPolicy(document, catalogue);
    if ('issues' in checked) return new RoutingPolicyInvalid(checked.issues);

    const { draft } = checked;
    const newest = await this.#policies.newest();
    if (newest.sha256 === policyDigest(draft)) return this.#named(ctx, { number: newest.version });
    if (newest.version !== basedOnVersion) return new RoutingPolicyConflict(basedOnVersion);
    const toPublish = { draft, reason: reason.trim(), catalogueVersion: catalogue.version, basedOn: basedOnVersion };
    const id = await this.#policies.publish(ctx, toPublish);
    return id === null ? new RoutingPolicyConflict(basedOnVersion) : this.#named(ctx, { id });
  }

  /**
   * What the catalogue in force does not have of what the policy in force says: the catalogue is published without looking at
   * the policy, which comes after it. What is gone is passed over by each decision, with a reason.
   */
  async faults(): Promise<ValueIssue[]> {
    const [catalogue, policy] = await Promise.all([this.#models.current(), this.#policies.current()]);
    return policyIssues(policy, catalogue);
  }

  #named({ em }: Context, where: { id: string } | { number: number }): Promise<RoutingPolicy> {
    return em.findOneOrFail(RoutingPolicy, where);
  }
}

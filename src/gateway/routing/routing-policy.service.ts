import type { ModelsApi } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ValueIssue } from '../../platform/errors.ts';
import { InputInvalid } from '../../platform/graphql/problem.ts';
import { ChangeHeld } from '../../platform/held-changes/change-held.ts';
import { changesOf } from '../../platform/versioned-documents/changes-of.ts';
import type { DocumentChanges } from '../../platform/versioned-documents/document-changes.types.ts';
import { publicationIssues } from '../../platform/versioned-documents/publication-check.ts';
import type { PolicyBook } from './policy-book.ts';
import { policyIssues } from './policy-check.ts';
import { checkPolicy } from './policy-shape.ts';
import { RoutingPolicy } from './routing-policy.entity.ts';
import { RoutingPolicyConflict, RoutingPolicyInvalid } from './routing-policy.problems.ts';

export interface PolicySent {
  document: unknown;
  reason: string;
  basedOnVersion: number;
}

type Published = ChangeHeld | RoutingPolicy | InputInvalid | RoutingPolicyInvalid | RoutingPolicyConflict;

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
  async publish(ctx: Context, { document, reason, basedOnVersion }: PolicySent): Promise<Published> {
    const issues = publicationIssues({ reason, basedOnVersion });
    if (issues.length > 0) return new InputInvalid(issues);
    return this.#publish(ctx, document, { reason, basedOn: basedOnVersion, restoredFrom: null });
  }

  /** Publishes what an earlier version said as the next one, checked against the catalogue that is in force now. */
  async restore(ctx: Context, { version, reason }: { version: number; reason: string }): Promise<Published> {
    const issues = publicationIssues({ reason, version });
    if (issues.length > 0) return new InputInvalid(issues);
    const newest = await this.#policies.newest();
    const earlier = await this.#policies.version(version);
    if (!earlier) return new InputInvalid([{ pointer: '/version', detail: `There is no version ${version}.` }]);
    const { rules, attempts } = earlier;
    return this.#publish(ctx, { rules, attempts }, { reason, basedOn: newest.version, restoredFrom: version });
  }

  /**
   * What the catalogue in force does not have of what the policy in force says: the catalogue is published without looking at
   * the policy, which comes after it. What is gone is passed over by each decision, with a reason.
   */
  async faults(): Promise<ValueIssue[]> {
    const [catalogue, policy] = await Promise.all([this.#models.current(), this.#policies.current()]);
    return policyIssues(policy, catalogue);
  }

  /** Between the version of this id and another, or the one before it. Null where there is none of that number. */
  changes(ctx: Context, id: string, since: number | null): Promise<DocumentChanges | null> {
    return changes(ctx, id, since);
  }

  async #publish(
    ctx: Context,
    document: unknown,
    { reason, basedOn, restoredFrom }: { reason: string; basedOn: number; restoredFrom: number | null },
  ): Promise<Published> {
    const catalogue = await this.#models.current();
    const checked = checkPolicy(document, catalogue);
    if ('issues' in checked) return new RoutingPolicyInvalid(checked.issues);
    const number = await this.#policies.publish(ctx, {
      document: checked.draft,
      reason: reason.trim(),
      basedOn,
      restoredFrom,
      columns: { catalogue_version: catalogue.version },
    });
    if (number instanceof ChangeHeld) return number;
    return number === null ? new RoutingPolicyConflict(basedOn) : ctx.em.findOneOrFail(RoutingPolicy, { number });
  }
}

const changes = changesOf(RoutingPolicy);

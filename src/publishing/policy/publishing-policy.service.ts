import type { ValueIssue } from '../../platform/errors/errors.ts';
import { DocumentPublisher } from '../../platform/versioned-documents/document-publisher.ts';
import type { PublishingPolicyDraft } from './policy.ts';
import type { PublishingPolicyBook } from './policy-book.ts';
import { policyIssues, quorumIssues } from './policy-check.ts';
import { readPolicy } from './policy-shape.ts';
import { PublishingPolicy } from './publishing-policy.entity.ts';
import { PublishingPolicyConflict, PublishingPolicyInvalid } from './publishing-policy.problems.ts';

/** Publishes versions of the policy, and checks that the current one can still be met. */
export class PublishingPolicyService extends DocumentPublisher<PublishingPolicyDraft, PublishingPolicy> {
  readonly #policies: PublishingPolicyBook;
  readonly #approverCount: () => Promise<number>;

  /** @param approverCount number of people who can approve now */
  constructor(policies: PublishingPolicyBook, approverCount: () => Promise<number>) {
    super({
      versions: policies,
      entity: PublishingPolicy,
      check: (sent) => this.#checked(sent),
      Invalid: PublishingPolicyInvalid,
      Conflict: PublishingPolicyConflict,
    });
    this.#policies = policies;
    this.#approverCount = approverCount;
  }

  /** Problems of a policy that a caller wants to publish. */
  async check(sent: unknown): Promise<readonly ValueIssue[]> {
    const checked = await this.#checked(sent);
    return 'issues' in checked ? checked.issues : [];
  }

  /** Requirements of the current policy that can’t be met any more because approvers have left. */
  async faults(): Promise<ValueIssue[]> {
    return quorumIssues(await this.#policies.current(), await this.#approverCount());
  }

  async #checked(sent: unknown): Promise<{ document: PublishingPolicyDraft } | { issues: ValueIssue[] }> {
    const read = readPolicy(sent);
    if ('issues' in read) return read;
    const issues = [...policyIssues(read.draft), ...quorumIssues(read.draft, await this.#approverCount())];
    return issues.length > 0 ? { issues } : { document: read.draft };
  }
}

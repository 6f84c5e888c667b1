import type { ValueIssue } from '../../platform/errors/errors.ts';
import { DocumentPublisher } from '../../platform/versioned-documents/document-publisher.ts';
import type { PublishingPolicyDraft } from './policy.ts';
import type { PublishingPolicyBook } from './policy-book.ts';
import { policyIssues, quorumIssues } from './policy-check.ts';
import { readPolicy } from './policy-shape.ts';
import { PublishingPolicy } from './publishing-policy.entity.ts';
import { PublishingPolicyConflict, PublishingPolicyInvalid } from './publishing-policy.problems.ts';

/** Publishes versions of the publishing policy, and reports requirements of the current version that can’t be met any more. */
export class PublishingPolicyService extends DocumentPublisher<PublishingPolicyDraft, PublishingPolicy> {
  readonly #policies: PublishingPolicyBook;
  readonly #approverCount: () => Promise<number>;

  /** @param approverCount returns the number of people who can currently approve */
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

  /** Issues of a policy that the caller wants to publish. Publishes nothing. */
  async check(sent: unknown): Promise<readonly ValueIssue[]> {
    const checked = await this.#checked(sent);
    return 'issues' in checked ? checked.issues : [];
  }

  /** Issues of the current policy: required approvals that are more than the number of approvers, which can decrease. */
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

import type { ValueIssue } from '../../platform/errors/errors.ts';
import { DocumentPublisher } from '../../platform/versioned-documents/document-publisher.ts';
import type { PublishingPolicyDraft } from './policy.ts';
import type { PublishingPolicyBook } from './policy-book.ts';
import { policyIssues, quorumIssues } from './policy-check.ts';
import { readPolicy } from './policy-shape.ts';
import { PublishingPolicy } from './publishing-policy.entity.ts';
import { PublishingPolicyConflict, PublishingPolicyInvalid } from './publishing-policy.problems.ts';

/** Publishing versions of the policy, and looking whether the one in force still fits the people there are. */
export class PublishingPolicyService extends DocumentPublisher<PublishingPolicyDraft, PublishingPolicy> {
  readonly #policies: PublishingPolicyBook;
  readonly #approverCount: () => Promise<number>;

  /** @param approverCount how many may decide what waits for approval now */
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

  /** What is wrong with a policy that somebody might publish. */
  async check(sent: unknown): Promise<readonly ValueIssue[]> {
    const checked = await this.#checked(sent);
    return 'issues' in checked ? checked.issues : [];
  }

  /** What the policy in force asks for that nobody can fulfil any more, since people come and go without asking it. */
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

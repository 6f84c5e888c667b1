import type { Context } from '../../platform/context.ts';
import type { ValueIssue } from '../../platform/errors.ts';
import { InputInvalid } from '../../platform/graphql/problem.ts';
import { ChangeHeld } from '../../platform/held-changes/change-held.ts';
import { changesOf } from '../../platform/versioned-documents/changes-of.ts';
import type { DocumentChanges } from '../../platform/versioned-documents/document-changes.types.ts';
import { publicationIssues } from '../../platform/versioned-documents/publication-check.ts';
import type { PublishingPolicyDraft } from './policy.ts';
import type { PublishingPolicyBook } from './policy-book.ts';
import { policyIssues, quorumIssues } from './policy-check.ts';
import { readPolicy } from './policy-shape.ts';
import { PublishingPolicy } from './publishing-policy.entity.ts';
import { PublishingPolicyConflict, PublishingPolicyInvalid } from './publishing-policy.problems.ts';

export interface PolicySent {
  document: unknown;
  reason: string;
  basedOnVersion: number;
}

type Published = ChangeHeld | PublishingPolicy | InputInvalid | PublishingPolicyInvalid | PublishingPolicyConflict;

/** Publishing versions of the policy, and looking whether the one in force still fits the people there are. */
export class PublishingPolicyService {
  readonly #policies: PublishingPolicyBook;
  readonly #approverCount: () => Promise<number>;

  /** @param approverCount how many may decide what waits for approval now */
  constructor(policies: PublishingPolicyBook, approverCount: () => Promise<number>) {
    this.#policies = policies;
    this.#approverCount = approverCount;
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

  /** Publishes what an earlier version said as the next one, checked against the people of now. */
  async restore(ctx: Context, { version, reason }: { version: number; reason: string }): Promise<Published> {
    const issues = publicationIssues({ reason, version });
    if (issues.length > 0) return new InputInvalid(issues);
    const newest = await this.#policies.newest();
    const earlier = await this.#policies.version(version);
    if (!earlier) return new InputInvalid([{ pointer: '/version', detail: `There is no version ${version}.` }]);
    const { rules, otherwise, recipients } = earlier;
    const document = { rules, otherwise, recipients };
    return this.#publish(ctx, document, { reason, basedOn: newest.version, restoredFrom: version });
  }

  /** What is wrong with a policy that somebody might publish. */
  async check(document: unknown): Promise<ValueIssue[]> {
    const checked = await this.#checked(document);
    return 'issues' in checked ? checked.issues : [];
  }

  /** What the policy in force asks for that nobody can fulfil any more, since people come and go without asking it. */
  async faults(): Promise<ValueIssue[]> {
    return quorumIssues(await this.#policies.current(), await this.#approverCount());
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
    const checked = await this.#checked(document);
    if ('issues' in checked) return new PublishingPolicyInvalid(checked.issues);
    const publication = { document: checked.draft, reason: reason.trim(), basedOn, restoredFrom };
    const number = await this.#policies.publish(ctx, publication);
    if (number instanceof ChangeHeld) return number;
    return number === null ? new PublishingPolicyConflict(basedOn) : ctx.em.findOneOrFail(PublishingPolicy, { number });
  }

  async #checked(document: unknown): Promise<{ draft: PublishingPolicyDraft } | { issues: ValueIssue[] }> {
    const read = readPolicy(document);
    if ('issues' in read) return read;
    const issues = [...policyIssues(read.draft), ...quorumIssues(read.draft, await this.#approverCount())];
    return issues.length > 0 ? { issues } : read;
  }
}

const changes = changesOf(PublishingPolicy);

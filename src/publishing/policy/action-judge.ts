import { customerIdOf } from '../../customers/index.ts';
import { ownerOf } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import type { RedactionApi } from '../../redaction/index.ts';
import { type SealLookup, unsealedSources } from '../lint/attachments.ts';
import { FindingTally, findInTexts } from '../lint/lint.ts';
import { disallowedRecipients } from '../lint/recipients.ts';
import type { PublishAction, PublishFinding, PublishTerms } from '../publish-action.ts';
import { requesterOf, termsOf } from './matching-rule.ts';
import type { PublishingPolicyBook } from './policy-book.ts';

const MINUTE_MS = 60_000;

export interface ActionJudgeOptions {
  readonly policies: Pick<PublishingPolicyBook, 'current' | 'version'>;
  readonly redaction: Pick<RedactionApi, 'namesOf'>;
  readonly seals: SealLookup;
}

/** Applies the current policy to an action: computes the required approvals and the findings of the automatic check. */
export class ActionJudge {
  readonly #options: ActionJudgeOptions;

  constructor(options: ActionJudgeOptions) {
    this.#options = options;
  }

  /** Requirements of the current policy for the action: number of approvals and time limits. */
  async requirementsOf(ctx: Context, action: PublishAction): Promise<PublishTerms> {
    const policy = await this.#options.policies.current();
    const { quorum, lifetimeMinutes, permitMinutes } = termsOf(policy, action, requesterOf(ctx.principal));
    return {
      quorum,
      lifetimeMs: lifetimeMinutes * MINUTE_MS,
      permitMs: permitMinutes * MINUTE_MS,
      policyVersion: policy.version,
      policySha256: policy.sha256,
    };
  }

  /**
   * Runs the automatic check of an action with the version of the policy that its terms came from, because a newer version can be
   * published meanwhile.
   */
  async lint(ctx: Context, action: PublishAction, { policyVersion }: PublishTerms): Promise<PublishFinding[]> {
    const { policies, redaction, seals } = this.#options;
    const policy = (await policies.version(policyVersion))!;
    const { blocking } = termsOf(policy, action, requesterOf(ctx.principal));
    const customerId = customerIdOf(ownerOf(ctx.principal));
    const names = customerId === null ? [] : [await redaction.namesOf(customerId)];
    const tally = new FindingTally();
    for (const found of disallowedRecipients(action, policy.recipients[action.channel])) tally.add(found);
    for (const found of await unsealedSources(ctx, action, seals)) tally.add(found);
    const found = [...tally.all(), ...(await findInTexts(action, names))];
    return found.map((one) => ({ ...one, isBlocking: blocking.includes(one.kind) }));
  }
}

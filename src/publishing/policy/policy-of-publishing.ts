import { customerIdOf } from '../../customers/index.ts';
import { ownerOf } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import type { RedactionApi } from '../../redaction/index.ts';
import { type KnowsSeals, unsealed } from '../lint/attachments.ts';
import { findInTexts, Tally } from '../lint/lint.ts';
import { strangers } from '../lint/recipients.ts';
import type { PublishAction, PublishFinding, PublishTerms } from '../publish-action.ts';
import type { PublishingPolicyBook } from './policy-book.ts';
import { askerOf, termsOf } from './rule-of.ts';

const MINUTE_MS = 60_000;

export interface PolicyOfPublishingOptions {
  readonly policies: Pick<PublishingPolicyBook, 'current' | 'version'>;
  readonly redaction: Pick<RedactionApi, 'namesOf'>;
  readonly seals: KnowsSeals;
}

/** What is asked of an action by the policy in force, and what is found in it before a person looks. */
export class PolicyOfPublishing {
  readonly #options: PolicyOfPublishingOptions;

  constructor(options: PolicyOfPublishingOptions) {
    this.#options = options;
  }

  /** How many people have to approve it, and by when. */
  async requirementsOf(ctx: Context, action: PublishAction): Promise<PublishTerms> {
    const policy = await this.#options.policies.current();
    const { quorum, lifetimeMinutes, permitMinutes } = termsOf(policy, action, askerOf(ctx.principal));
    return {
      quorum,
      lifetimeMs: lifetimeMinutes * MINUTE_MS,
      permitMs: permitMinutes * MINUTE_MS,
      policyVersion: policy.version,
      policySha256: policy.sha256,
    };
  }

  /** By the version that the terms are of: another may have been published in between. */
  async lint(ctx: Context, action: PublishAction, { policyVersion }: PublishTerms): Promise<PublishFinding[]> {
    const { policies, redaction, seals } = this.#options;
    const policy = (await policies.version(policyVersion))!;
    const { blocking } = termsOf(policy, action, askerOf(ctx.principal));
    const customerId = customerIdOf(ownerOf(ctx.principal));
    const names = customerId === null ? [] : [await redaction.namesOf(customerId)];
    const tally = new Tally();
    for (const found of strangers(action, policy.recipients[action.channel])) tally.add(found);
    for (const found of await unsealed(ctx, action, seals)) tally.add(found);
    const found = [...tally.all(), ...(await findInTexts(action, names))];
    return found.map((one) => ({ ...one, isBlocking: blocking.includes(one.kind) }));
  }
}

import { hash } from 'node:crypto';
import type { Principal } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Problem } from '../platform/graphql/problem.ts';
import { canonicalBytes } from '../proof/json.ts';
import type { PublishAction, PublishFinding, PublishTerms } from './publish-action.ts';

/** What is asked of an action before it is filed. */
export interface PublishPolicy {
  /** How many people have to approve it, and by when; or why nobody is asked. */
  requirementsOf(ctx: Context, action: PublishAction, principal: Principal): Promise<PublishTerms | Problem>;
  /** What is found in it before a person looks. */
  lint(ctx: Context, action: PublishAction): Promise<readonly PublishFinding[]>;
}

const HOUR_MS = 3_600_000;
const USUAL = { quorum: 1, lifetimeMs: 24 * HOUR_MS, permitMs: HOUR_MS / 4 };

/** What holds where nobody has published a policy: one person, a day, and a quarter of an hour to fetch the permit. */
const usualTerms: PublishTerms = {
  ...USUAL,
  policyVersion: 0,
  policySha256: hash('sha256', canonicalBytes(USUAL)),
};

export const usualPolicy: PublishPolicy = {
  requirementsOf: async () => usualTerms,
  lint: async () => [],
};

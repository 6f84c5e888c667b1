import type { Principal } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Problem } from '../platform/graphql/problem.ts';
import type { PublishAction, PublishFinding, PublishTerms } from './publish-action.ts';

/** What is asked of an action before it is filed. */
export interface PublishPolicy {
  /** How many people have to approve it, and by when; or why nobody is asked. */
  requirementsOf(ctx: Context, action: PublishAction, principal: Principal): Promise<PublishTerms | Problem>;
  /** What is found in it before a person looks. */
  lint(ctx: Context, action: PublishAction, terms: PublishTerms): Promise<readonly PublishFinding[]>;
}

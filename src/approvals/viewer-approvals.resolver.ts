import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { compilableValue } from '../platform/graphql/reads/compilable-field.ts';
import { Viewer } from '../platform/graphql/schema/viewer.ts';
import { inboxCounts } from './inbox/inbox.reads.ts';

@Resolver(() => Viewer)
export class ViewerApprovalsResolver {
  @FieldResolver(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Number of requests that wait for the caller’s decision, as in `approvalInbox`, counted up to 10,000. Null if the caller can’t decide.',
  })
  approvalsWaiting(@Root() _viewer: Viewer, @Ctx() ctx: Context): Promise<number | null> {
    return waitingFor(ctx);
  }
}

/** The field `approvalsWaiting`, in the form that is executed without a resolver. */
export const approvalsWaiting = compilableValue(waitingFor);

async function waitingFor({ em, principal }: Context): Promise<number | null> {
  return can(principal, 'approvals:decide') ? (await inboxCounts(em, principal)).total : null;
}

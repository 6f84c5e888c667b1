import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import { ChainEntry, entriesOf } from '../chain/index.ts';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AuditTrailArgs } from './audit.inputs.ts';
import { auditPages } from './audit.reads.ts';
import { AuditEntry } from './audit-entry.type.ts';

const AuditEntryConnection = connectionOf(AuditEntry, 'AuditEntry');
const linksOfEntries = entriesOf('AUDIT_ENTRY');

@Resolver(() => AuditEntry)
export class AuditResolver {
  @AccessFor('audit:read')
  @Query(() => AuditEntryConnection, {
    description:
      'What everybody has changed, or tried to and was refused, newest first. What changes nothing, or has a log of its own, is not in it: runs, renders, seals.',
  })
  auditTrail(
    @Args(() => AuditTrailArgs) args: AuditTrailArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return auditPages.read(ctx, args, info);
  }

  @FieldResolver(() => ChainEntry, {
    nullable: true,
    description: 'Its place in the chain over the log. Null for the moment until it is linked.',
  })
  chainEntry(@Root() { id }: AuditEntry, @Ctx() ctx: Context): Promise<ChainEntry | null> {
    return ctx.loader(linksOfEntries).load(id);
  }
}

import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import { ChainEntry, entriesOf } from '../chain/index.ts';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AuditTrailArgs } from './audit.inputs.ts';
import { auditPages } from './audit.reads.ts';
import { AuditEntryNode } from './audit-entry.type.ts';

const AuditEntryConnection = connectionOf(AuditEntryNode, 'AuditEntry');
const linksOfEntries = entriesOf('AUDIT_ENTRY');

@Resolver(() => AuditEntryNode)
export class AuditResolver {
  @AccessFor('audit:read')
  @Query(() => AuditEntryConnection, {
    description:
      'Recorded changes and refused attempts of all actors, newest first. Read-only calls aren’t recorded, nor runs, renders and new seals, which have records of their own.',
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
    description: 'Entry of the hash chain that links this audit entry. Null until it is linked.',
  })
  chainEntry(@Root() { id }: AuditEntryNode, @Ctx() ctx: Context): Promise<ChainEntry | null> {
    return ctx.loader(linksOfEntries).load(id);
  }
}

import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { AuditOutcome } from '../platform/audit/audit.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';

@InputType({
  description: 'Filter for audit entries. All given conditions must match. A list matches if one of its values does.',
})
export class AuditFilter {
  @Field(() => [String], { nullable: true, description: 'Only actions of these actors, e.g. `operator:op_…`.' })
  actor?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only these actions: mutations, or others such as `signIn`. Also finds entries with a former name of the action.',
  })
  action?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Only actions about these objects, by id.' })
  subjectId?: string[] | null;

  @Field(() => [AuditOutcome], { nullable: true, description: 'Only actions with these outcomes.' })
  outcome?: AuditOutcome[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only actions at or after this time.' })
  happenedFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only actions before this time.' })
  happenedBefore?: Date | null;
}

const AuditEntryOrder = orderInput('AuditEntry', {
  HAPPENED_AT: 'Time of the action.',
});
type AuditEntryOrder = InstanceType<typeof AuditEntryOrder>;

@ArgsType()
export class AuditTrailArgs extends PageArgs {
  @Field(() => AuditFilter, { nullable: true, description: 'Only entries that match this filter. Default: all.' })
  filter?: AuditFilter | null;

  @Field(() => AuditEntryOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: AuditEntryOrder | null;
}

import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { DeedOutcome } from '../platform/audit/audit.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';

@InputType({ description: 'All that is given has to be met; of a list, one of it.' })
export class AuditFilter {
  @Field(() => [String], { nullable: true, description: 'Who, e.g. `operator:op_…`.' })
  actor?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'A mutation’s name, or what else was done, e.g. `signIn`.' })
  action?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Of what it was done to.' })
  subjectId?: string[] | null;

  @Field(() => [DeedOutcome], { nullable: true, description: 'What became of it.' })
  outcome?: DeedOutcome[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'What was done then or later.' })
  happenedFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'What was done before then.' })
  happenedBefore?: Date | null;
}

/** What the list can be ordered by. */
const AuditEntryOrder = orderInput('AuditEntry', {
  HAPPENED_AT: 'When it happened.',
});
type AuditEntryOrder = InstanceType<typeof AuditEntryOrder>;

@ArgsType()
export class AuditTrailArgs extends PageArgs {
  @Field(() => AuditFilter, { nullable: true })
  filter?: AuditFilter | null;

  @Field(() => AuditEntryOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: AuditEntryOrder | null;
}

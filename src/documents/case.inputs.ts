import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { DataClass } from '../models/index.ts';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';

export const MAX_CASE_NAME_LENGTH = 200;
/** Longest retention of documents: a hundred years. */
export const MAX_RETENTION_MONTHS = 1_200;

const RETENTION = `Months after its upload when a document is erased, 1 to ${MAX_RETENTION_MONTHS}.`;

@InputType({ description: 'Filter for cases. All given conditions must match.' })
export class CaseFilter extends CreatedFilter {
  @Field(() => ID, { nullable: true, description: 'Only cases of this customer.' })
  customerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Part of the name. Case and accents don’t matter.' })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for erased cases only, false for others only. Default: false.',
  })
  isErased?: boolean | null;
}

const CaseOrder = orderInput('Case', {
  CREATED_AT: 'Time of creation.',
  NAME: 'Name, ignoring case.',
});
type CaseOrder = InstanceType<typeof CaseOrder>;

@ArgsType()
export class CasesArgs extends PageArgs {
  @Field(() => CaseFilter, {
    nullable: true,
    description: 'Only cases that match this filter. Default: all that the caller can see and that aren’t erased.',
  })
  filter?: CaseFilter | null;

  @Field(() => CaseOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: CaseOrder | null;
}

@InputType({ description: 'Case to create.' })
export class CreateCaseInput {
  @Field(() => String, { description: `Name of the case: 1 to ${MAX_CASE_NAME_LENGTH} characters.` })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Customer that owns the case. Default: the caller’s customer; for operators, the service account.',
  })
  customerId?: string | null;

  @Field(() => DataClass, {
    nullable: true,
    description:
      'Where the text of the documents may be processed. Default: HOSTED. LOCAL_ONLY: it never leaves the customer’s own server.',
  })
  dataClass?: DataClass | null;

  @Field(() => Int, {
    nullable: true,
    description: `${RETENTION} Null or left out: documents stay until someone erases them.`,
  })
  retentionMonths?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@InputType({ description: 'Changes to a case. Fields left out keep their value.' })
export class UpdateCaseInput {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Version the caller last read. If the case has changed since, nothing is saved and the result is `CaseChanged`. Omit to overwrite.',
  })
  ifVersion?: number | null;

  @Field(() => String, { nullable: true, description: `New name: 1 to ${MAX_CASE_NAME_LENGTH} characters.` })
  name?: string | null;

  @Field(() => DataClass, { nullable: true, description: 'Where the text of the documents may be processed.' })
  dataClass?: DataClass | null;

  @Field(() => Int, { nullable: true, description: `${RETENTION} Null removes it.` })
  retentionMonths?: number | null;
}

@InputType({ description: 'Member to add to a case.' })
export class AddCaseMemberInput {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;

  @Field(() => String, {
    description: 'Actor: an operator as `operator:op_…`, or an agent of the customer as `agent:agt_…`.',
  })
  member!: string;
}

@InputType({ description: 'Member to remove from a case.' })
export class RemoveCaseMemberInput {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;

  @Field(() => String, { description: 'Actor, as in the list of members.' })
  member!: string;
}

@InputType({ description: 'Case to erase.' })
export class EraseCaseInput {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;
}

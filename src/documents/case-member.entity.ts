import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

const CaseMemberSchema = defineEntity({
  name: 'CaseMember',
  properties: {
    caseId: p.string().primary(),
    // Actor, such as `operator:op_…` or `agent:agt_…`.
    member: p.string().primary(),
    addedBy: p.string(),
    addedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [{ properties: ['member', 'caseId'] }],
});

/** A person or agent who may read a case. The customer of the case needs no row. */
@ObjectType({ description: 'An operator or agent who can read the documents of a case.' })
export class CaseMember extends CaseMemberSchema.class {
  @Field(() => String, { description: 'Actor: `operator:op_…` or `agent:agt_…`.' }) declare member: string;
  @Field(() => String, { description: 'Actor who added the member.' }) declare addedBy: string;
  @Field(() => GraphQLDateTime, { description: 'Time when the member was added.' }) declare addedAt: Opt<Date>;
}
CaseMemberSchema.setClass(CaseMember);

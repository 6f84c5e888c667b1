import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';

const AgentSchema = defineEntity({
  name: 'Agent',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('agent')),
    name: p.text(),
    // An actor: who answers for it, and owns and pays for what comes of it. Never changes.
    owner: p.string(),
    disabledAt: p.datetime(3).nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  indexes: [
    { name: 'agent_name_id_index', expression: `create index "agent_name_id_index" on "agent" (lower("name"), "id")` },
    { properties: ['owner', 'id'] },
  ],
});

/** A machine that asks. */
@ObjectType({
  implements: Node,
  description: 'A machine that acts for its owner. It can ask for approval, and never give it.',
})
export class Agent extends AgentSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String, { description: 'In the words of who made it.' }) declare name: string;
  @Field(() => String, {
    description: 'Who answers for it, e.g. `customer:cus_…` or `operator:op_…`, and sees what it asks. Never changes.',
  })
  declare owner: string;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when none of its keys works. Null: it is not.' })
  declare disabledAt: Date | null;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
}
AgentSchema.setClass(Agent);

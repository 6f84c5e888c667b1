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
    // Actor who is responsible for the agent, owns its results and pays for them. Never changes.
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

@ObjectType({
  implements: Node,
  description: 'Program that acts for its owner. It can request approvals and never approve.',
})
export class Agent extends AgentSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => String, { description: 'Name given by its creator.' }) declare name: string;
  @Field(() => String, {
    description:
      'Actor that is responsible for the agent and sees its requests, e.g. `customer:cus_…` or `operator:op_…`. A customer pays for the agent’s calls; for other owners, the service account pays. Never changes.',
  })
  declare owner: string;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the agent was disabled; its keys have not worked since. Null while it is enabled.',
  })
  declare disabledAt: Date | null;
  @Field(() => GraphQLDateTime, { description: 'Time when the agent was created.' }) declare createdAt: Opt<Date>;
}
AgentSchema.setClass(Agent);

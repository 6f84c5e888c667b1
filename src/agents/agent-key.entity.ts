import { defineEntity, p } from '@mikro-orm/core';
import { ObjectType } from 'type-graphql';
import { KeyFields, keyColumns } from '../platform/credentials/bearer-key.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import type { Permission } from '../platform/names.ts';
import { Agent } from './agent.entity.ts';

const AgentKeySchema = defineEntity({
  name: 'AgentKey',
  properties: {
    ...keyColumns('agentKey', 'created_by'),
    agent: () => p.manyToOne(Agent).ref().index(),
    // Permissions. Null: all that an agent may have.
    scopes: p.array<Permission>().nullable(),
  },
});

/** A key of an agent. */
@ObjectType({ implements: Node, description: 'A key of an agent. The token is returned once, when the key is issued.' })
@KeyFields()
export class AgentKey extends AgentKeySchema.class implements Node {
  declare scopes: Permission[] | null;
}
AgentKeySchema.setClass(AgentKey);

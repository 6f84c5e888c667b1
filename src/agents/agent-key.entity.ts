import { defineEntity, p } from '@mikro-orm/core';
import { ObjectType } from 'type-graphql';
import { KeyFields, keyColumns } from '../platform/credentials/bearer-key.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import type { Permission } from '../platform/registry.ts';
import { Agent } from './agent.entity.ts';

const AgentKeySchema = defineEntity({
  name: 'AgentKey',
  properties: {
    ...keyColumns('agentKey', 'created_by'),
    agent: () => p.manyToOne(Agent).ref().index(),
    // Permissions of the key. Null for all permissions that agents can have.
    scopes: p.array<Permission>().nullable(),
  },
});

@ObjectType({ implements: Node, description: 'Key of an agent. The token is only returned when the key is issued.' })
@KeyFields()
export class AgentKey extends AgentKeySchema.class implements Node {
  declare scopes: Permission[] | null;
}
AgentKeySchema.setClass(AgentKey);

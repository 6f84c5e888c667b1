import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { newId } from '../platform/ids.ts';
import type { Permission } from '../platform/names.ts';
import { Agent } from './agent.entity.ts';

const AgentKeySchema = defineEntity({
  name: 'AgentKey',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('agentKey')),
    agent: () => p.manyToOne(Agent).ref().index(),
    name: p.text(),
    // The token itself is shown once and kept nowhere. It has 196 random bits, so a fast hash is enough.
    tokenHash: p.blob().unique(),
    hint: p.string().length(16),
    // Permissions. Null: all that an agent may have.
    scopes: p.array<Permission>().nullable(),
    createdBy: p.string(),
    // Persons who could have kept the token: see `issuersOf`.
    issuers: p.array().default([]),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
  },
});

/** A key of an agent. */
@ObjectType({ implements: Node, description: 'A key of an agent. The token is shown once, when it is issued.' })
export class AgentKey extends AgentKeySchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String, { description: 'What it is for, in the words of who issued it.' }) declare name: string;
  @Field(() => String, { description: 'How the token begins, to tell one from another.' }) declare hint: string;
  declare scopes: Permission[] | null;
  @Field(() => String, { description: 'Who has issued it. That one decides nothing that is asked with it.' })
  declare createdBy: string;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime) declare expiresAt: Date;
  @Field(() => GraphQLDateTime, { nullable: true }) declare revokedAt: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'To the minute.' }) declare lastUsedAt: Date | null;
}
AgentKeySchema.setClass(AgentKey);

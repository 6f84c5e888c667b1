import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../../platform/graphql/node.ts';
import { Sha256 } from '../../platform/graphql/scalars.ts';
import type { RoutingPolicyDraft } from './policy.ts';

const RoutingPolicySchema = defineEntity({
  name: 'RoutingPolicy',
  properties: {
    id: p.string().primary(),
    number: p.integer().unique(),
    document: p.json<RoutingPolicyDraft>(),
    sha256: p.character().length(64),
    // The newest when it was published: what it was checked against.
    catalogueVersion: p.integer(),
    reason: p.text(),
    publishedBy: p.string(),
    publishedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A version of the policy. Insert-only: the migration takes UPDATE, DELETE and TRUNCATE from everybody. */
@ObjectType({ implements: Node, description: 'Which task went where, from a day on. Never changed.' })
export class RoutingPolicy extends RoutingPolicySchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => Int, { description: 'Counts from 1, without holes. It stands in every run that it decided.' })
  declare number: number;
  @Field(() => GraphQLJSONObject, {
    description: 'All of it, in the form that `publishRoutingPolicy` takes: edit it and publish what comes of it.',
  })
  declare document: RoutingPolicyDraft;
  @Field(() => Sha256, { description: 'Of the document as canonical JSON (RFC 8785) in UTF-8.' })
  declare sha256: string;
  @Field(() => Int, { description: 'The version of the catalogue that it was checked against.' })
  declare catalogueVersion: number;
  @Field(() => String, { description: 'Why it was published, in the words of who did.' }) declare reason: string;
  @Field(() => String, { description: 'Who acted, e.g. `operator:admin`; `service` for what the service began with.' })
  declare publishedBy: string;
  @Field(() => GraphQLDateTime, {
    description: 'In force from then until the next version. By the clock of the database.',
  })
  declare publishedAt: Date;
}
RoutingPolicySchema.setClass(RoutingPolicy);

import { defineEntity, p } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import { Node } from '../../platform/graphql/schema/node.ts';
import { VersionFields, versionColumns } from '../../platform/versioned-documents/version-columns.ts';
import type { RoutingPolicyDraft } from './policy.ts';

const RoutingPolicySchema = defineEntity({
  name: 'RoutingPolicy',
  properties: {
    ...versionColumns<RoutingPolicyDraft>(),
    // The newest when it was published: what it was checked against.
    catalogueVersion: p.integer(),
    publishedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A version of the policy. */
@ObjectType({ implements: Node, description: 'Which task went where, from a day on. Never changed.' })
@VersionFields({ publishedBy: 'publishRoutingPolicy', number: 'It stands in every run that it decided.' })
export class RoutingPolicy extends RoutingPolicySchema.class implements Node {
  @Field(() => Int, { description: 'The version of the catalogue that it was checked against.' })
  declare catalogueVersion: number;
}
RoutingPolicySchema.setClass(RoutingPolicy);

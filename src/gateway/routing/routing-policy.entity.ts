import { defineEntity, p } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import { Node } from '../../platform/graphql/schema/node.ts';
import { VersionFields, versionColumns } from '../../platform/versioned-documents/version-columns.ts';
import type { RoutingPolicyDraft } from './policy.ts';

const RoutingPolicySchema = defineEntity({
  name: 'RoutingPolicy',
  properties: {
    ...versionColumns<RoutingPolicyDraft>(),
    // The catalogue version in force when the policy was published, which the policy was checked against.
    catalogueVersion: p.integer(),
    publishedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A published version of the routing policy. */
@ObjectType({
  implements: Node,
  description: 'A version of the routing policy: which deployments each task can use. Versions never change.',
})
@VersionFields({ publishedBy: 'publishRoutingPolicy', number: 'Recorded in every run that this version decided.' })
export class RoutingPolicy extends RoutingPolicySchema.class implements Node {
  @Field(() => Int, { description: 'Catalogue version that the policy was checked against.' })
  declare catalogueVersion: number;
}
RoutingPolicySchema.setClass(RoutingPolicy);

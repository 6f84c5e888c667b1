import { defineEntity, p } from '@mikro-orm/core';
import { ObjectType } from 'type-graphql';
import { Node } from '../../platform/graphql/schema/node.ts';
import { VersionFields, versionColumns } from '../../platform/versioned-documents/version-columns.ts';
import type { PublishingPolicyDraft } from './policy.ts';

const PublishingPolicySchema = defineEntity({
  name: 'PublishingPolicy',
  properties: {
    ...versionColumns<PublishingPolicyDraft>(),
    publishedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A version of the policy of publishing. */
@ObjectType({
  implements: Node,
  description: 'Who had to approve what, and what was refused, from a day on. Never changed.',
})
@VersionFields({ publishedBy: 'publishPublishingPolicy', number: 'It stands in every request that it was asked of.' })
export class PublishingPolicy extends PublishingPolicySchema.class implements Node {}
PublishingPolicySchema.setClass(PublishingPolicy);

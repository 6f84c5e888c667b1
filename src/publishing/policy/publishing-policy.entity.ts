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

@ObjectType({
  implements: Node,
  description:
    'Version of the publishing policy: who must approve which actions, and which are refused. Never changed.',
})
@VersionFields({ publishedBy: 'publishPublishingPolicy', number: 'Requests filed under this version refer to it.' })
export class PublishingPolicy extends PublishingPolicySchema.class implements Node {}
PublishingPolicySchema.setClass(PublishingPolicy);

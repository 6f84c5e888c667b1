import { versionReads } from '../../platform/versioned-documents/version-reads.ts';

export const { pages: publishingPolicyPages, reads: publishingPolicyReads } = versionReads({
  typeName: 'PublishingPolicy',
  table: 'publishing_policy',
  ids: 'publishPolicy',
  list: 'publishingPolicies',
  one: 'publishingPolicy',
});

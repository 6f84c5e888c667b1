import { versionReads } from '../../platform/versioned-documents/version-reads.ts';

export const { pages: routingPolicyPages, reads: routingReads } = versionReads({
  typeName: 'RoutingPolicy',
  table: 'routing_policy',
  ids: 'routingPolicy',
  list: 'routingPolicies',
  one: 'routingPolicy',
  ownFields: { catalogueVersion: 'routing_policy.catalogue_version' },
});

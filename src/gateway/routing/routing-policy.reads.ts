import { isoTime, Projection } from '../../platform/graphql/reads/projection.ts';
import { compilableRow } from '../../platform/graphql/reads/row-projection.ts';
import { versionPages } from '../../platform/versioned-documents/version-pages.ts';

const policy = new Projection({
  typeName: 'RoutingPolicy',
  row: 'routing_policy',
  fields: {
    id: 'routing_policy.id',
    number: 'routing_policy.number',
    document: 'routing_policy.document',
    sha256: 'routing_policy.sha256',
    catalogueVersion: 'routing_policy.catalogue_version',
    reason: 'routing_policy.reason',
    publishedBy: 'routing_policy.published_by',
    publishedAt: isoTime('routing_policy.published_at'),
    restoredFrom: 'routing_policy.restored_from',
  },
});

/** The versions of the policy, the newest first. */
export const routingPolicyPages = versionPages('RoutingPolicyConnection', policy, 'routingPolicy');

export const routingReads = {
  routingPolicies: routingPolicyPages.compilable,
  routingPolicy: compilableRow(policy, ({ number }: { number: number }) => ({
    conditions: ['routing_policy.number = $1'],
    values: [number],
  })),
};

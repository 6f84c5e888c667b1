import { badUserInput } from '../../platform/errors.ts';
import { assertPageSize } from '../../platform/graphql/connection.ts';
import { PageProjection } from '../../platform/graphql/page-projection.ts';
import { isoTime, Projection } from '../../platform/graphql/projection.ts';
import { compilableRow } from '../../platform/graphql/row-projection.ts';
import { isId } from '../../platform/ids.ts';

export interface RoutingPolicyView {
  id: string;
}

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
export const routingPolicyPages = new PageProjection<{ first: number; after?: string | null }, RoutingPolicyView>({
  typeName: 'RoutingPolicyConnection',
  node: policy,
  filter({ first, after }) {
    assertPageSize(first);
    if (after !== undefined && after !== null && !isId('routingPolicy', after)) {
      const detail = '`after` is no cursor of this list. Use the `endCursor` of the page before.';
      throw badUserInput(detail, [{ pointer: '/after', detail }]);
    }
    return { conditions: [], values: [] };
  },
});

export const routingReads = {
  routingPolicies: routingPolicyPages.compilable,
  routingPolicy: compilableRow(policy, ({ number }: { number: number }) => ({
    conditions: ['routing_policy.number = $1'],
    values: [number],
  })),
};

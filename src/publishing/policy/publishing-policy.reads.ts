import { badUserInput } from '../../platform/errors.ts';
import { assertPageSize } from '../../platform/graphql/connection.ts';
import { PageProjection } from '../../platform/graphql/page-projection.ts';
import { isoTime, Projection } from '../../platform/graphql/projection.ts';
import { compilableRow } from '../../platform/graphql/row-projection.ts';
import { isId } from '../../platform/ids.ts';

export interface PublishingPolicyView {
  id: string;
}

const policy = new Projection({
  typeName: 'PublishingPolicy',
  row: 'publishing_policy',
  fields: {
    id: 'publishing_policy.id',
    number: 'publishing_policy.number',
    document: 'publishing_policy.document',
    sha256: 'publishing_policy.sha256',
    reason: 'publishing_policy.reason',
    publishedBy: 'publishing_policy.published_by',
    publishedAt: isoTime('publishing_policy.published_at'),
    restoredFrom: 'publishing_policy.restored_from',
  },
});

/** The versions of the policy, the newest first. */
export const publishingPolicyPages = new PageProjection<{ first: number; after?: string | null }, PublishingPolicyView>(
  {
    typeName: 'PublishingPolicyConnection',
    node: policy,
    filter({ first, after }) {
      assertPageSize(first);
      if (after !== undefined && after !== null && !isId('publishPolicy', after)) {
        const detail = '`after` is no cursor of this list. Use the `endCursor` of the page before.';
        throw badUserInput(detail, [{ pointer: '/after', detail }]);
      }
      return { conditions: [], values: [] };
    },
  },
);

export const publishingPolicyReads = {
  publishingPolicies: publishingPolicyPages.compilable,
  publishingPolicy: compilableRow(policy, ({ number }: { number: number }) => ({
    conditions: ['publishing_policy.number = $1'],
    values: [number],
  })),
};

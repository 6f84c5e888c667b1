import { isoTime, Projection } from '../../platform/graphql/reads/projection.ts';
import { compilableRow } from '../../platform/graphql/reads/row-projection.ts';
import { versionPages } from '../../platform/versioned-documents/version-pages.ts';

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
export const publishingPolicyPages = versionPages('PublishingPolicyConnection', policy, 'publishPolicy');

export const publishingPolicyReads = {
  publishingPolicies: publishingPolicyPages.compilable,
  publishingPolicy: compilableRow(policy, ({ number }: { number: number }) => ({
    conditions: ['publishing_policy.number = $1'],
    values: [number],
  })),
};

import type { Database } from '../../platform/database/database.ts';
import { publish } from '../../platform/events/outbox.ts';
import { VersionedDocuments } from '../../platform/versioned-documents/versioned-documents.ts';
import { documentDigest } from '../../proof/document-digest.ts';
import { FIRST_POLICY } from './first-policy.ts';
import type { PublishingPolicyDocument, PublishingPolicyDraft } from './policy.ts';

declare module '../../platform/events/outbox.ts' {
  interface Events {
    'publishing-policy.published': { publishingPolicyId: string; number: number };
  }
}

/** Stored versions of the publishing policy. */
export class PublishingPolicyBook extends VersionedDocuments<PublishingPolicyDraft, PublishingPolicyDocument> {
  constructor(database: Database) {
    super({
      database,
      table: 'publishing_policy',
      id: 'publishPolicy',
      digest: policyDigest,
      of: ({ rules, otherwise, recipients }, { version, sha256 }) => ({
        version,
        sha256,
        rules,
        otherwise,
        recipients,
      }),
      first: async () => ({ document: FIRST_POLICY, reason: 'Initial policy.' }),
      published: (ctx, { id, number }) =>
        publish(ctx, 'publishing-policy.published', { publishingPolicyId: id, number }),
    });
  }
}

/** SHA-256 of a policy as canonical JSON, so that anyone who has the document can verify which version it is. */
export function policyDigest({ rules, otherwise, recipients }: PublishingPolicyDraft): string {
  return documentDigest({ rules, otherwise, recipients });
}

import type { ModelsApi } from '../../models/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { publish } from '../../platform/events/outbox.ts';
import { VersionedDocuments } from '../../platform/versioned-documents/versioned-documents.ts';
import { documentDigest } from '../../proof/document-digest.ts';
import type { RoutingPolicyDocument, RoutingPolicyDraft } from './policy.ts';
import { policyOf } from './policy-of-catalogue.ts';
import { hadRule } from './routing-policy.sql.ts';

declare module '../../platform/events/outbox.ts' {
  interface Events {
    'routing-policy.published': { routingPolicyId: string; number: number };
  }
}

/** Versions of the routing policy. The first is created from the catalogue's slots. */
export class PolicyBook extends VersionedDocuments<RoutingPolicyDraft, RoutingPolicyDocument> {
  readonly #models: Pick<ModelsApi, 'current'>;

  constructor(database: Database, models: Pick<ModelsApi, 'current'>) {
    super({
      database,
      table: 'routing_policy',
      id: 'routingPolicy',
      columns: { catalogue_version: 'int' },
      digest: policyDigest,
      of: (draft, { version, sha256 }) => ({ version, sha256, ...membersOf(draft) }),
      async first() {
        const catalogue = await models.current();
        const reason = `Created at the first start from the slots of catalogue version ${catalogue.version}.`;
        return { document: policyOf(catalogue), reason, columns: { catalogue_version: catalogue.version } };
      },
      published: (ctx, { id, number }) => publish(ctx, 'routing-policy.published', { routingPolicyId: id, number }),
    });
    this.#models = models;
  }

  /** Adds rules for image tasks to a policy that was created before the service had them. */
  async adoptImages(): Promise<void> {
    const catalogue = await this.#models.current();
    const names = catalogue.tasks.filter(({ kind }) => kind === 'IMAGE').map(({ name }) => name);
    if (names.length === 0) return;
    await this.adopt(hadRule(names), (draft) => ({
      document: {
        ...membersOf(draft),
        rules: [...draft.rules, ...policyOf(catalogue).rules.filter(({ task }) => names.includes(task))],
      },
      reason: `Added rules for ${names.join(', ')}, which are new in this version of the service.`,
      columns: { catalogue_version: catalogue.version },
    }));
  }
}

/** SHA-256 of the canonical JSON, so that anyone with the document can identify its version. */
export function policyDigest(draft: RoutingPolicyDraft): string {
  return documentDigest(membersOf(draft));
}

/** An omitted `repair` isn't in the document, so that digests of earlier policies stay valid. */
const membersOf = ({ rules, attempts, repair }: RoutingPolicyDraft): RoutingPolicyDraft => ({
  rules,
  attempts,
  ...(repair && { repair }),
});

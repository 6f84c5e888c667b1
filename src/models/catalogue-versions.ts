import type { Database } from '../platform/database/database.ts';
import { publish } from '../platform/events/outbox.ts';
import { VersionedDocuments } from '../platform/versioned-documents/versioned-documents.ts';
import type { Catalogue, CatalogueDocument } from './catalogue.ts';
import { SEED } from './seed/seed-catalogue.ts';

/** The versions of the catalogue. */
export class CatalogueVersions extends VersionedDocuments<CatalogueDocument, Catalogue> {
  /** @param now milliseconds of a clock that never goes back */
  constructor(database: Database, now?: () => number) {
    super({
      database,
      table: 'catalogue_version',
      id: 'catalogueVersion',
      of: (document, { version, sha256 }) => ({ ...document, version, sha256 }),
      first: async () => ({ document: SEED, reason: 'What the service began with.' }),
      published: (ctx, { id, number }) => publish(ctx, 'catalogue.published', { catalogueVersionId: id, number }),
      ...(now && { now }),
    });
  }
}

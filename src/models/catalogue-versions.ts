import type { Database } from '../platform/database/database.ts';
import { publish } from '../platform/events/outbox.ts';
import { VersionedDocuments } from '../platform/versioned-documents/versioned-documents.ts';
import { documentDigest } from '../proof/document-digest.ts';
import type { Catalogue, CatalogueDocument, DeploymentEntry, TaskEntry } from './catalogue.ts';
import { HAD_CACHE_PRICES, HAD_IMAGES } from './catalogue-version.sql.ts';
import { addCachePrices } from './seed/cache-price-upgrade.ts';
import { addImages } from './seed/image-upgrade.ts';
import { SEED } from './seed/seed-catalogue.ts';

export class CatalogueVersions extends VersionedDocuments<CatalogueDocument, Catalogue> {
  /** @param now milliseconds of a monotonic clock */
  constructor(database: Database, now?: () => number) {
    super({
      database,
      table: 'catalogue_version',
      id: 'catalogueVersion',
      of: catalogueOf,
      digest: documentDigest,
      first: async () => ({ document: SEED, reason: 'Initial catalogue.' }),
      published: (ctx, { id, number }) => publish(ctx, 'catalogue.published', { catalogueVersionId: id, number }),
      ...(now && { now }),
    });
  }

  /** Adds cache prices to the catalogue of an older installation, for deployments whose prices are still the initial ones. */
  adoptCachePrices(): Promise<void> {
    return this.adopt(HAD_CACHE_PRICES, ({ version: _, sha256: __, ...document }) => {
      const adopted = addCachePrices(document);
      const reason = 'Prices of provider caches, added by an upgrade of the service.';
      return adopted && { document: adopted, reason };
    });
  }

  /** Adds the image task to the catalogue of an older installation. */
  adoptImages(): Promise<void> {
    return this.adopt(HAD_IMAGES, ({ version: _, sha256: __, ...document }) => {
      const adopted = addImages(document);
      return adopted && { document: adopted, reason: 'Image task media/image, added by an upgrade of the service.' };
    });
  }
}

/** Catalogue of a stored version. Entries without `kind` are older than image models, so they are TEXT. */
function catalogueOf(
  document: CatalogueDocument,
  { version, sha256 }: Pick<Catalogue, 'version' | 'sha256'>,
): Catalogue {
  const { slots, clusters } = document;
  return {
    clusters,
    slots,
    tasks: document.tasks.map(withKind<TaskEntry>),
    deployments: document.deployments.map(withKind<DeploymentEntry>),
    prices: document.prices.map((price) => ({ ...price, images: price.images ?? null })),
    version,
    sha256,
  };
}

const withKind = <Entry extends { readonly kind?: string }>(entry: Entry): Entry => ({ kind: 'TEXT', ...entry });

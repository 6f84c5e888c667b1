import { isoTime, Projection } from '../platform/graphql/reads/projection.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { versionPages } from '../platform/versioned-documents/version-pages.ts';

const version = new Projection({
  typeName: 'CatalogueVersion',
  row: 'catalogue_version',
  fields: {
    id: 'catalogue_version.id',
    number: 'catalogue_version.number',
    document: 'catalogue_version.document',
    sha256: 'catalogue_version.sha256',
    reason: 'catalogue_version.reason',
    publishedBy: 'catalogue_version.published_by',
    publishedAt: isoTime('catalogue_version.published_at'),
    restoredFrom: 'catalogue_version.restored_from',
  },
});

/** The versions of the catalogue, the newest first. */
export const catalogueVersionPages = versionPages('CatalogueVersionConnection', version, 'catalogueVersion');

/** Of the catalogue, what PostgreSQL answers by itself: the history. What is in force is in memory. */
export const modelReads = {
  catalogueVersions: catalogueVersionPages.compilable,
  catalogueVersion: compilableRow(version, ({ number }: { number: number }) => ({
    conditions: ['catalogue_version.number = $1'],
    values: [number],
  })),
};

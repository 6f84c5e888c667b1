import { versionReads } from '../platform/versioned-documents/version-reads.ts';

/** The history of the catalogue, which PostgreSQL answers. The version in force is in memory. */
export const { pages: catalogueVersionPages, reads: modelReads } = versionReads({
  typeName: 'CatalogueVersion',
  table: 'catalogue_version',
  ids: 'catalogueVersion',
  list: 'catalogueVersions',
  one: 'catalogueVersion',
});

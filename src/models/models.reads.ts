import { versionReads } from '../platform/versioned-documents/version-reads.ts';

/** Reads the history of the catalogue from PostgreSQL. The current version is in memory. */
export const { pages: catalogueVersionPages, reads: modelReads } = versionReads({
  typeName: 'CatalogueVersion',
  table: 'catalogue_version',
  ids: 'catalogueVersion',
  list: 'catalogueVersions',
  one: 'catalogueVersion',
});

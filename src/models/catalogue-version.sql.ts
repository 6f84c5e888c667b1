import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { CatalogueDocument } from './catalogue.ts';

/** Finds whether any version has prices of cache writes, even if they are null. */
export const HAD_CACHE_PRICES = {
  name: 'catalogue_version_had_cache_prices',
  text: `select exists (
    select from catalogue_version where document @? '$.prices[*].tiers[*].cacheWriteMicros')`,
  values: [],
};

/** Finds whether any version has an image task. */
export const HAD_IMAGES = {
  name: 'catalogue_version_had_images',
  text: `select exists (
    select from catalogue_version where document @? '$.tasks[*] ? (@.kind == "IMAGE")')`,
  values: [],
};

/** Row of a published version of the catalogue. */
export interface CatalogueVersionRow {
  id: string;
  number: number;
  sha256: string;
  document: CatalogueDocument;
}

/** Finds the first version after this number. Null if there is no later version. */
export async function findVersionAfter(em: EntityManager, number: number): Promise<CatalogueVersionRow | null> {
  const [row] = await sql<CatalogueVersionRow>(
    em,
    'select id, number, sha256, document from catalogue_version where number > $1 order by number limit 1',
    [number],
  );
  return row ?? null;
}

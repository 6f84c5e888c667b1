import type { Database } from '../platform/database/database.ts';
import { ReadCache } from '../platform/database/read-cache.ts';
import { readFacetSample } from './asset.sql.ts';

/**
 * Share of pictures that have each facet, from PostgreSQL's statistics (`pg_stats`). Only affects the choice of the query plan.
 */
export interface FacetShares {
  bankSize: number;
  /** Shares of the most frequent facets, from 0 to 1. Empty if PostgreSQL has no statistics yet. */
  shares: ReadonlyMap<number, number>;
  /** Upper bound of the share of each facet that isn't in `shares`. */
  mostOfOthers: number;
}

/**
 * PostgreSQL updates its statistics when a tenth of the bank has changed, so reading them more often seldom gives anything new.
 */
const MAX_AGE_MS = 60_000;

/** PostgreSQL's statistics of facets, cached for a minute in this process. */
export class KnownFacetShares {
  #sample: ReadCache<FacetShares> | undefined;

  async of(database: Database): Promise<FacetShares> {
    this.#sample ??= new ReadCache({ read: () => readSample(database), maxAgeMs: MAX_AGE_MS, most: 1 });
    return (await this.#sample.get(''))!;
  }
}

/** Upper bound of the share of pictures that have at least one of these facets. */
export function shareOf(facets: readonly number[], { shares, mostOfOthers }: FacetShares): number {
  return Math.min(
    1,
    [...new Set(facets)].reduce((sum, facet) => sum + (shares.get(facet) ?? mostOfOthers), 0),
  );
}

async function readSample(database: Database): Promise<FacetShares> {
  const [bankSize, elements, frequencies] = await readFacetSample(database);
  const facets = numbersOf(elements);
  const parts = numbersOf(frequencies);
  return {
    bankSize: Number(bankSize),
    shares: new Map(facets.map((facet, at) => [facet, parts[at]!])),
    mostOfOthers: parts[facets.length] ?? 1,
  };
}

/** Parses an array of numbers in PostgreSQL's text format, `{1,2}`. */
function numbersOf(text: string | null | undefined): number[] {
  return text ? text.slice(1, -1).split(',').filter(Boolean).map(Number) : [];
}

import type { Database } from '../platform/database/database.ts';
import { ReadCache } from '../platform/database/read-cache.ts';
import { readFacetSample } from './asset.sql.ts';

/** Share of the bank for each facet, from PostgreSQL's own sample. Only affects the choice of the query plan. */
export interface FacetShares {
  bankSize: number;
  /** Shares of the most frequent facets. Empty without a sample. */
  shares: ReadonlyMap<number, number>;
  /** Upper bound of the share of every other facet. */
  mostOfOthers: number;
}

/** PostgreSQL samples when a tenth of the bank has changed, so reading more often gives nothing new. */
const MAX_AGE_MS = 60_000;

/** The sample, at most a minute old. One per process. */
export class KnownFacetShares {
  #sample: ReadCache<FacetShares> | undefined;

  async of(database: Database): Promise<FacetShares> {
    this.#sample ??= new ReadCache({ read: () => readSample(database), maxAgeMs: MAX_AGE_MS, most: 1 });
    return (await this.#sample.get(''))!;
  }
}

/** Upper bound of the share of the bank that has one of these facets. */
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

/** An array of numbers as PostgreSQL writes it. */
function numbersOf(text: string | null | undefined): number[] {
  return text ? text.slice(1, -1).split(',').filter(Boolean).map(Number) : [];
}

import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import { readFacetSample } from './asset.sql.ts';

/** How large a part of the bank has which facet, by PostgreSQL's own sample. It decides only in which way pictures are found. */
export interface FacetShares {
  bankSize: number;
  /** Of the most frequent facets; without a sample none. */
  shares: ReadonlyMap<number, number>;
  /** None of the others has more. */
  mostOfOthers: number;
}

/** A sample is taken when a tenth of the bank has changed: more often there is nothing new to read. */
const MAX_AGE_MS = 60_000;

/** The sample as it was a minute ago at the most: one for each process, kept by who reads assets. */
export class KnownFacetShares {
  #sample: Remembered<FacetShares> | undefined;

  async of(database: Database): Promise<FacetShares> {
    this.#sample ??= new Remembered({ read: () => readSample(database), maxAgeMs: MAX_AGE_MS, most: 1 });
    return (await this.#sample.get(''))!;
  }
}

/** How large a part of the bank has one of these facets, at the most. */
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

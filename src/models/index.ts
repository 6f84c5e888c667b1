import type { Catalogue, Micros, PriceEntry, TokenUsage } from './catalogue.ts';

export * from './catalogue.ts';

/** What later features may ask of the catalogue. */
export interface ModelsApi {
  /** The newest version. Held in the process and told of changes: costs nothing to ask on a hot path, and is at most a second late. */
  current(): Promise<Catalogue>;
  /** Any version; null where there is none of this number. */
  version(number: number): Promise<Catalogue | null>;
  /** What holds for a deployment at a time; null where no price is known. */
  priceAt(catalogue: Catalogue, deployment: string, at: Date): PriceEntry | null;
  /** Null where the price or the usage is not known: never 0 for what nobody knows. Rounded up to whole micros. */
  costOf(price: PriceEntry | null, usage: TokenUsage, at: Date): Micros | null;
  /** The most that a call can cost: all of the input uncached, all of the output, at the dearest hour it may run into. */
  mostOf(price: PriceEntry | null, tokens: { input: number; output: number }, at: Date): Micros | null;
}

/** Maximum UTF-16 code units of a text. Longer ones need more memory than a browser's page should take. */
export const LIMITS = {
  /** One document, about 3,000 pages. */
  SOURCE: 6_000_000,
  /** A brief in which quotations are looked for. */
  BRIEF: 2_000_000,
  /** One quotation, about 50 pages. */
  QUOTATION: 100_000,
  /** All documents of one search. */
  ALL_SOURCES: 60_000_000,
} as const;

/** A text is longer than the matcher of quotations accepts. */
export class QuotationLimitExceeded extends Error {
  override readonly name = 'QuotationLimitExceeded';
  readonly limit: number;

  constructor(what: string, length: number, limit: number) {
    super(`${what} has ${length} characters, and at most ${limit} are checked. Split it.`);
    this.limit = limit;
  }
}

/** @throws {QuotationLimitExceeded} */
export function requireLength(what: string, length: number, limit: number): void {
  if (length > limit) throw new QuotationLimitExceeded(what, length, limit);
}

import type { Context } from '../../platform/context.ts';
import { QUOTATION_LIMITS, type QuotationResult, type TextRange } from '../../quotations/index.ts';
import type { StoredReading } from '../document-bytes.ts';
import type { QuotationToCheck } from './check-quotations.ts';
import { type NamedPlace, placeIn } from './place.ts';
import { MAX_CHECKED_CHARACTERS, type QuotationChecker, QuotationCheckFailed } from './quotation-checker.ts';

/** Place of a quotation in a version. */
export interface QuotedPlace extends TextRange, NamedPlace {
  readonly versionId: string;
  /** Words of the version at this place. */
  readonly words: string;
}

type Found = Extract<QuotationResult, { start: number }>;
type Missing = Exclude<QuotationResult, Found>;
type InVersion<Result> = Omit<Result, keyof TextRange | 'source' | 'words'> & { readonly place: QuotedPlace };

/** Result for one quotation, with the place in a version instead of a source. */
export type CheckedQuotation =
  | InVersion<Extract<Found, { status: 'VERIFIED' }>>
  | InVersion<Extract<Found, { status: 'ALTERED' }>>
  | Missing
  /** A version that could have the quotation, or the quotation itself, is too long, or the check failed. */
  | { readonly status: 'NOT_CHECKED' };

/** Words to look for in versions. */
export interface RequestedQuotation {
  readonly words: string;
  /** Place in which the words are looked for first. Null: all versions are equal. */
  readonly near: (TextRange & { readonly versionId: string }) | null;
}

interface ReadVersion {
  readonly versionId: string;
  readonly reading: StoredReading;
}

const NOT_CHECKED = { status: 'NOT_CHECKED' } as const;

/** Checks quotations against the texts of versions. */
export class QuotedDocuments {
  readonly #checker: Pick<QuotationChecker, 'check'>;
  readonly #readingOf: (ctx: Context, versionId: string) => Promise<StoredReading | null>;

  constructor(
    checker: Pick<QuotationChecker, 'check'>,
    readingOf: (ctx: Context, versionId: string) => Promise<StoredReading | null>,
  ) {
    this.#checker = checker;
    this.#readingOf = readingOf;
  }

  /**
   * Looks for quotations in versions, as far as the caller can read them. Versions after the first 12,000,000 characters aren't
   * read; quotations that the others don't have are then NOT_CHECKED.
   * @returns results in the order of the quotations
   */
  async check(
    ctx: Context,
    versionIds: readonly string[],
    quotations: readonly RequestedQuotation[],
  ): Promise<CheckedQuotation[]> {
    if (quotations.length === 0) return [];
    const { versions, isWhole } = await this.#read(ctx, versionIds);
    const places = new Map(versions.map(({ versionId }, source) => [versionId, source]));
    const asked = quotations.map(({ words, near }): QuotationToCheck | null => {
      if (words.length > QUOTATION_LIMITS.QUOTATION) return null;
      const source = near ? places.get(near.versionId) : undefined;
      return { words, near: near && source !== undefined ? { source, start: near.start, end: near.end } : null };
    });
    const results = await this.#checked(
      versions,
      asked.filter((one) => one !== null),
      ctx.signal,
    );
    let next = 0;
    return asked.map((one) => {
      const result = one && results?.[next++];
      if (!result) return NOT_CHECKED;
      if (result.status === 'VERIFIED' || (isWhole && result.status === 'ALTERED')) return inVersion(result, versions);
      return isWhole || result.status === 'TOO_SHORT' ? (result as Missing) : NOT_CHECKED;
    });
  }

  /** Null if the check failed. */
  async #checked(
    versions: readonly ReadVersion[],
    quotations: readonly QuotationToCheck[],
    signal: AbortSignal,
  ): Promise<QuotationResult[] | null> {
    const sources = versions.map(({ reading }) => ({ text: reading.text, footnotes: reading.footnotes }));
    try {
      return await this.#checker.check({ sources, quotations }, signal);
    } catch (error) {
      if (error instanceof QuotationCheckFailed) return null;
      throw error;
    }
  }

  async #read(ctx: Context, versionIds: readonly string[]): Promise<{ versions: ReadVersion[]; isWhole: boolean }> {
    const versions: ReadVersion[] = [];
    let left = MAX_CHECKED_CHARACTERS;
    let isWhole = true;
    for (const versionId of new Set(versionIds)) {
      const reading = await this.#readingOf(ctx, versionId);
      if (!reading) continue;
      const { length } = reading.text;
      if (length > Math.min(left, QUOTATION_LIMITS.SOURCE)) {
        isWhole = false;
        continue;
      }
      left -= length;
      versions.push({ versionId, reading });
    }
    return { versions, isWhole };
  }
}

function inVersion(
  { source, start, end, words, ...result }: Found,
  versions: readonly ReadVersion[],
): CheckedQuotation {
  const { versionId, reading } = versions[source]!;
  return { ...result, place: { versionId, start, end, words, ...placeIn(reading, { start, end }) } };
}

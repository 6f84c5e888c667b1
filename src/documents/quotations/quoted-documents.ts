import type { Context } from '../../platform/context.ts';
import { QUOTATION_LIMITS, type QuotationResult, type TextRange } from '../../quotations/index.ts';
import type { StoredText } from '../stored-reading.ts';
import type { QuotationCheckReply } from './answer-check.ts';
import type { PlacedResult, QuotationToCheck } from './check-quotations.ts';
import type { NamedPlace } from './place.ts';
import { MAX_CHECKED_CHARACTERS, type QuotationChecker, QuotationCheckFailed } from './quotation-checker.ts';

/** Place of a quotation in a version. */
export interface PlaceInVersion extends TextRange, NamedPlace {
  readonly versionId: string;
  /** Words of the version at this place. */
  readonly words: string;
}

type Match = Extract<QuotationResult, { start: number }>;
type Missing = Exclude<QuotationResult, Match>;
type InVersion<Result> = Omit<Result, keyof TextRange | 'source' | 'words'> & { readonly place: PlaceInVersion };

/** Result for one quotation, with the place in a version instead of a source. */
export type CheckedQuotation =
  | InVersion<Extract<Match, { status: 'VERIFIED' }>>
  | InVersion<Extract<Match, { status: 'ALTERED' }>>
  | Missing
  /** A version that could have the quotation, or the quotation itself, is too long, or the check failed. */
  | { readonly status: 'NOT_CHECKED' };

/** Words to look for in versions. */
export interface RequestedQuotation {
  readonly words: string;
  /** Place in which the words are looked for first. Null: all versions are equal. */
  readonly near: (TextRange & { readonly versionId: string }) | null;
}

/** A version with its stored reading. */
export interface LoadedVersion {
  readonly versionId: string;
  readonly reading: Uint8Array;
}

const NOT_CHECKED = { status: 'NOT_CHECKED' } as const;
/** Number of readings that are loaded at a time. */
const CONCURRENCY = 8;

/** Checks quotations against the texts of versions. */
export class QuotedDocuments {
  readonly #checker: Pick<QuotationChecker, 'check'>;
  readonly #textOf: (ctx: Context, versionId: string) => Promise<StoredText | null>;
  readonly #load: (readingSha256: string) => Promise<Uint8Array | null>;

  /**
   * @param options.textOf finds a version that is READY and that the caller can read
   * @param options.load loads a stored reading, or null if its bytes are missing or damaged
   */
  constructor(options: {
    checker: Pick<QuotationChecker, 'check'>;
    textOf: (ctx: Context, versionId: string) => Promise<StoredText | null>;
    load: (readingSha256: string) => Promise<Uint8Array | null>;
  }) {
    this.#checker = options.checker;
    this.#textOf = options.textOf;
    this.#load = options.load;
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
    const texts = await Promise.all([...new Set(versionIds)].map((id) => this.#textOf(ctx, id)));
    const { versions, isWhole } = await this.load(
      ctx,
      texts.filter((text) => text !== null),
    );
    const places = new Map(versions.map(({ versionId }, source) => [versionId, source]));
    const wanted = quotations.map(({ words, near }): QuotationToCheck | null => {
      if (words.length > QUOTATION_LIMITS.QUOTATION) return null;
      const source = near ? places.get(near.versionId) : undefined;
      return { words, near: near && source !== undefined ? { source, start: near.start, end: near.end } : null };
    });
    const checked = await this.#checked(
      versions,
      wanted.filter((one) => one !== null),
      ctx.signal,
    );
    let next = 0;
    return wanted.map((one) => resultFor((one && checked?.results[next++]) ?? null, { versions, isWhole }));
  }

  /** Loads versions in their order, as long as they aren't too long together. `isWhole` is false if one was left out. */
  async load(
    { signal }: Context,
    texts: readonly StoredText[],
  ): Promise<{ versions: LoadedVersion[]; isWhole: boolean }> {
    const chosen: StoredText[] = [];
    let left = MAX_CHECKED_CHARACTERS;
    for (const text of texts) {
      if (text.textLength > Math.min(left, QUOTATION_LIMITS.SOURCE)) continue;
      left -= text.textLength;
      chosen.push(text);
    }
    const versions: LoadedVersion[] = [];
    for (let at = 0; at < chosen.length; at += CONCURRENCY) {
      signal.throwIfAborted();
      const some = chosen.slice(at, at + CONCURRENCY);
      const readings = await Promise.all(some.map(({ readingSha256 }) => this.#load(readingSha256)));
      for (const [index, reading] of readings.entries()) {
        if (reading) versions.push({ versionId: some[index]!.versionId, reading });
      }
    }
    return { versions, isWhole: versions.length === texts.length };
  }

  /** Null if the check failed. */
  async #checked(
    versions: readonly LoadedVersion[],
    wanted: readonly QuotationToCheck[],
    signal: AbortSignal,
  ): Promise<QuotationCheckReply | null> {
    try {
      return await this.#checker.check(
        { readings: versions.map(({ reading }) => reading), wanted, brief: null },
        signal,
      );
    } catch (error) {
      if (error instanceof QuotationCheckFailed) return null;
      throw error;
    }
  }
}

/**
 * Result for a quotation in versions. If not all versions could be looked at, a quotation that isn't verified is NOT_CHECKED,
 * because another version could have it.
 * @param result null if the quotation wasn't looked for
 */
export function resultFor(
  result: PlacedResult | null,
  { versions, isWhole }: { versions: readonly LoadedVersion[]; isWhole: boolean },
): CheckedQuotation {
  if (!result) return NOT_CHECKED;
  if (result.status === 'TOO_SHORT') return result;
  if (result.status !== 'VERIFIED' && !isWhole) return NOT_CHECKED;
  if (!('source' in result)) return result;
  const { source, start, end, words, pageFirst, pageLast, headingPath, ...rest } = result;
  const { versionId } = versions[source]!;
  return { ...rest, place: { versionId, start, end, words, pageFirst, pageLast, headingPath } };
}

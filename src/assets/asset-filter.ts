import type { Database } from '../platform/database/database.ts';
import { badUserInput, type Refusal } from '../platform/errors/errors.ts';
import { type RankedRows, type RowFilter, where } from '../platform/graphql/reads/page-rows.sql.ts';
import { matchesText, patternOf } from '../platform/graphql/reads/text-search.ts';
import { within } from '../platform/graphql/schema/created-filter.ts';
import { composeText } from '../proof/normal-form.ts';
import { WALKED_COLUMNS } from './asset.entity.ts';
import type { AssetFilter, AssetOrientation } from './asset.inputs.ts';
import { rankedAssets } from './asset.sql.ts';
import { type FacetShares, type KnownFacetShares, shareOf } from './facet-shares.ts';
import { colorFacet, licenceFacet, NO_TAG, ORIENTATION_FACETS, ORIGIN_FACETS, STATUS_FACETS } from './facets.ts';
import { cellsNear } from './near-color.ts';
import { readCounts } from './tag.sql.ts';
import { TagInvalid, tagKey } from './tag-folding.ts';
import { MAX_TAGS_PER_ASSET } from './tagging.ts';

/** Maximum length of `filter.search`, in UTF-16 code units. */
export const MAX_SEARCH_LENGTH = 200;
/** Maximum estimated number of matches to gather by facets. For more, a scan in the order of the list is faster. */
const FEW = 4_000;
/** Maximum number of index entries to scan in the order of the list. If they have too few matches, the next method is used. */
const WALKED = 300_000;
/** Maximum number of matches to gather by facets. */
const GATHERED = 20_000;
/** Maximum number of pictures whose texts are read one by one, for searches that the trigram index can't answer. */
const READ = 20_000;
/** Maximum number of matches to rank. Ranking one takes 10 µs. */
const RANKED = 500;
/** SQL column with the relevance of a picture for the search. */
export const RELEVANCE = 'relevance';
/** Tolerance between the creation time in an asset's id and its `createdAt`, which come from different clocks. */
const CLOCKS_APART = '1 day';

const COLUMNS: readonly string[] = ['asset.id', ...WALKED_COLUMNS.map((column) => `asset.${column}`)];
const SHAPES = { LANDSCAPE: '>', PORTRAIT: '<', SQUARE: '=' } as const satisfies Record<AssetOrientation, string>;

interface AssetFilterOptions {
  facetShares: KnownFacetShares;
  /** SQL conditions in addition to those of the filter. */
  always?: readonly string[];
  /** JSON pointer to the tags in the arguments of the request, for errors. Default `/filter/tags`. */
  tagsAt?: string;
  /** True if the list is ordered by how well its pictures fit the search. */
  isRanked?: boolean;
}

/** @throws Refusal BAD_USER_INPUT for an invalid filter, or for the order RELEVANCE without a search */
export function assetRowFilter(
  filter: AssetFilter | null | undefined,
  { facetShares, always = [], tagsAt = '/filter/tags', isRanked = false }: AssetFilterOptions,
): RowFilter {
  if (isRanked && !filter?.search) {
    throw refused('/orderBy/field', 'The order RELEVANCE needs a search. Set `filter.search` or choose another order.');
  }
  if (!filter) return { conditions: always, values: [] };
  const tags: RequestedTags = {
    all: keysOf(filter.tags, tagsAt),
    any: keysOf(filter.anyOfTags, '/filter/anyOfTags'),
    none: keysOf(filter.noneOfTags, '/filter/noneOfTags'),
  };
  const untagged = new FilterQuery(always, filter, isRanked);
  const keys = Object.values(tags).flat();
  if (keys.length > 0) {
    return {
      ...untagged.rowFilter,
      settle: async (database) => {
        const [known, shares] = await Promise.all([findTags(database, keys), facetShares.of(database)]);
        return new FilterQuery(always, filter, isRanked).tagged(tags, known).estimated(shares).rowFilter;
      },
    };
  }
  if (!untagged.mayBeRare) return untagged.rowFilter;
  return {
    ...untagged.rowFilter,
    settle: async (database) =>
      new FilterQuery(always, filter, isRanked).estimated(await facetShares.of(database)).rowFilter,
  };
}

type RequestedTags = Record<'all' | 'any' | 'none', readonly string[]>;

interface TagLookup {
  /** Tags in the bank, by the key in the request. The key of an alias maps to the tag of the alias. */
  tags: ReadonlyMap<string, { number: number; pictures: number }>;
  /** Estimated number of pictures in the bank. Only affects the choice of the query plan. */
  bankSize: number;
}

async function findTags(database: Database, keys: readonly string[]): Promise<TagLookup> {
  const rows = await readCounts(database, keys);
  const found = rows.filter(([key]) => key !== null);
  return {
    tags: new Map(found.map(([key, number, count]) => [key!, { number: Number(number), pictures: Number(count) }])),
    bankSize: Number(rows[0]![3]),
  };
}

/**
 * An SQL condition that only some query plans use. It can add its own parameter, because PostgreSQL rejects unused parameters.
 */
type SqlCondition = (parameter: (value: unknown) => string) => string;

/** The filter of a list of pictures as SQL conditions, and the facets by which matching pictures can be gathered. */
class FilterQuery {
  readonly #conditions: string[];
  readonly #values: unknown[] = [];
  readonly #always: number;
  /** Conditions of the filter that only use the column `facets`. The index of that column answers all of them. */
  readonly #gathering: SqlCondition[] = [];
  /**
   * One set of facets for each condition on status, origin, orientation, licence or colour. A matching picture has at least one
   * facet of each set.
   */
  readonly #facets: (readonly number[])[] = [];
  /** SQL bounds of the index scan, so that a list ordered by time starts and ends at the requested range of time. */
  readonly #bounds: { key: string | null; sql: string }[] = [];
  /** Estimated number of pictures that match the filter. Infinite until it is estimated. */
  #expected = Number.POSITIVE_INFINITY;
  #search: 'NONE' | 'BY_INDEX' | 'BY_READING' = 'NONE';

  readonly #ranked: string | null;

  constructor(always: readonly string[], filter: AssetFilter, isRanked: boolean) {
    // Titles and descriptions are stored in Unicode's composed form (NFC), so the search is composed as well.
    const search = filter.search && composeText(filter.search);
    this.#ranked = isRanked ? (search ?? '') : null;
    this.#conditions = [...always];
    this.#always = always.length;
    const { status, origin, orientation, hasLicence, color, minWidth, minHeight } = filter;
    if (status?.length && new Set(status).size < ASSET_STATUSES) {
      this.#is(
        `asset.status = any(${this.#parameter(status)}::text[])`,
        status.map((one) => STATUS_FACETS[one]),
      );
    }
    if (origin?.length) {
      this.#is(
        `asset.origin = any(${this.#parameter(origin)}::text[])`,
        origin.map((one) => ORIGIN_FACETS[one]),
      );
    }
    if (orientation?.length) {
      const shapes = [...new Set(orientation)].map((one) => `asset.width ${SHAPES[one]} asset.height`);
      this.#is(
        `(${shapes.join(' or ')})`,
        orientation.map((one) => ORIENTATION_FACETS[one]),
      );
    }
    if (hasLicence !== undefined && hasLicence !== null) {
      this.#is(`asset.has_licence = ${this.#parameter(hasLicence)}::boolean`, [licenceFacet(hasLicence)]);
    }
    if (color) {
      if (!COLOR.test(color)) throw refused('/filter/color', 'Write the colour as `#rrggbb`, e.g. `#1e90ff`.');
      const cells = cellsNear(color);
      this.#is(`asset.color_cell = any(${this.#parameter(cells)}::smallint[])`, cells.map(colorFacet));
    }
    if (minWidth) this.#conditions.push(`asset.width >= ${this.#parameter(minWidth)}::int`);
    if (minHeight) this.#conditions.push(`asset.height >= ${this.#parameter(minHeight)}::int`);
    this.#within(filter);
    if (search) this.#searched(search);
  }

  tagged({ all, any, none }: RequestedTags, { tags, bankSize }: TagLookup): this {
    const numbers = (keys: readonly string[]) => this.#parameter(keys.map((key) => tags.get(key)?.number ?? NO_TAG));
    const pictures = (keys: readonly string[]) => keys.map((key) => tags.get(key)?.pictures ?? 0);
    if (all.length > 0) {
      this.#has(`asset.facets @> ${numbers(all)}::int[]`);
      // The estimate assumes independent tags. The number of pictures with the rarest tag is its upper bound.
      const shares = pictures(all).map((count) => Math.min(1, count / bankSize));
      this.#expected = bankSize * shares.reduce((product, share) => product * share, 1);
    }
    if (any.length > 0) {
      this.#has(`asset.facets && ${numbers(any)}::int[]`);
      const sum = pictures(any).reduce((one, other) => one + other, 0);
      this.#expected = Math.min(this.#expected, sum);
    }
    if (none.length > 0) this.#conditions.push(`not asset.facets && ${numbers(none)}::int[]`);
    return this;
  }

  /** True if the shares of facets could show that few pictures match. */
  get mayBeRare(): boolean {
    return this.#search === 'NONE' && this.#facets.length > 0;
  }

  /** Reduces the estimated number of matches by the shares of the facets in `#facets`, assuming that these are independent. */
  estimated(sample: FacetShares): this {
    if (sample.shares.size === 0) return this;
    const share = this.#facets.reduce((product, facets) => product * shareOf(facets, sample), 1);
    this.#expected = Math.min(this.#expected, sample.bankSize) * share;
    return this;
  }

  get rowFilter(): RowFilter {
    const plain = { conditions: this.#conditions, values: this.#values };
    if (this.#conditions.length === this.#always) return plain;
    if (this.#ranked !== null) return { ...plain, isPlannedEachTime: true, ranked: this.#rankedBy(this.#ranked) };
    if (this.#search === 'BY_INDEX') return { ...plain, isPlannedEachTime: true };
    if (this.#search === 'BY_READING') {
      return this.#walked([...COLUMNS, 'asset.title', 'asset.alt'], READ, tooFewLetters);
    }
    if (this.#expected > FEW) {
      return this.#walked(COLUMNS, WALKED, () => (this.#gathering.length > 0 ? this.#gathered(tooRare) : tooRare()));
    }
    return this.#gathered(() => this.#walked(COLUMNS, WALKED, tooRare));
  }

  #rankedBy(search: string): RankedRows {
    const isIndexed = this.#search === 'BY_INDEX';
    const { rows, beyond } = rankedAssets({
      where: where(this.#conditions),
      words: WORDS,
      relevance: relevanceSql(`$${this.#values.length + 1}`),
      column: RELEVANCE,
      most: RANKED,
      read: isIndexed ? null : READ,
    });
    return {
      rows,
      column: RELEVANCE,
      beyond,
      values: [search],
      otherwise: isIndexed ? tooManyToRank : tooFewLetters,
    };
  }

  #walked(columns: readonly string[], within: number, otherwise: () => RowFilter | Refusal): RowFilter {
    return {
      conditions: this.#conditions,
      values: this.#values,
      found: { columns, bounds: this.#bounds, within, otherwise },
    };
  }

  #gathered(otherwise: () => RowFilter | Refusal): RowFilter {
    const values = [...this.#values];
    const conditions = this.#gathering.map((condition) => condition((value) => `$${values.push(value)}`));
    const found = { columns: COLUMNS, gatheredBy: conditions.join(' and '), within: GATHERED, otherwise };
    return { conditions: this.#conditions, values, found };
  }

  /** Adds an SQL condition, and facets of which each matching picture has at least one. */
  #is(condition: string, facets: readonly number[]): void {
    this.#conditions.push(condition);
    this.#facets.push(facets);
    this.#gathering.push((parameter) => `asset.facets && ${parameter(facets)}::int[]`);
  }

  #has(condition: string): void {
    this.#conditions.push(condition);
    this.#gathering.push(() => condition);
  }

  #within({ createdAfter, createdBefore, updatedAfter, updatedBefore }: AssetFilter): void {
    const names = ['updatedAfter', 'updatedBefore'] as const;
    const created = within('asset.created_at', createdAfter, createdBefore, this.#values);
    const updated = within('asset.updated_at', updatedAfter, updatedBefore, this.#values, names);
    this.#conditions.push(...created, ...updated);
    this.#bounds.push(...updated.map((sql) => ({ key: 'asset.updated_at', sql })));
    for (const condition of created) {
      const [, operator, time] = condition.split(' ');
      const apart = `interval '${operator === '<' ? '' : '-'}${CLOCKS_APART}'`;
      this.#bounds.push({
        key: null,
        sql: `asset.id ${operator} first_id_at('ast', greatest(${time}::timestamptz + ${apart}, 'epoch'))`,
      });
    }
  }

  #searched(search: string): void {
    if (search.length > MAX_SEARCH_LENGTH) {
      throw refused(
        '/filter/search',
        `The search has ${search.length} characters, but at most ${MAX_SEARCH_LENGTH} are allowed.`,
      );
    }
    const pattern = this.#parameter(patternOf(search));
    const isIndexed = WITH_TRIGRAM.test(search) && !search.includes('\n');
    this.#search = isIndexed ? 'BY_INDEX' : 'BY_READING';
    this.#conditions.push(
      isIndexed
        ? matchesText('asset.title || chr(10) || asset.alt', pattern)
        : `(${matchesText('asset.title', pattern)} or ${matchesText('asset.alt', pattern)})`,
    );
  }

  #parameter(value: unknown): string {
    return `$${this.#values.push(value)}`;
  }
}

const ASSET_STATUSES = Object.keys(STATUS_FACETS).length;
const COLOR = /^#[\da-f]{6}$/i;
/** Matches texts that the trigram index can search for: it needs three letters or digits in a row. */
const WITH_TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** SQL of the words of a picture. They are computed once per picture, because computing them is most of the cost of ranking. */
const WORDS = `(setweight(to_tsvector('simple', without_accents(asset.title)), 'A') || setweight(to_tsvector('simple', without_accents(asset.alt)), 'D'))`;

/**
 * Relevance of a picture as one number: first the match of its words, where the title weighs ten times the description, then the
 * similarity of the title. The last word of the search can be a prefix.
 */
function relevanceSql(parameter: string): string {
  const search = `without_accents(${parameter})`;
  const words = `plainto_tsquery('simple', ${search})`;
  const query = `(case when numnode(${words}) > 0 then (${words}::text || ':*')::tsquery end)`;
  const rank = `(ts_rank(asset.words, ${words}) + ts_rank(asset.words, ${query}))`;
  return `(round(coalesce(${rank}, 0)::numeric * 10000)::bigint * 10001 + round(similarity(without_accents(asset.title), ${search})::numeric * 10000)::bigint)`;
}

const tooManyToRank = () =>
  refused(
    '/filter/search',
    `More than ${RANKED} pictures match, and only the newest ${RANKED} can be ranked. Add words or filters, or choose another order.`,
  );

const tooRare = () =>
  refused(
    '/filter',
    'Too few pictures match to find them in a bank of this size. Add a tag, a status, a colour, a range of time or a longer word.',
  );

const tooFewLetters = () =>
  refused('/filter/search', 'In a bank of this size, a search needs at least three letters or digits in a row.');

function keysOf(tags: readonly string[] | null | undefined, pointer: string): string[] {
  if (!tags) return [];
  if (tags.length > MAX_TAGS_PER_ASSET)
    throw refused(pointer, `The filter has ${tags.length} tags, but the maximum is ${MAX_TAGS_PER_ASSET}.`);
  return tags.map((tag, index) => {
    try {
      return tagKey(tag);
    } catch (error) {
      if (!(error instanceof TagInvalid)) throw error;
      throw refused(`${pointer}/${index}`, error.message);
    }
  });
}

function refused(pointer: string, detail: string): Refusal {
  return badUserInput(detail, [{ pointer, detail }]);
}

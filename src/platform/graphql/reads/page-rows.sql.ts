import type { Database } from '../../database/database.ts';
import type { Refusal } from '../../errors/errors.ts';
import type { Columns } from './columns.ts';

/** Conditions of the rows of a page, joined by `and`. Their parameters begin at `$1`. */
export interface RowFilter {
  conditions: readonly string[];
  values: readonly unknown[];
  /** Way to find the rows of a large table. Default: PostgreSQL decides. */
  found?: FoundRows;
  /** For an order by a computed value. */
  ranked?: RankedRows;
  /** True if the best plan depends on the values of the conditions. */
  isPlannedEachTime?: boolean;
  /** Reads the data that the filter needs, and returns the filter to use instead. */
  settle?(database: Database): Promise<RowFilter>;
}

/**
 * Rows that are found by an index which has all columns of the conditions and of the order, so that only the rows of the page
 * are read from the table. The result doesn't depend on PostgreSQL's estimates, so a wrong estimate costs nothing.
 */
export interface FoundRows {
  /** The columns, under the table's name, without the column of the order. */
  columns: readonly string[];
  /** A condition by which an index gathers all possible rows. Without it, the index is walked in the order of the list. */
  gatheredBy?: string;
  /** Conditions on the column of an order (null: the id), which shorten the walk. They allow every row that the others allow. */
  bounds?: readonly { key: string | null; sql: string }[];
  /** Maximum number of rows to examine. */
  within?: number;
  /** Used when those rows don't fill the page and more exist: another way to find rows, or a refusal that says what to narrow. */
  otherwise?(): RowFilter | Refusal;
}

/** A limited number of first rows of a filter, with the column that orders them. */
export interface RankedRows {
  /** SELECT of these rows: `id` and the column of the order. */
  rows: string;
  /** Name of the column of the order. */
  column: string;
  /** SELECT that returns a row if more rows match. */
  beyond: string;
  /** Parameters of these SELECTs, after those of the filter. */
  values: readonly unknown[];
  /** Refusal for a page after the last ranked row. */
  otherwise(): Refusal;
}

/** Rows from a place in a list's order. */
export interface RowSpan {
  /** Conditions of the place, in addition to those of the filter. */
  conditions: readonly string[];
  /** ORDER BY. */
  order: string;
  /** Column that the order uses before the id. Null for none. */
  key: string | null;
  limit: string;
}

/** Column that is true in a row which represents all rows that weren't examined. */
const IS_CUT = 'is_cut';

/** The rows of a span, in parentheses. They have `is_cut` if the number of rows to examine is limited. */
export function rowsOf(row: string, { conditions, found, ranked }: RowFilter, span: RowSpan): string {
  const { order, limit } = span;
  if (ranked) {
    const { rows, column, beyond } = ranked;
    const first = `select ${row}.id, ${row}.${column} from (${rows}) ${row}${where(span.conditions)} ${order} limit ${limit}`;
    const all = `(${first}) union all (select null, null from (${beyond}) beyond) limit ${limit}`;
    return `(select ${row}.*, found.${column}, found.id is null as ${IS_CUT} from (${all}) found left join ${row} on ${row}.id = found.id)`;
  }
  if (!found) return `(select * from ${row}${where([...conditions, ...span.conditions])} ${order} limit ${limit})`;
  const ids = idsOf(row, { conditions, found }, span);
  return `(select ${row}.*, found.id is null as ${IS_CUT} from (${ids}) found left join ${row} on ${row}.id = found.id)`;
}

/** Counts the rows of a filter up to a limit. The second column is true if some rows weren't examined. */
export function countOf(row: string, { conditions, found }: RowFilter, limit: number): string {
  const rows = found
    ? idsOf(
        row,
        { conditions, found },
        { conditions: [], order: `order by ${row}.id desc`, key: null, limit: `${limit}` },
      )
    : `select ${row}.id from ${row}${where(conditions)} limit ${limit}`;
  return `select count(id), count(*) > count(id) from (${rows}) counted`;
}

/** The ids of a span. A null follows them if the limit ended the search before the last row. */
function idsOf(
  row: string,
  { conditions, found }: { conditions: readonly string[]; found: FoundRows },
  span: RowSpan,
): string {
  const { columns, gatheredBy, bounds = [], within } = found;
  const { order, key, limit } = span;
  const names = [...new Set([...columns, ...(key ? [key] : [])])].join(', ');
  // Gathered rows have no order. A walk begins where the span begins.
  const source = gatheredBy
    ? `${row} where ${gatheredBy}`
    : `${row}${where([...bounds.filter((bound) => bound.key === key).map(({ sql }) => sql), ...span.conditions])} ${order}`;
  const kept = gatheredBy ? [...conditions, ...span.conditions] : conditions;
  const bound = within === undefined ? 'offset 0' : `limit ${within}`;
  const ids = `select ${row}.id from (select ${names} from ${source} ${bound}) ${row}${where(kept)} ${order} limit ${limit}`;
  if (within === undefined) return ids;
  // In this order: if the first rows fill the limit, PostgreSQL doesn't look for the second.
  return `(${ids}) union all (select null from (select from ${source} offset ${within} limit 1) beyond) limit ${limit}`;
}

/** One row on the other side of a place, if it exists. */
export function rowBeyond(row: string, { conditions, ranked }: RowFilter, side: string, order: string): string {
  const from = ranked ? `(${ranked.rows}) ${row}${where([side])}` : `${row}${where([...conditions, side])}`;
  return `(select true from ${from} ${order} limit 1)`;
}

/** Conditions as a WHERE clause; nothing for none. */
export function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

/** Parts of the statement of a page. */
interface PageParts {
  row: string;
  columns: Columns;
  page: string;
  /** Finds a row on the other side of the cursor. The page is joined to it, so that an empty page reports it, too. */
  probe: string | null;
  isCut: boolean;
  order: string;
}

/** The statement of a page. The page takes the table's name, so that columns keep theirs. */
export function pageOf({ row, columns, page, probe, isCut, order }: PageParts): string {
  const cut = isCut ? `, ${row}.${IS_CUT}` : '';
  const [also, from] = probe
    ? [`${cut}, probe.found`, `(select ${probe} as found) probe left join lateral ${page} ${row} on true`]
    : [cut, `${page} ${row}`];
  return `select ${columns.sql}${also} from ${from}${columns.joins} ${order}`;
}

/** The columns of some rows, with what is joined to them. @param which WHERE and LIMIT clauses */
export function selectRows(row: string, columns: Columns, which: string): string {
  return `select ${columns.sql} from (select * from ${row}${which}) ${row}${columns.joins}`;
}

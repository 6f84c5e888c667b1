import type { Database } from '../../database/database.ts';
import type { Refusal } from '../../errors/errors.ts';
import type { Columns } from './columns.ts';

/** SQL conditions for the rows of a list, joined by `and`. Their parameters begin at `$1`. */
export interface RowFilter {
  conditions: readonly string[];
  values: readonly unknown[];
  /** Index by which the rows of a large table are found. Default: PostgreSQL decides. */
  found?: FoundRows;
  /** Rows for a sort order by a computed value. */
  ranked?: RankedRows;
  /** True if the best query plan depends on the values of the conditions. */
  isPlannedEachTime?: boolean;
  /** Reads data that the filter needs, and returns the filter to use instead of this one. */
  settle?(database: Database): Promise<RowFilter>;
}

/**
 * Finds rows by an index that has all columns of the conditions and of the sort order, so that only the rows of the page are read
 * from the table. The query doesn't depend on PostgreSQL's estimates, so a wrong estimate costs nothing.
 */
export interface FoundRows {
  /** SQL of the index's columns, with the table's name, without the column of the sort order. */
  columns: readonly string[];
  /**
   * SQL condition by which an index finds all possible rows at once. Without it, the index is scanned in the order of the list.
   */
  gatheredBy?: string;
  /**
   * Conditions on the column of a sort order (`key`; null for the id) that shorten the scan of the index. They exclude no row
   * that the other conditions allow.
   */
  bounds?: readonly { key: string | null; sql: string }[];
  /** Maximum number of rows to examine in the index. Default: no maximum. */
  within?: number;
  /**
   * Called when the examined rows don't fill the page and more exist. Returns another filter, or a refusal that says how to
   * narrow the request.
   */
  otherwise?(): RowFilter | Refusal;
}

/** The best rows of a filter by a computed value, limited in number. */
export interface RankedRows {
  /** SELECT of these rows: `id` and the column of the sort order. */
  rows: string;
  /** Name of the column of the sort order. */
  column: string;
  /** SELECT that returns a row if more rows match than are ranked. */
  beyond: string;
  /** Parameters of these SELECTs. They follow the parameters of the filter. */
  values: readonly unknown[];
  /** Returns the refusal for a page after the last ranked row. */
  otherwise(): Refusal;
}

/** The rows on one side of a position in a list's order. */
export interface RowSpan {
  /** SQL conditions of the position, in addition to those of the filter. */
  conditions: readonly string[];
  /** SQL of the ORDER BY clause. */
  order: string;
  /** Column that the order uses before the id. Null if the list is ordered by id. */
  key: string | null;
  limit: string;
}

/** Name of the column that is true in an extra row, which represents all rows that weren't examined. */
const IS_CUT = 'is_cut';

/** SQL of the rows of a span, in parentheses. They have a column `is_cut` if the filter has `found` or `ranked`. */
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

/** SQL that counts the rows of a filter up to a limit. The second column is true if some rows weren't examined. */
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

/** SQL of the ids of a span. A row with null follows them if the search ended at its limit before the last row. */
function idsOf(
  row: string,
  { conditions, found }: { conditions: readonly string[]; found: FoundRows },
  span: RowSpan,
): string {
  const { columns, gatheredBy, bounds = [], within } = found;
  const { order, key, limit } = span;
  const names = [...new Set([...columns, ...(key ? [key] : [])])].join(', ');
  // Rows found by `gatheredBy` have no order. Without it, the scan of the index begins where the span begins.
  const source = gatheredBy
    ? `${row} where ${gatheredBy}`
    : `${row}${where([...bounds.filter((bound) => bound.key === key).map(({ sql }) => sql), ...span.conditions])} ${order}`;
  const kept = gatheredBy ? [...conditions, ...span.conditions] : conditions;
  const bound = within === undefined ? 'offset 0' : `limit ${within}`;
  const ids = `select ${row}.id from (select ${names} from ${source} ${bound}) ${row}${where(kept)} ${order} limit ${limit}`;
  if (within === undefined) return ids;
  // The order matters: if the first SELECT fills the limit, PostgreSQL doesn't run the second.
  return `(${ids}) union all (select null from (select from ${source} offset ${within} limit 1) beyond) limit ${limit}`;
}

/** SQL of one row on the other side of a position, if it exists. */
export function rowBeyond(row: string, { conditions, ranked }: RowFilter, side: string, order: string): string {
  const from = ranked ? `(${ranked.rows}) ${row}${where([side])}` : `${row}${where([...conditions, side])}`;
  return `(select true from ${from} ${order} limit 1)`;
}

/** Joins conditions to a WHERE clause. Empty without conditions. */
export function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

/** SQL parts of the statement that reads a page. */
interface PageParts {
  row: string;
  columns: Columns;
  page: string;
  /** SQL that finds a row on the other side of the cursor. Its result is joined to the page, so that an empty page has it too. */
  probe: string | null;
  isCut: boolean;
  order: string;
}

/** SQL of the statement that reads a page. The subquery with the rows has the table's name, so that SQL of columns can use it. */
export function pageOf({ row, columns, page, probe, isCut, order }: PageParts): string {
  const cut = isCut ? `, ${row}.${IS_CUT}` : '';
  const [also, from] = probe
    ? [`${cut}, probe.found`, `(select ${probe} as found) probe left join lateral ${page} ${row} on true`]
    : [cut, `${page} ${row}`];
  return `select ${columns.sql}${also} from ${from}${columns.joins} ${order}`;
}

/** SQL that selects columns of rows, with the rows joined to them. @param which WHERE and LIMIT clauses */
export function selectRows(row: string, columns: Columns, which: string): string {
  return `select ${columns.sql} from (select * from ${row}${which}) ${row}${columns.joins}`;
}

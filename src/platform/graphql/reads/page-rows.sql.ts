import type { Database } from '../../database/database.ts';
import type { Refusal } from '../../errors/errors.ts';
import type { Columns } from './columns.ts';

/** Which rows a page shows: conditions joined by `and`, whose parameters begin at `$1`. */
export interface RowFilter {
  conditions: readonly string[];
  values: readonly unknown[];
  /** How the rows of a table that grows large are found; without it as PostgreSQL sees fit. */
  found?: FoundRows;
  /** For an order by something that is worked out for each row. */
  ranked?: RankedRows;
  /** For conditions of which it depends on their values how rows are found best. */
  isPlannedEachTime?: boolean;
  /** For a filter that something has to be looked up for: takes its place. */
  settle?(database: Database): Promise<RowFilter>;
}

/**
 * Rows that are found by an index which holds all that the conditions and the order are over: only those of the page are then
 * read from the table. What PostgreSQL guesses of how rare something is decides nothing, so a guess that is wrong costs nothing.
 */
export interface FoundRows {
  /** The columns, under the table's name, besides the one of the order. */
  columns: readonly string[];
  /** A condition by which an index gathers all the rows there may be. Without it they are walked along in the order of the list. */
  gatheredBy?: string;
  /** Conditions over what an order is by (null: the id), by which walking in it begins or ends sooner. They are no stricter than the others. */
  bounds?: readonly { key: string | null; sql: string }[];
  /** So many are looked at and no more. */
  within?: number;
  /** What is to be done when those do not fill the page and there are more: find them otherwise, or say what to narrow. */
  otherwise?(): RowFilter | Refusal;
}

/** The first rows of a filter, so many and no more, with a column of what they are ordered by. */
export interface RankedRows {
  /** A SELECT of them: `id` and that column. */
  rows: string;
  /** The name of the column. */
  column: string;
  /** A SELECT that gives a row where there are more of them. */
  beyond: string;
  /** Their parameters, after those of the filter. */
  values: readonly unknown[];
  /** What is said to who comes to the end of them. */
  otherwise(): Refusal;
}

/** Rows in a place of a list's order. */
export interface RowSpan {
  /** Besides those of the filter: from where on. */
  conditions: readonly string[];
  /** ORDER BY. */
  order: string;
  /** What the order is by besides the id; null for nothing. */
  key: string | null;
  limit: string;
}

/** Set in a row that stands for all that were not looked at any more. */
const IS_CUT = 'is_cut';

/** The rows of a span, in parentheses: of the table, and with `is_cut` where not all may be looked at. */
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

/** How many rows a filter gives, counted up to a limit, and whether there are some that were not looked at. */
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

/** The ids of a span, and a null after them where the look ended before the rows did. */
function idsOf(
  row: string,
  { conditions, found }: { conditions: readonly string[]; found: FoundRows },
  span: RowSpan,
): string {
  const { columns, gatheredBy, bounds = [], within } = found;
  const { order, key, limit } = span;
  const names = [...new Set([...columns, ...(key ? [key] : [])])].join(', ');
  // What is gathered comes in no order; what is walked along begins where the span does.
  const looked = gatheredBy
    ? `${row} where ${gatheredBy}`
    : `${row}${where([...bounds.filter((bound) => bound.key === key).map(({ sql }) => sql), ...span.conditions])} ${order}`;
  const kept = gatheredBy ? [...conditions, ...span.conditions] : conditions;
  const bound = within === undefined ? 'offset 0' : `limit ${within}`;
  const ids = `select ${row}.id from (select ${names} from ${looked} ${bound}) ${row}${where(kept)} ${order} limit ${limit}`;
  if (within === undefined) return ids;
  // One after the other: where the first fill the limit nobody looks for the second.
  return `(${ids}) union all (select null from (select from ${looked} offset ${within} limit 1) beyond) limit ${limit}`;
}

/** One row on the other side of a place, where there is one. */
export function rowBeyond(row: string, { conditions, ranked }: RowFilter, side: string, order: string): string {
  const from = ranked ? `(${ranked.rows}) ${row}${where([side])}` : `${row}${where([...conditions, side])}`;
  return `(select true from ${from} ${order} limit 1)`;
}

/** Conditions as a WHERE clause; nothing for none. */
export function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

/** What the statement of a page is made of. */
interface PageParts {
  row: string;
  columns: Columns;
  page: string;
  /** Finds a row on the other side of the cursor. The page is joined to it, so that it is told with an empty one, too. */
  probe: string | null;
  isCut: boolean;
  order: string;
}

/** The columns of a row have the table's name before them, which the page takes over. What is joined, is joined to the page. */
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

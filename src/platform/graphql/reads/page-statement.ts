import type { Database, PreparedStatement, TextRows } from '../../database/database.ts';
import { prepared } from '../../database/prepared-statements.ts';
import { Refusal } from '../../errors/errors.ts';
import type { PagePosition, RowOrder } from './page-order.ts';
import type { PageReading } from './page-plan.ts';
import { pageOf, type RowFilter, rowBeyond, rowsOf } from './page-rows.sql.ts';
import type { PageWindow } from './page-window.ts';

/** The rows of a list that a statement must find. */
interface RequestedRows extends PageWindow {
  place: PagePosition | null;
  /** True to look for a row on the other side of the position. */
  isProbed: boolean;
  isMoreAsked: boolean;
}

/** Everything that is needed to read one page of a list. */
interface PageRead {
  /** Name of the table. */
  row: string;
  requested: RequestedRows;
  filter: RowFilter;
  order: RowOrder;
  reading: PageReading;
}

/** Reads the rows of a page. @throws Refusal if the limit of examined rows is too low to determine the page */
export async function readPageRows(database: Database, page: PageRead): Promise<TextRows> {
  const { statement, values } = statementOf(page);
  const read = await database.readRows(statement, values);
  const { found, ranked } = page.filter;
  const otherwise = found?.otherwise ?? ranked?.otherwise;
  if (!otherwise) return read;
  const cut = read.types.length - (page.requested.isProbed ? 2 : 1);
  if (!read.rows.some((row) => row[cut] === 't')) return read;
  // The ranked rows fill this page, so it is complete. The page after them gets the refusal.
  const whole = ranked ? read.rows.filter((row) => row[cut] !== 't') : [];
  if (whole.length > 0 && whole.length >= page.requested.size) return { ...read, rows: [...whole, read.rows[0]!] };
  const other = otherwise();
  if (other instanceof Refusal) throw other;
  return readPageRows(database, { ...page, filter: other });
}

function statementOf({ row, requested, filter, order, reading: { columns, statements } }: PageRead): {
  statement: PreparedStatement;
  values: readonly unknown[];
} {
  const { size, isBackward, place, isProbed, isMoreAsked } = requested;
  const values = [...filter.values, ...(filter.ranked?.values ?? [])];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const [ahead, behind] = isBackward ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const conditions = place ? [order.side(ahead, place, parameter)] : [];
  const limit = size + (isMoreAsked ? 1 : 0);
  // With the limit as SQL text, PostgreSQL plans a statement once. With the limit as a parameter, it plans at every run, which
  // costs half as much as running it. The limit is SQL text only for round page sizes, so that callers can't fill the statement
  // cache.
  const limitSql = size % 10 === 0 ? `${limit}` : `${parameter(limit)}::int`;
  const span = { conditions, order: order.by(isBackward), key: order.key, limit: limitSql };
  const page = rowsOf(row, filter, span);
  const probe =
    isProbed && place
      ? rowBeyond(row, filter, order.side(behind, place, parameter, true), order.by(!isBackward))
      : null;
  const isCut = Boolean(filter.found || filter.ranked);
  const text = () => pageOf({ row, columns, page, probe, isCut, order: order.by(isBackward) });
  if (filter.isPlannedEachTime) return { statement: { name: undefined, text: text() }, values };
  const shape = probe ? `${page}\n${probe}` : page;
  let statement = statements.get(shape);
  if (!statement) {
    statement = prepared(text());
    statements.set(shape, statement);
  }
  return { statement, values };
}

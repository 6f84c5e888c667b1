import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Search } from './address.ts';
import { texts } from './texts.ts';

export interface Column<Row> {
  title: string;
  cell(row: Row): ReactNode;
  /** True to align the column right. */
  isNumber?: boolean;
  /** True to hide the column on narrow screens. */
  isMinor?: boolean;
}

/** Fields of the GraphQL type `PageInfo`. */
export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor?: string | null;
  endCursor?: string | null;
}

/**
 * Table with one page of a list. The first column links to the row's screen if `linkTo` is set; arrow keys or j and k move
 * between links. On narrow screens each row is displayed as a block.
 */
export function DataTable<Row extends { id: string }>({
  caption,
  rows,
  columns,
  linkTo,
  openId,
  pageInfo,
}: {
  /** Name of the list for screen readers. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Path of a row's screen. The link keeps the list's filters. */
  linkTo?(row: Row): string;
  /** Id of the row whose details are open. */
  openId?: string;
  pageInfo?: PageInfo;
}) {
  return (
    <>
      <table className="data" onKeyDown={moveByKeys}>
        <caption className="only-heard">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isMinor }) => (
              <th key={title} scope="col" data-number={isNumber || undefined} data-minor={isMinor || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-open={row.id === openId || undefined}>
              {columns.map(({ title, cell, isNumber, isMinor }, index) => (
                <td
                  key={title}
                  data-title={title}
                  data-number={isNumber || undefined}
                  data-minor={isMinor || undefined}
                >
                  {index === 0 && linkTo ? (
                    <Link
                      to={linkTo(row)}
                      search={true}
                      resetScroll={false}
                      className="row-link"
                      aria-current={row.id === openId || undefined}
                    >
                      {cell(row)}
                    </Link>
                  ) : (
                    <div>{cell(row)}</div>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {pageInfo && <Pager pageInfo={pageInfo} />}
    </>
  );
}

/** Links to the previous and next page. Displays nothing if all rows are on one page. */
export function Pager({ pageInfo }: { pageInfo: PageInfo }) {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  if (!hasNextPage && !hasPreviousPage) return null;
  const before = hasPreviousPage ? (startCursor ?? undefined) : undefined;
  const after = hasNextPage ? (endCursor ?? undefined) : undefined;
  return (
    <nav className="pager" aria-label={texts.table.pages}>
      <Turn to={before && { before, after: undefined }}>
        <ChevronLeft size={16} aria-hidden /> {texts.table.previous}
      </Turn>
      <Turn to={after && { after, before: undefined }}>
        {texts.table.next} <ChevronRight size={16} aria-hidden />
      </Turn>
    </nav>
  );
}

function Turn({ to, children }: { to: Search | undefined | ''; children: ReactNode }) {
  if (!to) return <span className="turn" aria-hidden />;
  return (
    <Link className="turn" to="." search={(search: Search) => ({ ...search, ...to })}>
      {children}
    </Link>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

function moveByKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key];
  const target = event.target as HTMLElement;
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey || !target.matches('.row-link')) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')];
  const to = links[links.indexOf(target) + step];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, DataTable, type PageInfo } from './data-table.tsx';
import { Filters } from './filters.tsx';
import { Empty, QueryView } from './states.tsx';
import { texts } from './texts.ts';
import type { QueryState } from './use-query-of.ts';

interface Connection<Row> {
  nodes: readonly Row[];
  /** Page information of the connection. Left out if all rows are on one page. */
  pageInfo?: PageInfo;
}

export interface ListProps<Data, Row extends { id: string }> {
  /** Result of `useQueryOf`. */
  query: QueryState<Data>;
  /**
   * Expected number of rows. The placeholder is about as high as this many rows, so that the screen doesn't move when they
   * arrive.
   */
  rows: number;
  connectionOf(data: Data): Connection<Row>;
  /** Result of `useFilters` for the list. Left out for a list without filters. */
  filterState?: { isFiltered: boolean; clear(): void };
  /** Inputs of the filters. */
  filters?: ReactNode;
  /** True for narrower inputs, for a list with many filters. */
  hasNarrowFilters?: boolean;
  /** Sentence that is displayed if the list is empty. */
  emptyText: string;
  /** Sentence that is displayed if no row matches the filters. */
  noMatchText?: string;
  /** Button below `emptyText`. */
  emptyAction?: ReactNode;
  /** Content between the filters and the table, such as a notice. Also displayed if the list is empty. */
  beforeTable?: ReactNode;
  table: ListTable<Row> | ((rows: readonly Row[], pageInfo: PageInfo | undefined) => ReactNode);
}

interface ListTable<Row> {
  /** Name of the list for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Path of a row's screen. */
  linkTo?(row: Row): string;
  /** Returns true for the row whose details are open. */
  isOpen?(row: Row): boolean;
}

/** Displays the filters of a list, and below them one page of its table or a sentence that says why it is empty. */
export function List<Data, Row extends { id: string }>({
  query,
  rows,
  connectionOf,
  filterState = { isFiltered: false, clear: () => {} },
  filters,
  hasNarrowFilters,
  emptyText,
  noMatchText = emptyText,
  emptyAction,
  beforeTable,
  table,
}: ListProps<Data, Row>) {
  const { isFiltered, clear } = filterState;
  const showAll = (
    <Button variant="default" onClick={clear}>
      {texts.filters.showAll}
    </Button>
  );
  return (
    <>
      {filters && (
        <Filters isFiltered={isFiltered} onClear={clear} isNarrow={hasNarrowFilters}>
          {filters}
        </Filters>
      )}
      {beforeTable}
      <QueryView query={query} rows={rows}>
        {(data) => {
          const { nodes, pageInfo } = connectionOf(data);
          if (nodes.length === 0)
            return <Empty action={isFiltered ? showAll : emptyAction}>{isFiltered ? noMatchText : emptyText}</Empty>;
          if (typeof table === 'function') return table(nodes, pageInfo);
          const { isOpen, ...rest } = table;
          return <DataTable rows={nodes} pageInfo={pageInfo} openId={isOpen && nodes.find(isOpen)?.id} {...rest} />;
        }}
      </QueryView>
    </>
  );
}

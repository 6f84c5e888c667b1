import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { client, onDataChange } from './client.ts';
import type { PageInfo } from './data-table.tsx';
import { type Failure, failureOf } from './failure.ts';
import { onSessionRestored } from './session.ts';

/** One page of a list. The first page has the total number of items if it was requested. */
export interface EndlessPage<Node> {
  nodes: readonly Node[];
  pageInfo: Pick<PageInfo, 'hasNextPage' | 'endCursor'>;
  totalCount?: number;
  totalIsExact?: boolean;
}

export interface EndlessState<Node> {
  nodes: readonly Node[];
  total: { count: number; isExact: boolean } | null;
  /** True until the first load of the list has succeeded or failed. */
  isLoading: boolean;
  isUnderWay: boolean;
  hasMore: boolean;
  failure: Failure | null;
}

export interface Endless<Node> extends EndlessState<Node> {
  /** Loads the next page, unless a page is loading, the last request failed, or the list has no more pages. */
  more(): void;
  again(): void;
  /** Loads pages until the list has at least this many items or ends, e.g. to restore it after a reload. */
  reach(count: number): void;
}

/** Number of items per page when the user scrolls. */
const PAGE = 60;
/** Maximum number of items per page that the service returns. */
const MAX_PAGE = 100;
/** Maximum number of lists kept in memory, so that going back shows them immediately. */
const MAX_LISTS = 8;

/** Query variables for one page. `isFirst` also requests the total number of items. */
export type PageVariables = { first?: number | null; after?: string | null; isFirst: boolean };

/**
 * Cached lists, at most `MAX_LISTS`. They stay in memory after their screen closes, so that a returning user finds the same
 * part of the list.
 */
const lists = new Map<string, EndlessList<unknown>>();

/**
 * List that loads further pages by cursor as the user scrolls. All loaded pages are fetched again when the list is mounted, and
 * after every successful mutation, other announced changes of data, sign-ins and confirmations.
 * @param variables filters and order; other values make another list
 */
export function useEndless<Data, Node, Variables extends PageVariables>(
  document: DocumentTypeDecoration<Data, Variables>,
  variables: Omit<Variables, keyof PageVariables>,
  pageOf: (data: Data) => EndlessPage<Node>,
): Endless<Node> {
  const given = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a page is read belongs to its document
  const list = useMemo(() => {
    const key = `${document}${given}`;
    const known = lists.get(key) as EndlessList<Node> | undefined;
    const found =
      known ??
      new EndlessList<Node>(async (page) => {
        const pageVariables = { ...JSON.parse(given), ...page };
        const { data, error } = await client
          .query<Data>(document.toString(), pageVariables, { requestPolicy: 'network-only' })
          .toPromise();
        return data ? pageOf(data) : failureOf(error ?? { graphQLErrors: [] });
      });
    lists.delete(key);
    lists.set(key, found as EndlessList<unknown>);
    if (lists.size > MAX_LISTS) lists.delete(lists.keys().next().value!);
    return found;
  }, [document, given]);
  useEffect(() => {
    list.again();
    const ends = [onDataChange(list.again), onSessionRestored(list.again)];
    return () => {
      for (const end of ends) end();
    };
  }, [list]);
  const state = useSyncExternalStore(list.listen, list.snapshot);
  return { ...state, more: list.more, again: list.again, reach: list.reach };
}

class EndlessList<Node> {
  readonly #ask: (page: PageVariables) => Promise<EndlessPage<Node> | Failure>;
  readonly #listeners = new Set<() => void>();
  #state: EndlessState<Node> = {
    nodes: [],
    total: null,
    isLoading: true,
    isUnderWay: false,
    hasMore: false,
    failure: null,
  };
  #cursor: string | null = null;
  /** True if another load was requested while the list was loading, so that it must be loaded again. */
  #isOutdated = false;
  #wanted = PAGE;

  constructor(ask: (page: PageVariables) => Promise<EndlessPage<Node> | Failure>) {
    this.#ask = ask;
  }

  readonly listen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = () => this.#state;

  readonly reach = (count: number): void => {
    this.#wanted = Math.max(this.#wanted, count);
    if (this.#state.nodes.length < count) this.again();
  };

  readonly again = (): void => {
    if (this.#state.isUnderWay) this.#isOutdated = true;
    else void this.#readAgain();
  };

  readonly more = (): void => {
    const { isUnderWay, hasMore, failure } = this.#state;
    if (!isUnderWay && hasMore && !failure) void this.#readOn();
  };

  async #readOn(): Promise<void> {
    this.#update({ isUnderWay: true });
    const page = await this.#ask({ first: PAGE, after: this.#cursor, isFirst: false });
    if (isFailure(page)) this.#update({ isUnderWay: false, failure: page });
    else {
      this.#update({
        isUnderWay: false,
        nodes: [...this.#state.nodes, ...page.nodes],
        hasMore: page.pageInfo.hasNextPage,
      });
      this.#cursor = page.pageInfo.endCursor ?? null;
      this.#wanted = this.#state.nodes.length;
    }
    this.#continue();
  }

  /** Fetches all loaded pages again and shows them once all have arrived. */
  async #readAgain(): Promise<void> {
    this.#isOutdated = false;
    this.#update({ isUnderWay: true });
    const nodes: Node[] = [];
    let total = this.#state.total;
    let cursor: string | null = null;
    for (;;) {
      const isFirst = nodes.length === 0;
      const first = Math.min(MAX_PAGE, Math.max(this.#wanted - nodes.length, PAGE));
      const page: EndlessPage<Node> | Failure = await this.#ask({ first, after: cursor, isFirst });
      if (isFailure(page)) {
        this.#update({ isUnderWay: false, isLoading: false, failure: page });
        break;
      }
      nodes.push(...page.nodes);
      cursor = page.pageInfo.endCursor ?? null;
      if (isFirst && page.totalCount !== undefined)
        total = { count: page.totalCount, isExact: page.totalIsExact ?? false };
      const hasMore = page.pageInfo.hasNextPage;
      if (nodes.length < this.#wanted && hasMore) continue;
      this.#cursor = cursor;
      this.#update({ isUnderWay: false, isLoading: false, failure: null, nodes, total, hasMore });
      break;
    }
    this.#continue();
  }

  #continue(): void {
    if (this.#isOutdated) void this.#readAgain();
  }

  #update(changes: Partial<EndlessState<Node>>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

function isFailure<Node>(page: EndlessPage<Node> | Failure): page is Failure {
  return 'kind' in page;
}

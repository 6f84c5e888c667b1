import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { client, onChange } from './client.ts';
import type { PageInfo } from './data-table.tsx';
import { type Failure, failureOf } from './failure.ts';
import { onShownAgain } from './session.ts';

/** A page as a list gives it. How many there are in all stands on the first one, if it was asked for. */
export interface EndlessPage<Node> {
  nodes: readonly Node[];
  pageInfo: Pick<PageInfo, 'hasNextPage' | 'endCursor'>;
  totalCount?: number;
  totalIsExact?: boolean;
}

export interface EndlessState<Node> {
  nodes: readonly Node[];
  total: { count: number; isExact: boolean } | null;
  /** Nothing has come yet. */
  isLoading: boolean;
  isUnderWay: boolean;
  hasMore: boolean;
  failure: Failure | null;
}

export interface Endless<Node> extends EndlessState<Node> {
  /** The next page, unless one is on its way. */
  more(): void;
  again(): void;
  /** As many as were there once, e.g. before the page was loaded again. */
  reach(count: number): void;
}

/** Of a first look, and at the most, since no list gives more at once. */
const PAGE = 60;
const MAX_PAGE = 100;
/** Lists that are kept, so that going back shows at once what was there. */
const KEPT = 8;

/** `isFirst`: whether to ask for the total, too. */
export type PageVariables = { first?: number | null; after?: string | null; isFirst: boolean };

/** Kept outside the screen: whoever comes back finds as much of the list as there was. */
const lists = new Map<string, EndlessList<unknown>>();

/**
 * A list that is read on and on, by cursors. It is asked again, as far as it was read, after every mutation and sign-in.
 * @param variables of the filters and the order; others are another list
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
        const asked = { ...JSON.parse(given), ...page };
        const { data, error } = await client
          .query<Data>(document.toString(), asked, { requestPolicy: 'network-only' })
          .toPromise();
        return data ? pageOf(data) : failureOf(error ?? { graphQLErrors: [] });
      });
    lists.delete(key);
    lists.set(key, found as EndlessList<unknown>);
    if (lists.size > KEPT) lists.delete(lists.keys().next().value!);
    return found;
  }, [document, given]);
  useEffect(() => {
    list.again();
    const ends = [onChange(list.again), onShownAgain(list.again)];
    return () => {
      for (const end of ends) end();
    };
  }, [list]);
  const state = useSyncExternalStore(list.listen, list.look);
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
  /** Something was changed while it was being read. */
  #isOutdated = false;
  #wanted = PAGE;

  constructor(ask: (page: PageVariables) => Promise<EndlessPage<Node> | Failure>) {
    this.#ask = ask;
  }

  readonly listen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly look = () => this.#state;

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
    this.#tell({ isUnderWay: true });
    const page = await this.#ask({ first: PAGE, after: this.#cursor, isFirst: false });
    if (isFailure(page)) this.#tell({ isUnderWay: false, failure: page });
    else {
      // Something that came in meanwhile may have moved one onto this page that stood on the last one.
      this.#tell({
        isUnderWay: false,
        nodes: [...this.#state.nodes, ...page.nodes],
        hasMore: page.pageInfo.hasNextPage,
      });
      this.#cursor = page.pageInfo.endCursor ?? null;
      this.#wanted = this.#state.nodes.length;
    }
    this.#goOn();
  }

  /** All that was read, anew, and shown once it is complete. */
  async #readAgain(): Promise<void> {
    this.#isOutdated = false;
    this.#tell({ isUnderWay: true });
    const nodes: Node[] = [];
    let total = this.#state.total;
    let cursor: string | null = null;
    for (;;) {
      const isFirst = nodes.length === 0;
      const first = Math.min(MAX_PAGE, Math.max(this.#wanted - nodes.length, PAGE));
      const page: EndlessPage<Node> | Failure = await this.#ask({ first, after: cursor, isFirst });
      if (isFailure(page)) {
        this.#tell({ isUnderWay: false, isLoading: false, failure: page });
        break;
      }
      nodes.push(...page.nodes);
      cursor = page.pageInfo.endCursor ?? null;
      if (isFirst && page.totalCount !== undefined)
        total = { count: page.totalCount, isExact: page.totalIsExact ?? false };
      const hasMore = page.pageInfo.hasNextPage;
      if (nodes.length < this.#wanted && hasMore) continue;
      this.#cursor = cursor;
      this.#tell({ isUnderWay: false, isLoading: false, failure: null, nodes, total, hasMore });
      break;
    }
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isOutdated) void this.#readAgain();
  }

  #tell(changes: Partial<EndlessState<Node>>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

function isFailure<Node>(page: EndlessPage<Node> | Failure): page is Failure {
  return 'kind' in page;
}

import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import type { IdKind } from '../../ids.ts';
import { type CreatedFilter, within } from '../schema/created-filter.ts';
import type { CompilableField, ReadValue } from './compilable-field.ts';
import { PageCounts, type RowCount } from './page-count.ts';
import { Cursors } from './page-cursor.ts';
import { OrderDirection, type PageOrder, type PageOrders, RowOrder } from './page-order.ts';
import { ID, type PagePlan, PagePlanner } from './page-plan.ts';
import type { RowFilter } from './page-rows.sql.ts';
import { readPageRows } from './page-statement.ts';
import { pageValue } from './page-value.ts';
import { type PageRequest, pageWindow } from './page-window.ts';
import type { Projection, SelectedField, Selection } from './projection.ts';
import { exactSelection, neededSelection, nodesAt } from './selection.ts';

export type { RowFilter } from './page-rows.sql.ts';

export interface Page<View> {
  nodes: View[];
  edges: { cursor: string; node: View }[];
  pageInfo: {
    hasNextPage?: boolean;
    hasPreviousPage?: boolean;
    startCursor?: string | null;
    endCursor?: string | null;
  };
  totalCount?: number;
  totalIsExact?: boolean;
}

/** Arguments of a list: the requested page, the sort order and the filter. */
export interface OrderedPageRequest extends PageRequest {
  orderBy?: PageOrder | null;
  filter?: object | null;
}

type OrderNameOf<Args extends OrderedPageRequest> = NonNullable<Args['orderBy']>['field'];

interface PageOptions<Args extends OrderedPageRequest> {
  /** GraphQL type of the connection, e.g. `AssetConnection`. */
  typeName: string;
  /** Projection of the rows. */
  node: Projection;
  /** Kind of the rows' ids. */
  ids: IdKind;
  /** Possible sort orders of the list, by name. */
  orders: PageOrders<OrderNameOf<Args>>;
  /** Default sort order. Without it: the first order, descending. */
  defaultOrder?: PageOrder<OrderNameOf<Args>>;
  /** True if the list may be a few seconds old, so that a read replica can answer. Default: false. */
  mayLag?: boolean;
  /** SQL of the column that the filters `createdAfter` and `createdBefore` compare, if the list has them. */
  createdAt?: string;
  /**
   * Checks the arguments of the list and returns the SQL conditions for the rows that this viewer may see. @throws Refusal for
   * invalid arguments
   */
  filter(args: Args, context: Context): RowFilter;
}

/** Count of a page whose count isn't requested. */
const NOT_COUNTED: RowCount = { count: 0, isExact: false };

/**
 * Reads a connection with one statement by keyset, so that deep pages cost as much as the first one, in both directions of every
 * order. Reads one more row only if the selection needs to know whether more exist. Looks for rows on the other side of the
 * cursor, and counts rows, only if requested.
 */
export class PageProjection<Args extends OrderedPageRequest, View extends { id: string }> {
  readonly #options: PageOptions<Args>;
  readonly #orders: PageOrders;
  readonly #defaultOrder: PageOrder;
  readonly #cursors: Cursors;
  readonly #planner: PagePlanner;
  readonly #counts: PageCounts;

  constructor(options: PageOptions<Args>) {
    this.#options = options;
    const { node, ids, orders } = options;
    this.#counts = new PageCounts(node.row);
    this.#orders = orders;
    this.#defaultOrder = options.defaultOrder ?? { field: Object.keys(orders)[0]!, direction: OrderDirection.DESC };
    this.#cursors = new Cursors(ids, orders);
    this.#planner = new PagePlanner(options);
  }

  /** Reads the page as objects, for execution by resolvers. */
  async read(context: Context, args: Args, info: GraphQLResolveInfo): Promise<Page<View>> {
    const requested = (...path: string[]) => nodesAt(info, info.fieldNodes, path);
    const plain = (name: string) => ({ key: name, name });
    const needed = neededSelection(info, this.#options.node, [...requested('nodes'), ...requested('edges', 'node')]);
    const ends = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'];
    const selection: SelectedField[] = [
      { ...plain('nodes'), selection: needed },
      { ...plain('edges'), selection: requested('edges', 'cursor').length > 0 ? [plain('cursor')] : [] },
      { ...plain('pageInfo'), selection: ends.filter((name) => requested('pageInfo', name).length > 0).map(plain) },
      ...['totalCount', 'totalIsExact'].filter((name) => requested(name).length > 0).map(plain),
    ];
    const read = this.#prepare(args, context, this.#planner.plan(selection));
    const page = (await read()).object() as Page<View>;
    page.edges = page.nodes.map((node, place) => ({ ...page.edges[place]!, node }));
    return page;
  }

  /** Field that reads the page in the shape of the response, for compiled execution. */
  get compilable(): CompilableField<Args> {
    return this.compilableWith((args: Args) => args);
  }

  /** Makes a compilable field with other arguments. @param argsOf converts and checks them */
  compilableWith<Given>(argsOf: (given: Given) => Args): CompilableField<Given> {
    return {
      compile: (requested) => {
        const exact = exactSelection(requested, this.#planner.connectionIn(this.#defaultOrder.field));
        if (!exact) return null;
        const plans = new Map<Selection, PagePlan>();
        return {
          guards: exact.guards,
          prepare: (given, context, variables) => {
            const selection = exact.chosenBy(variables);
            let plan = plans.get(selection);
            if (!plan) {
              plan = this.#planner.plan(selection);
              plans.set(selection, plan);
            }
            return this.#prepare(argsOf(given), context, plan);
          },
        };
      },
    };
  }

  #filter(args: Args, context: Context): RowFilter {
    const filter = this.#options.filter(args, context);
    const { createdAt } = this.#options;
    if (!createdAt || !args.filter) return filter;
    const values = [...filter.values];
    const { createdAfter, createdBefore } = args.filter as CreatedFilter;
    const span = within(createdAt, createdAfter, createdBefore, values);
    return span.length > 0 ? { ...filter, conditions: [...filter.conditions, ...span], values } : filter;
  }

  #prepare(args: Args, context: Context, plan: PagePlan): () => Promise<ReadValue> {
    const window = pageWindow(args);
    const filter = this.#filter(args, context);
    const { field, direction } = args.orderBy ?? this.#defaultOrder;
    const { isBackward } = window;
    const place =
      window.cursor === null ? null : this.#cursors.place(window.cursor, field, isBackward ? 'before' : 'after');
    const isProbed = place !== null && (isBackward ? plan.asksNext : plan.asksPrevious);
    const isMoreAsked = isBackward ? plan.asksPrevious : plan.asksNext;
    const reading = this.#planner.readingIn(field, plan);
    const order = new RowOrder(this.#options.node.row, this.#orders[field]!, direction);
    const requested = { ...window, place, isProbed, isMoreAsked };
    const read = async (database: Database) => {
      const settled = filter.settle ? await filter.settle(database) : filter;
      const [{ rows, types }, total] = await Promise.all([
        readPageRows(database, { row: this.#options.node.row, requested, filter: settled, order, reading }),
        plan.asksTotal ? this.#counts.count(database, settled) : NOT_COUNTED,
      ]);
      // The result of the probe is in an extra last column, and in one extra row if the page is empty.
      const hasOtherSide = isProbed && rows[0]!.at(-1) !== null;
      const found = isProbed && rows[0]![ID] === null ? [] : rows;
      const shown = found.length > window.size ? found.slice(0, window.size) : found;
      return pageValue(reading.parts, {
        types,
        isBackward,
        hasOtherSide,
        total,
        rows: isBackward ? shown.toReversed() : shown,
        hasMore: found.length > shown.length,
      });
    };
    return () => (this.#options.mayLag ? context.readLagging(read) : read(context.database));
  }
}

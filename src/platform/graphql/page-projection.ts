import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import type { Database, PreparedStatement, TextRow, TextRows } from '../database/database.ts';
import { prepared, StatementShapes } from '../database/prepared.ts';
import { Refusal } from '../errors.ts';
import type { IdKind } from '../ids.ts';
import { Columns } from './columns.ts';
import type { CompilableField, ReadValue } from './compilable-field.ts';
import { type CreatedFilter, within } from './created-filter.ts';
import { PageCounts, type Total } from './page-count.ts';
import { Cursors, cursorSql } from './page-cursor.ts';
import { OrderDirection, type PageOrder, type PageOrders, type Place, RowOrder } from './page-order.ts';
import { IS_CUT, type RowFilter, rowBeyond, rowsOf } from './page-rows.ts';
import { type PageRequest, type PageWindow, pageWindow } from './page-window.ts';
import { Projection, type SelectedField, type Selection } from './projection.ts';
import { rowReader, rowTemplate, rowWriter } from './row-template.ts';
import { exactSelection, neededSelection, nodesAt } from './selection.ts';

export type { RowFilter } from './page-rows.ts';

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

/** The arguments of a list: which part of it, in which order. */
export interface OrderedPageRequest extends PageRequest {
  orderBy?: PageOrder | null;
  filter?: object | null;
}

type OrderNameOf<Args extends OrderedPageRequest> = NonNullable<Args['orderBy']>['field'];

interface PageOptions<Args extends OrderedPageRequest> {
  /** The connection's GraphQL type, e.g. `AssetConnection`. */
  typeName: string;
  /** Of its rows, which are those of the table it names. */
  node: Projection;
  /** Of the rows' ids. */
  ids: IdKind;
  /** What it can be ordered by. */
  orders: PageOrders<OrderNameOf<Args>>;
  /** How it is ordered when nobody says. Without it: by the first of the orders, descending. */
  defaultOrder?: PageOrder<OrderNameOf<Args>>;
  /** The column by which `createdAfter` and `createdBefore` choose; for a list whose filter has them. */
  createdAt?: string;
  /** Checks the arguments and says which rows this viewer sees. @throws Refusal for arguments that cannot be. */
  filter(args: Args, context: Context): RowFilter;
}

/** What was read of a page. */
interface ReadPage {
  /** What is shown, in the order of the list. */
  rows: readonly TextRow[];
  types: readonly number[];
  /** Whether there is more beyond the end that was read towards; false when nobody asked. */
  hasMore: boolean;
  /** Whether there is something on the other side of the cursor; false when nobody asked. */
  hasOtherSide: boolean;
  isBackward: boolean;
  total: Total;
}

/** One field of a page, in either form. */
interface PagePart {
  key: string;
  json(page: ReadPage): string;
  object(page: ReadPage): unknown;
}

/** One selection of a page, ready to be read. */
interface PagePlan {
  selection: Selection;
  asksNext: boolean;
  asksPrevious: boolean;
  asksTotal: boolean;
  /** By the order, since cursors are a part of the answer. */
  readings: Map<string, PageReading>;
}

/** The columns that a selection needs in one order, and how its rows become the answer. */
interface PageReading {
  columns: Columns;
  parts: readonly PagePart[];
  /** Statements by what makes their text differ. */
  statements: StatementShapes;
}

/** Of a page of which nobody asked how many there are. */
const NOT_COUNTED: Total = { count: 0, isExact: false };

/** `id` is always read, first: the cursor is made of it. */
const ID = 0;

/**
 * A connection read by one statement: keyset, so that a deep page costs what the first one costs, in either direction of
 * every order. One row more than shown is looked for only when somebody asks whether there are more, one on the other side
 * of the cursor only when somebody asks for that, and all of them are counted only when somebody asks how many there are.
 */
export class PageProjection<Args extends OrderedPageRequest, View extends { id: string }> {
  readonly #options: PageOptions<Args>;
  readonly #orders: PageOrders;
  readonly #defaultOrder: PageOrder;
  readonly #cursors: Cursors;
  /** By the order, which the cursor of an edge is made of. */
  readonly #connections: ReadonlyMap<string, Projection>;
  readonly #counts: PageCounts;

  constructor(options: PageOptions<Args>) {
    this.#options = options;
    const { typeName, node, ids, orders } = options;
    const { row } = node;
    this.#counts = new PageCounts(row);
    this.#orders = orders;
    this.#defaultOrder = options.defaultOrder ?? { field: Object.keys(orders)[0]!, direction: OrderDirection.DESC };
    this.#cursors = new Cursors(ids, orders);
    // Which fields there are. Those that are no rows are computed from what was read, so their SQL stays empty.
    const ends = { hasNextPage: '', hasPreviousPage: '', startCursor: '', endCursor: '' };
    const pageInfo = new Projection({ typeName: 'PageInfo', row, fields: ends });
    const connectionIn = (order: string): Projection => {
      const edge = new Projection({
        typeName: typeName.replace(/Connection$/, 'Edge'),
        row,
        fields: { cursor: cursorSql(row, order, this.#orders[order]!), node: { object: node } },
      });
      return new Projection({
        typeName,
        row,
        fields: {
          nodes: { object: node },
          edges: { object: edge },
          pageInfo: { object: pageInfo },
          totalCount: '',
          totalIsExact: '',
        },
      });
    };
    this.#connections = new Map(Object.keys(orders).map((order) => [order, connectionIn(order)]));
  }

  /** For field-by-field execution: everything the query may want of the page, as objects. */
  async read(context: Context, args: Args, info: GraphQLResolveInfo): Promise<Page<View>> {
    const asked = (...path: string[]) => nodesAt(info, info.fieldNodes, path);
    const plain = (name: string) => ({ key: name, name });
    const needed = neededSelection(info, this.#options.node, [...asked('nodes'), ...asked('edges', 'node')]);
    const ends = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'];
    const selection: SelectedField[] = [
      { ...plain('nodes'), selection: needed },
      { ...plain('edges'), selection: asked('edges', 'cursor').length > 0 ? [plain('cursor')] : [] },
      { ...plain('pageInfo'), selection: ends.filter((name) => asked('pageInfo', name).length > 0).map(plain) },
      ...['totalCount', 'totalIsExact'].filter((name) => asked(name).length > 0).map(plain),
    ];
    const read = this.#prepare(args, context, this.#plan(selection));
    const page = (await read()).object() as Page<View>;
    page.edges = page.nodes.map((node, place) => ({ ...page.edges[place]!, node }));
    return page;
  }

  /** For a page of HTML: which things stand on it, and where it goes on. */
  async ids(context: Context, args: Args): Promise<{ ids: string[]; next: string | null }> {
    const plain = (name: string) => ({ key: name, name });
    const plan = this.#plan([
      { ...plain('nodes'), selection: [plain('id')] },
      { ...plain('pageInfo'), selection: [plain('hasNextPage'), plain('endCursor')] },
    ]);
    const { nodes, pageInfo } = (await this.#prepare(args, context, plan)()).object() as Page<View>;
    return { ids: nodes.map(({ id }) => id), next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
  }

  /** For compiled execution: the page in the answer's own shape. */
  get compilable(): CompilableField<Args> {
    return this.compilableWith((args: Args) => args);
  }

  /** The same for a field whose arguments are others. @param argsOf checks them, too. */
  compilableWith<Given>(argsOf: (given: Given) => Args): CompilableField<Given> {
    return {
      compile: (asked) => {
        const exact = exactSelection(asked, this.#connectionIn(this.#defaultOrder.field));
        if (!exact) return null;
        const plans = new Map<Selection, PagePlan>();
        return {
          guards: exact.guards,
          prepare: (given, context, variables) => {
            const selection = exact.chosenBy(variables);
            let plan = plans.get(selection);
            if (!plan) {
              plan = this.#plan(selection);
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

  #connectionIn(order: string): Projection {
    return this.#connections.get(order)!;
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
    const reading = this.#readingIn(field, plan);
    const order = new RowOrder(this.#options.node.row, this.#orders[field]!, direction);
    const asked = { ...window, place, isProbed, isMoreAsked };
    return async () => {
      const { database } = context;
      const settled = filter.settle ? await filter.settle(database) : filter;
      const [{ rows, types }, total] = await Promise.all([
        this.#rows(database, asked, settled, order, reading),
        plan.asksTotal ? this.#counts.count(database, settled) : NOT_COUNTED,
      ]);
      // What is looked up besides the page is a column after all others, and a row where the page has none.
      const hasOtherSide = isProbed && rows[0]!.at(-1) !== null;
      const found = isProbed && rows[0]![ID] === null ? [] : rows;
      const shown = found.length > window.size ? found.slice(0, window.size) : found;
      return pageValue(reading.parts, {
        ...{ types, isBackward, hasOtherSide, total },
        rows: isBackward ? shown.toReversed() : shown,
        hasMore: found.length > shown.length,
      });
    };
  }

  /** @throws Refusal when what was looked at is not enough to say what stands on the page. */
  async #rows(
    database: Database,
    asked: AskedRows,
    filter: RowFilter,
    order: RowOrder,
    reading: PageReading,
  ): Promise<TextRows> {
    const { statement, values } = this.#statement(asked, filter, order, reading);
    const read = await database.readRows(statement, values);
    const otherwise = filter.found?.otherwise ?? filter.ranked?.otherwise;
    if (!otherwise) return read;
    const cut = read.types.length - (asked.isProbed ? 2 : 1);
    if (!read.rows.some((row) => row[cut] === 't')) return read;
    // What is ranked fills the page to the end: it is whole, and who goes on is told.
    const ranked = filter.ranked ? read.rows.filter((row) => row[cut] !== 't') : [];
    if (ranked.length > 0 && ranked.length >= asked.size) return { ...read, rows: [...ranked, read.rows[0]!] };
    const other = otherwise();
    if (other instanceof Refusal) throw other;
    return this.#rows(database, asked, other, order, reading);
  }

  #statement(
    { size, isBackward, place, isProbed, isMoreAsked }: AskedRows,
    filter: RowFilter,
    order: RowOrder,
    { columns, statements }: PageReading,
  ): { statement: PreparedStatement; values: readonly unknown[] } {
    const values = [...filter.values, ...(filter.ranked?.values ?? [])];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const [ahead, behind] = isBackward ? (['before', 'after'] as const) : (['after', 'before'] as const);
    const conditions = place ? [order.side(ahead, place, parameter)] : [];
    const limit = size + (isMoreAsked ? 1 : 0);
    // With its limit in the text a statement is planned once; with a parameter there, PostgreSQL plans it at every run, which
    // costs half as much as running it. Only for round sizes, so that nobody can have a hundred statements kept of each.
    const limitSql = size % 10 === 0 ? `${limit}` : `${parameter(limit)}::int`;
    const span = { conditions, order: order.by(isBackward), key: order.key, limit: limitSql };
    const page = rowsOf(this.#options.node.row, filter, span);
    const probe =
      isProbed && place
        ? rowBeyond(this.#options.node.row, filter, order.side(behind, place, parameter, true), order.by(!isBackward))
        : null;
    const isCut = Boolean(filter.found || filter.ranked);
    if (filter.isPlannedEachTime) {
      const text = this.#sql(columns, page, { probe, isCut }, order.by(isBackward));
      return { statement: { name: undefined, text }, values };
    }
    const shape = probe ? `${page}\n${probe}` : page;
    let statement = statements.get(shape);
    if (!statement) {
      statement = prepared(this.#sql(columns, page, { probe, isCut }, order.by(isBackward)));
      statements.set(shape, statement);
    }
    return { statement, values };
  }

  /**
   * The columns of a row have the table's name before them, which the page takes over. What is joined, is joined to the page.
   * @param probe finds a row on the other side of the cursor. The page is joined to it, so that it is told with an empty one, too.
   */
  #sql(
    columns: Columns,
    page: string,
    { probe, isCut }: { probe: string | null; isCut: boolean },
    order: string,
  ): string {
    const { row } = this.#options.node;
    const cut = isCut ? `, ${row}.${IS_CUT}` : '';
    const [also, from] = probe
      ? [`${cut}, probe.found`, `(select ${probe} as found) probe left join lateral ${page} ${row} on true`]
      : [cut, `${page} ${row}`];
    return `select ${columns.sql}${also} from ${from}${columns.joins} ${order}`;
  }

  #plan(selection: Selection): PagePlan {
    const ends = new Set(
      selection
        .filter(({ name }) => name === 'pageInfo')
        .flatMap((field) => (field.selection ?? []).map(({ name }) => name)),
    );
    return {
      selection,
      asksNext: ends.has('hasNextPage'),
      asksPrevious: ends.has('hasPreviousPage'),
      asksTotal: selection.some(({ name }) => name === 'totalCount' || name === 'totalIsExact'),
      readings: new Map(),
    };
  }

  #readingIn(order: string, { selection, readings }: PagePlan): PageReading {
    let reading = readings.get(order);
    if (!reading) {
      const columns = new Columns();
      columns.indexOf(`${this.#options.node.row}.id`);
      const parts = selection.map((field) => this.#part(field, order, columns));
      reading = { columns, parts, statements: new StatementShapes() };
      readings.set(order, reading);
    }
    return reading;
  }

  #part({ key, name, selection = [] }: SelectedField, order: string, columns: Columns): PagePart {
    if (name === '__typename') return plainPart(key, () => this.#options.typeName);
    if (name === 'totalCount') return plainPart(key, ({ total }) => total.count);
    if (name === 'totalIsExact') return plainPart(key, ({ total }) => total.isExact);
    if (name === 'pageInfo') {
      const asksCursor = selection.some((field) => field.name === 'startCursor' || field.name === 'endCursor');
      const cursor = cursorSql(this.#options.node.row, order, this.#orders[order]!);
      const column = asksCursor ? columns.indexOf(cursor) : ID;
      return plainPart(key, (page) => pageInfo(page, column, selection));
    }
    const projected = this.#connectionIn(order).field(name);
    if (typeof projected !== 'object' || !('object' in projected))
      throw new Error(`${this.#options.typeName}.${name} is not projected`);
    const template = rowTemplate(projected.object, selection, columns);
    const writerFor = rowWriter(template);
    return {
      key,
      json({ rows, types }) {
        const write = writerFor(types);
        let json = '';
        for (let index = 0; index < rows.length; index++) {
          json += index > 0 ? `,${write(rows[index]!)}` : write(rows[index]!);
        }
        return `[${json}]`;
      },
      object: ({ rows, types }) => rows.map(rowReader(template, types)),
    };
  }
}

/** Which rows a statement is to find. */
interface AskedRows extends PageWindow {
  place: Place | null;
  /** Whether one is looked for on the other side of the place. */
  isProbed: boolean;
  isMoreAsked: boolean;
}

/** A part that is the same in both forms. */
function plainPart(key: string, object: PagePart['object']): PagePart {
  return { key, object, json: (page) => JSON.stringify(object(page)) };
}

function pageInfo(
  { rows, isBackward, hasMore, hasOtherSide }: ReadPage,
  cursor: number,
  selection: Selection,
): Record<string, unknown> {
  const values: Record<string, unknown> = {
    __typename: 'PageInfo',
    hasNextPage: isBackward ? hasOtherSide : hasMore,
    hasPreviousPage: isBackward ? hasMore : hasOtherSide,
    startCursor: rows[0]?.[cursor] ?? null,
    endCursor: rows.at(-1)?.[cursor] ?? null,
  };
  return Object.fromEntries(selection.map(({ key, name }) => [key, values[name]]));
}

function pageValue(parts: readonly PagePart[], page: ReadPage): ReadValue {
  return {
    json: () => `{${parts.map((part) => `"${part.key}":${part.json(page)}`).join(',')}}`,
    object: () => Object.fromEntries(parts.map((part) => [part.key, part.object(page)])),
  };
}

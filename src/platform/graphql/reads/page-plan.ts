import { StatementShapes } from '../../database/prepared-statements.ts';
import { Columns } from './columns.ts';
import { cursorSql } from './page-cursor.ts';
import type { PageOrders } from './page-order.ts';
import { type PagePart, pageInfoPart, plainPart } from './page-value.ts';
import { Projection, type SelectedField, type Selection } from './projection.ts';
import { rowReader, rowTemplate, rowWriter } from './row-template.ts';

/** The compiled selection of a connection's page. */
export interface PagePlan {
  selection: Selection;
  asksNext: boolean;
  asksPrevious: boolean;
  asksTotal: boolean;
  /** Compiled columns by sort order, because cursors depend on the order. */
  readings: Map<string, PageReading>;
}

/** Columns of a selection in one sort order, and the functions that convert rows to the response. */
export interface PageReading {
  columns: Columns;
  parts: readonly PagePart[];
  /** Statements by the values that change their SQL text. */
  statements: StatementShapes;
}

interface PageShape {
  /** GraphQL type of the connection, e.g. `AssetConnection`. */
  typeName: string;
  node: Projection;
  orders: PageOrders;
}

/** Index of the id among the columns. The id is always the first, because the cursor contains it. */
export const ID = 0;

/** Compiles the selections of a connection. */
export class PagePlanner {
  readonly #shape: PageShape;
  /** Projections of the connection by sort order, because the cursor of an edge depends on it. */
  readonly #connections: ReadonlyMap<string, Projection>;

  constructor(shape: PageShape) {
    this.#shape = shape;
    const { typeName, node, orders } = shape;
    const { row } = node;
    // Declares the fields of `PageInfo`. Their values are computed from the rows later, so their SQL is empty.
    const ends = { hasNextPage: '', hasPreviousPage: '', startCursor: '', endCursor: '' };
    const pageInfo = new Projection({ typeName: 'PageInfo', row, fields: ends });
    const connectionIn = (order: string): Projection => {
      const edge = new Projection({
        typeName: typeName.replace(/Connection$/, 'Edge'),
        row,
        fields: { cursor: cursorSql(row, order, orders[order]!), node: { object: node } },
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

  connectionIn(order: string): Projection {
    return this.#connections.get(order)!;
  }

  plan(selection: Selection): PagePlan {
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

  readingIn(order: string, { selection, readings }: PagePlan): PageReading {
    let reading = readings.get(order);
    if (!reading) {
      const columns = new Columns();
      columns.indexOf(`${this.#shape.node.row}.id`);
      const parts = selection.map((field) => this.#part(field, order, columns));
      reading = { columns, parts, statements: new StatementShapes() };
      readings.set(order, reading);
    }
    return reading;
  }

  #part({ key, name, selection = [] }: SelectedField, order: string, columns: Columns): PagePart {
    const { typeName, node, orders } = this.#shape;
    if (name === '__typename') return plainPart(key, () => typeName);
    if (name === 'totalCount') return plainPart(key, ({ total }) => total.count);
    if (name === 'totalIsExact') return plainPart(key, ({ total }) => total.isExact);
    if (name === 'pageInfo') {
      const asksCursor = selection.some((field) => field.name === 'startCursor' || field.name === 'endCursor');
      const column = asksCursor ? columns.indexOf(cursorSql(node.row, order, orders[order]!)) : ID;
      return pageInfoPart(key, column, selection);
    }
    const projected = this.connectionIn(order).field(name);
    if (typeof projected !== 'object' || !('object' in projected))
      throw new Error(`The projection of ${typeName} has no field ${name}.`);
    return rowsPart(key, projected.object, selection, columns);
  }
}

/** Makes the part of the response with the page's rows as objects. */
function rowsPart(key: string, projection: Projection, selection: Selection, columns: Columns): PagePart {
  const template = rowTemplate(projection, selection, columns);
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

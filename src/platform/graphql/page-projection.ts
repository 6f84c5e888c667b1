import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import type { PreparedStatement, TextRows } from '../database/database.ts';
import type { CompilableField } from './compilable-field.ts';
import { Columns, objectTemplate, writeRows } from './json-rows.ts';
import { prepared } from './prepared.ts';
import { Projection, type SelectedField, type Selection } from './projection.ts';
import { exactSelection, neededSelection, nodesAt } from './selection.ts';

/** Which rows a page shows: conditions joined by `and`, whose parameters begin at `$1`. */
export interface RowFilter {
  conditions: readonly string[];
  values: readonly unknown[];
}

export interface Page<View> {
  nodes: View[];
  edges: { cursor: string; node: View }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}

interface PageOptions<Args> {
  /** The connection's GraphQL type, e.g. `AssetConnection`. */
  typeName: string;
  /** Of its rows, which are those of the table it names. */
  node: Projection;
  /** Checks the arguments and says which rows this viewer sees. @throws Refusal for arguments that cannot be. */
  filter(args: Args, context: Context): RowFilter;
}

/** One selection of a page, ready to be read: the columns it needs and how its rows become the answer. */
interface PagePlan {
  columns: Columns;
  asksMore: boolean;
  asksTotal: boolean;
  write(page: { read: TextRows; shown: number; total: string }): string;
  /** Statements by what makes their text differ. */
  statements: Map<string, PreparedStatement>;
}

/** `id` is always read, first: the cursor is made of it. */
const ID = 0;

/**
 * A connection read by one statement: keyset on `id`, newest first, so that a deep page costs what the first one costs.
 * The cursor is the id of the last row; one row more than shown is looked for only when somebody asks whether there are more,
 * and all of them are counted only when somebody asks how many there are.
 */
export class PageProjection<Args extends { first: number; after?: string | null }, View extends { id: string }> {
  readonly #options: PageOptions<Args>;
  readonly #connection: Projection;

  constructor(options: PageOptions<Args>) {
    this.#options = options;
    const { typeName, node } = options;
    const { row } = node;
    // Which fields there are. Those that are no rows are computed from what was read, so their SQL stays empty.
    const pageInfo = new Projection({ typeName: 'PageInfo', row, fields: { hasNextPage: '', endCursor: '' } });
    const edge = new Projection({
      typeName: typeName.replace(/Connection$/, 'Edge'),
      row,
      fields: { cursor: `${row}.id`, node: { object: node } },
    });
    this.#connection = new Projection({
      typeName,
      row,
      fields: { nodes: { object: node }, edges: { object: edge }, pageInfo: { object: pageInfo }, totalCount: '' },
    });
  }

  /** For field-by-field execution: everything the query may want of the page, as objects. */
  async read(context: Context, args: Args, info: GraphQLResolveInfo): Promise<Page<View>> {
    const nodes = [...nodesAt(info, info.fieldNodes, ['nodes']), ...nodesAt(info, info.fieldNodes, ['edges', 'node'])];
    const selection: SelectedField[] = [
      { key: 'nodes', name: 'nodes', selection: neededSelection(info, this.#options.node, nodes) },
      {
        key: 'pageInfo',
        name: 'pageInfo',
        selection: ['hasNextPage', 'endCursor'].map((name) => ({ key: name, name })),
      },
    ];
    if (nodesAt(info, info.fieldNodes, ['totalCount']).length > 0) {
      selection.push({ key: 'totalCount', name: 'totalCount' });
    }
    const read = this.#prepare(args, context, this.#plan(selection));
    const page = JSON.parse(await read()) as Page<View>;
    page.edges = page.nodes.map((node) => ({ cursor: node.id, node }));
    return page;
  }

  /** For compiled execution: the page as JSON text, in the answer's own shape. */
  get compilable(): CompilableField<Args> {
    return this.compilableWith((args: Args) => args);
  }

  /** The same for a field whose arguments are others. @param argsOf checks them, too. */
  compilableWith<Given>(argsOf: (given: Given) => Args): CompilableField<Given> {
    return {
      compile: (asked) => {
        const exact = exactSelection(asked, this.#connection);
        if (!exact) return null;
        const plan = this.#plan(exact.selection);
        return {
          guards: exact.guards,
          prepare: (given, context) => this.#prepare(argsOf(given), context, plan),
        };
      },
    };
  }

  /** What reads a page, as JSON text. */
  #prepare(args: Args, context: Context, plan: PagePlan): () => Promise<string> {
    const { statement, values } = this.#statement(args, this.#options.filter(args, context), plan);
    return async () => {
      const { rows, types } = await context.database.readRows(statement, values);
      // A count stands in the last column of every row, and in a row without an asset when the page is empty.
      const total = (plan.asksTotal && rows[0]?.at(-1)) || '0';
      const read = { rows: rows[0]?.[ID] === null ? [] : rows, types };
      return plan.write({ read, shown: Math.min(args.first, read.rows.length), total });
    };
  }

  #statement(
    args: Args,
    filter: RowFilter,
    plan: PagePlan,
  ): { statement: PreparedStatement; values: readonly unknown[] } {
    const values = [...filter.values];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const conditions = args.after
      ? [...filter.conditions, `${this.#options.node.row}.id < ${parameter(args.after)}`]
      : filter.conditions;
    const limit = args.first + (plan.asksMore ? 1 : 0);
    // With its limit in the text a statement is planned once; with a parameter there, PostgreSQL plans it at every run, which
    // costs half as much as running it. Only for round sizes, so that nobody can have a hundred statements kept of each.
    const limitSql = args.first % 10 === 0 ? `${limit}` : `${parameter(limit)}::int`;
    const shape = `${limitSql} ${conditions.join('\n')}`;
    let statement = plan.statements.get(shape);
    if (!statement) {
      statement = prepared(this.#sql(plan, filter.conditions, conditions, limitSql));
      plan.statements.set(shape, statement);
    }
    return { statement, values };
  }

  /** The columns of a row have the table's name before them, which the page takes over. What is joined, is joined to the page. */
  #sql({ columns, asksTotal }: PagePlan, all: readonly string[], onPage: readonly string[], limit: string): string {
    const { row } = this.#options.node;
    const order = `order by ${row}.id desc`;
    const page = `(select * from ${row}${where(onPage)} ${order} limit ${limit}) ${row}`;
    if (!asksTotal) return `select ${columns.sql} from ${page}${columns.joins} ${order}`;
    const counted = `(select count(*)::int as total from ${row}${where(all)}) counted`;
    return `select ${columns.sql}, total from ${counted} left join lateral ${page} on true${columns.joins} ${order}`;
  }

  #plan(selection: Selection): PagePlan {
    const columns = new Columns();
    columns.indexOf(`${this.#options.node.row}.id`);
    const parts = selection.map((field) => this.#part(field, columns));
    return {
      columns,
      asksMore: selection.some((field) => field.name === 'pageInfo'),
      asksTotal: selection.some((field) => field.name === 'totalCount'),
      write: (page) => `{${parts.map((write, index) => `"${selection[index]!.key}":${write(page)}`).join(',')}}`,
      statements: new Map(),
    };
  }

  #part(field: SelectedField, columns: Columns): PagePlan['write'] {
    const { name, selection = [] } = field;
    if (name === '__typename') return () => JSON.stringify(this.#options.typeName);
    if (name === 'totalCount') return ({ total }) => total;
    if (name === 'pageInfo') return pageInfoWriter(selection);
    const projected = this.#connection.field(name);
    if (typeof projected !== 'object') throw new Error(`${this.#options.typeName}.${name} is not projected`);
    const template = objectTemplate(projected.object, selection, columns);
    return ({ read, shown }) => writeRows(template, read, shown);
  }
}

function pageInfoWriter(selection: Selection): PagePlan['write'] {
  return ({ read, shown }) => {
    const values: Record<string, unknown> = {
      __typename: 'PageInfo',
      hasNextPage: read.rows.length > shown,
      endCursor: read.rows[shown - 1]?.[ID] ?? null,
    };
    return `{${selection.map(({ key, name }) => `"${key}":${JSON.stringify(values[name])}`).join(',')}}`;
  };
}

/** Conditions as a WHERE clause; nothing for none. */
export function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

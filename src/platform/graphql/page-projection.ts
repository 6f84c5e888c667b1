import type { GraphQLResolveInfo } from 'graphql';
import type { Database, PreparedStatement, TextRows } from '../database/database.ts';
import { type CompilableField, statementName } from './compiled-reads.ts';
import { Columns, objectTemplate, writeRows } from './json-rows.ts';
import type { Projection, SelectedField, Selection } from './projection.ts';
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
  table: string;
  node: Projection;
  /** Checks the arguments and says which rows. @throws Refusal for arguments that cannot be. */
  filter(args: Args): RowFilter;
}

/** One selection of a page, ready to be read: the columns it needs and how its rows become the answer. */
interface PagePlan {
  columns: string;
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
    // Which fields there are. Those that are no rows are computed from what was read, so their SQL stays empty.
    const pageInfo: Projection = { typeName: 'PageInfo', fields: { hasNextPage: '', endCursor: '' } };
    const edge: Projection = {
      typeName: options.typeName.replace(/Connection$/, 'Edge'),
      fields: { cursor: `${options.table}.id`, node: { object: options.node } },
    };
    this.#connection = {
      typeName: options.typeName,
      fields: {
        nodes: { object: options.node },
        edges: { object: edge },
        pageInfo: { object: pageInfo },
        totalCount: '',
      },
    };
  }

  /** For field-by-field execution: everything the query may want of the page, as objects. */
  async read(database: Database, args: Args, info: GraphQLResolveInfo): Promise<Page<View>> {
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
    const page = JSON.parse(await this.#run(database, args, this.#plan(selection))) as Page<View>;
    page.edges = page.nodes.map((node) => ({ cursor: node.id, node }));
    return page;
  }

  /** For compiled execution: the page as JSON text, in the answer's own shape. */
  get compilable(): CompilableField<Args> {
    return {
      compile: (schema, fragments, fieldNodes) => {
        const selection = exactSelection(schema, fragments, this.#connection, fieldNodes);
        if (!selection) return null;
        const plan = this.#plan(selection);
        return {
          prepare: (args) => {
            this.#options.filter(args);
          },
          run: (database, args) => this.#run(database, args, plan),
        };
      },
    };
  }

  async #run(database: Database, args: Args, plan: PagePlan): Promise<string> {
    const { statement, values } = this.#statement(args, plan);
    const { rows, types } = await database.readRows(statement, values);
    // A count stands in the last column of every row, and in a row without an asset when the page is empty.
    const total = (plan.asksTotal && rows[0]?.at(-1)) || '0';
    const read = { rows: rows[0]?.[ID] === null ? [] : rows, types };
    return plan.write({ read, shown: Math.min(args.first, read.rows.length), total });
  }

  #statement(args: Args, plan: PagePlan): { statement: PreparedStatement; values: readonly unknown[] } {
    const filter = this.#options.filter(args);
    const values = [...filter.values];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const conditions = args.after
      ? [...filter.conditions, `${this.#options.table}.id < ${parameter(args.after)}`]
      : filter.conditions;
    const limit = args.first + (plan.asksMore ? 1 : 0);
    // With its limit in the text a statement is planned once; with a parameter there, PostgreSQL plans it at every run, which
    // costs half as much as running it. Only for round sizes, so that nobody can have a hundred statements kept of each.
    const limitSql = args.first % 10 === 0 ? `${limit}` : `${parameter(limit)}::int`;
    const shape = `${limitSql} ${conditions.join('\n')}`;
    let statement = plan.statements.get(shape);
    if (!statement) {
      const text = this.#sql(plan, filter.conditions, conditions, limitSql);
      statement = { name: statementName(text), text };
      plan.statements.set(shape, statement);
    }
    return { statement, values };
  }

  /** The columns of a row have the table's name before them, which the page takes over. */
  #sql(plan: PagePlan, all: readonly string[], onPage: readonly string[], limit: string): string {
    const { table } = this.#options;
    const page = `(select * from ${table}${where(onPage)} order by ${table}.id desc limit ${limit}) ${table}`;
    if (!plan.asksTotal) return `select ${plan.columns} from ${page} order by ${table}.id desc`;
    const counted = `(select count(*)::int as total from ${table}${where(all)}) counted`;
    return `select ${plan.columns}, total from ${counted} left join lateral ${page} on true order by ${table}.id desc`;
  }

  #plan(selection: Selection): PagePlan {
    const columns = new Columns();
    columns.indexOf(`${this.#options.table}.id`);
    const parts = selection.map((field) => this.#part(field, columns));
    return {
      columns: columns.sql,
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
    const projected = this.#connection.fields[name];
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

function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

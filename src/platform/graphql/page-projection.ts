import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import type { Database, PreparedStatement, TextRows } from '../database/database.ts';
import { SharedReads } from '../database/shared-read.ts';
import { Columns } from './columns.ts';
import type { CompilableField, ReadValue } from './compilable-field.ts';
import { prepared } from './prepared.ts';
import { Projection, type SelectedField, type Selection } from './projection.ts';
import { rowReader, rowTemplate, rowWriter } from './row-template.ts';
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

/** What was read of a page. */
interface ReadPage {
  read: TextRows;
  /** Of the rows, how many are shown: there may be one more, to know that there is. */
  shown: number;
  total: number;
}

/** One field of a page, in either form. */
interface PagePart {
  key: string;
  json(page: ReadPage): string;
  object(page: ReadPage): unknown;
}

/** One selection of a page, ready to be read: the columns it needs and how its rows become the answer. */
interface PagePlan {
  columns: Columns;
  asksMore: boolean;
  asksTotal: boolean;
  parts: readonly PagePart[];
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
  readonly #counts = new SharedReads<number>();

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
    const page = (await read()).object() as Page<View>;
    page.edges = page.nodes.map((node) => ({ cursor: node.id, node }));
    return page;
  }

  /** For compiled execution: the page in the answer's own shape. */
  get compilable(): CompilableField<Args> {
    return this.compilableWith((args: Args) => args);
  }

  /** The same for a field whose arguments are others. @param argsOf checks them, too. */
  compilableWith<Given>(argsOf: (given: Given) => Args): CompilableField<Given> {
    return {
      compile: (asked) => {
        const exact = exactSelection(asked, this.#connection);
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

  #prepare(args: Args, context: Context, plan: PagePlan): () => Promise<ReadValue> {
    const filter = this.#options.filter(args, context);
    const { statement, values } = this.#statement(args, filter, plan);
    return async () => {
      const { database } = context;
      const [read, total] = await Promise.all([
        database.readRows(statement, values),
        plan.asksTotal ? this.#count(database, filter) : 0,
      ]);
      return pageValue(plan.parts, { read, shown: Math.min(args.first, read.rows.length), total });
    };
  }

  /** Counting a hundred thousand rows takes longer than all the rest: everybody who asks for the same count at once shares it. */
  #count(database: Database, { conditions, values }: RowFilter): Promise<number> {
    const text = `select count(*) from ${this.#options.node.row}${where(conditions)}`;
    return this.#counts.get(JSON.stringify([text, values]), async () => {
      const { rows } = await database.readRows(prepared(text), values);
      return Number(rows[0]![0]);
    });
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
      statement = prepared(this.#sql(plan.columns, conditions, limitSql));
      plan.statements.set(shape, statement);
    }
    return { statement, values };
  }

  /** The columns of a row have the table's name before them, which the page takes over. What is joined, is joined to the page. */
  #sql(columns: Columns, conditions: readonly string[], limit: string): string {
    const { row } = this.#options.node;
    const order = `order by ${row}.id desc`;
    return `select ${columns.sql} from (select * from ${row}${where(conditions)} ${order} limit ${limit}) ${row}${columns.joins} ${order}`;
  }

  #plan(selection: Selection): PagePlan {
    const columns = new Columns();
    columns.indexOf(`${this.#options.node.row}.id`);
    return {
      columns,
      asksMore: selection.some((field) => field.name === 'pageInfo'),
      asksTotal: selection.some((field) => field.name === 'totalCount'),
      parts: selection.map((field) => this.#part(field, columns)),
      statements: new Map(),
    };
  }

  #part({ key, name, selection = [] }: SelectedField, columns: Columns): PagePart {
    if (name === '__typename') return plainPart(key, () => this.#options.typeName);
    if (name === 'totalCount') return plainPart(key, ({ total }) => total);
    if (name === 'pageInfo') return plainPart(key, (page) => pageInfo(page, selection));
    const projected = this.#connection.field(name);
    if (typeof projected !== 'object' || !('object' in projected))
      throw new Error(`${this.#options.typeName}.${name} is not projected`);
    const template = rowTemplate(projected.object, selection, columns);
    const writerFor = rowWriter(template);
    return {
      key,
      json({ read: { rows, types }, shown }) {
        const write = writerFor(types);
        let json = '';
        for (let index = 0; index < shown; index++) json += index > 0 ? `,${write(rows[index]!)}` : write(rows[index]!);
        return `[${json}]`;
      },
      object: ({ read: { rows, types }, shown }) => rows.slice(0, shown).map(rowReader(template, types)),
    };
  }
}

/** A part that is the same in both forms. */
function plainPart(key: string, object: PagePart['object']): PagePart {
  return { key, object, json: (page) => JSON.stringify(object(page)) };
}

function pageInfo({ read: { rows }, shown }: ReadPage, selection: Selection): Record<string, unknown> {
  const values: Record<string, unknown> = {
    __typename: 'PageInfo',
    hasNextPage: rows.length > shown,
    endCursor: rows[shown - 1]?.[ID] ?? null,
  };
  return Object.fromEntries(selection.map(({ key, name }) => [key, values[name]]));
}

function pageValue(parts: readonly PagePart[], page: ReadPage): ReadValue {
  return {
    json: () => `{${parts.map((part) => `"${part.key}":${part.json(page)}`).join(',')}}`,
    object: () => Object.fromEntries(parts.map((part) => [part.key, part.object(page)])),
  };
}

/** Conditions as a WHERE clause; nothing for none. */
export function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}

import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';

type Composite = GraphQLObjectType | GraphQLInterfaceType;

export interface RandomQuery {
  query: string;
  variables: Record<string, unknown>;
  /** Whether nothing in it needs a resolver, so that it has to be compiled when its arguments are right. */
  isProjection: boolean;
}

/** Names that mean something in SQL, in JavaScript or inside the statements the service writes. */
const ALIASES = [
  ...['row', 'asset', 'page', 'shown', 'matching', 'id', 'ID', 'select', 'from', 'null', 'json_agg', 'nodes', 'count'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', '_', '__1', 'T', 'x'.repeat(63)],
];
const FIRSTS = ['', 'first: 1', 'first: 3', 'first: 10', 'first: 100', 'first: $first', 'first: $missing'];
const SEARCHES = ['"', String.raw`\\`, '%', '_', 'ASTRONAUT', 'é', 'e\u0301', '\u0001', '\n', '$1', "'", '', ' ', '1'];
const ORDERS = ['CREATED_AT', 'UPDATED_AT', 'TITLE', 'SIZE', 'RELEVANCE'];
const WIDTHS = ['', '(width: 1)', '(width: 640)', '(width: 5000)', '(width: $first)', '(width: null)'];
const TAGS = ['common', 'COMMON ', 'every second', 'every other', 'plain', 'absent', ''];

const ONES = ['asset', 'seal', 'render'] as const;
const LISTS = ['renders', 'seals', 'tags', 'partners'] as const;

/** What each of the lists can be asked for. */
const OF_LISTS: Record<(typeof LISTS)[number], { filters: readonly string[]; orders: readonly string[] }> = {
  renders: {
    filters: [
      'status: FAILED',
      'status: [QUEUED, SUCCEEDED]',
      'search: "line"',
      'hasAsset: true',
      'hasAsset: false, search: "___"',
    ],
    orders: ['CREATED_AT', 'COMPLETED_AT'],
  },
  seals: {
    filters: ['subject: ASSET', 'status: [SEALED]', 'subject: [TEXT, ASSET], status: null'],
    orders: ['SEALED_AT'],
  },
  tags: {
    filters: ['beginsWith: "C"', 'minAssetCount: 2', 'isAlias: false', 'isAlias: true'],
    orders: ['ASSET_COUNT', 'LABEL'],
  },
  partners: {
    filters: ['search: "a"', 'hasWorkingToken: true', 'hasWorkingToken: false'],
    orders: ['CREATED_AT', 'NAME'],
  },
};

/** What may be asked for by its id, and some that is not there. */
export interface KnownIds {
  asset: readonly string[];
  seal: readonly string[];
  render: readonly string[];
}

/** Queries from a root that is compiled down: any fields, aliases, fragments, directives and arguments, valid ones nearly always. */
export function randomQuery(schema: GraphQLSchema, ids: KnownIds): fc.Arbitrary<RandomQuery> {
  return fc.gen().map((gen) => new Writer(schema, ids, gen).query());
}

/** Fields that no projection has. */
const NEEDS_RESOLVER = new Set(['statusHistory', 'run', 'aliases', 'assets', 'tokens']);

class Writer {
  readonly #schema: GraphQLSchema;
  readonly #ids: KnownIds;
  readonly #gen: fc.GeneratorValue;
  readonly #fragments: string[] = [];
  /** The field that an alias stands for on a type, since one name for two fields would only be refused. */
  readonly #aliased = new Map<string, string>();
  /** Whether there may be directives and fields without a projection in it. */
  readonly #needsResolvers: boolean;
  #isProjection = true;
  #budget = 45;

  constructor(schema: GraphQLSchema, ids: KnownIds, gen: fc.GeneratorValue) {
    this.#schema = schema;
    this.#ids = ids;
    this.#gen = gen;
    this.#needsResolvers = this.#chance(3);
  }

  query(): RandomQuery {
    const roots = Array.from({ length: this.#oneOf([1, 1, 1, 2, 3]) }, (_, index) => {
      const alias = index === 0 && this.#chance(2) ? '' : `${this.#oneOf(ALIASES).slice(0, 60)}${index}: `;
      return `${alias}${this.#root()}`;
    });
    const variables: Record<string, unknown> = {};
    if (this.#chance(2))
      variables.first = this.#chance(15) ? this.#oneOf([0, 101, null, 2.5, '2']) : this.#oneOf([2, 5, 100]);
    if (this.#chance(2)) variables.after = this.#chance(15) ? 'junk' : this.#oneOf([...this.#ids.asset, null]);
    if (this.#chance(2)) variables.filter = this.#filter();
    if (this.#chance(2)) variables.yes = this.#chance(2);
    const header =
      'query Random($first: Int! = 4, $missing: Int = 6, $after: String, $filter: AssetFilter, $yes: Boolean! = true, $no: Boolean! = false)';
    const used = `${roots.join('\n')}\n${this.#fragments.join('\n')}`;
    return {
      query: `${withUsedVariables(header, used)} {\n${roots.join('\n')}\n}\n${this.#fragments.join('\n')}`,
      variables,
      isProjection: this.#isProjection,
    };
  }

  #root(): string {
    const name = this.#oneOf([...ONES, ...LISTS, 'assets', 'assets', 'assets'] as const);
    const type = getNamedType(this.#schema.getQueryType()!.getFields()[name]!.type) as GraphQLObjectType;
    return `${name}${this.#argumentsOf(name)} ${this.#selection(type, type, 0)}`;
  }

  #argumentsOf(name: 'assets' | (typeof ONES)[number] | (typeof LISTS)[number]): string {
    if (name === 'assets') return this.#arguments();
    if (name === 'asset' || name === 'seal' || name === 'render') return `(id: "${this.#oneOf(this.#ids[name])}")`;
    const { filters, orders } = OF_LISTS[name];
    const parts = [
      this.#oneOf(['', 'first: 1', 'first: 3', 'first: 10', 'last: 2', 'last: 10']),
      this.#oneOf(['', 'filter: null', 'filter: {}', `filter: { ${this.#oneOf(filters)} }`]),
      this.#oneOf(['', `orderBy: { field: ${this.#oneOf(orders)}, direction: ${this.#oneOf(['ASC', 'DESC'])} }`]),
    ].filter(Boolean);
    return parts.length > 0 ? `(${parts.join(', ')})` : '';
  }

  #arguments(): string {
    const parts = [
      this.#chance(25) ? this.#oneOf(['first: 0', 'first: 101']) : this.#oneOf(FIRSTS),
      this.#oneOf(['', '', 'after: $after', 'after: null', `after: "${this.#oneOf(this.#ids.asset)}"`]),
      this.#oneOf(['', 'filter: $filter', 'filter: null', 'filter: {}', `filter: ${asLiteral(this.#filter())}`]),
      // By relevance only what is searched for: without that it is refused.
      this.#chance(30) ? `orderBy: { field: ${this.#oneOf(ORDERS)}, direction: ${this.#oneOf(['ASC', 'DESC'])} }` : '',
    ].filter(Boolean);
    return parts.length > 0 ? `(${parts.join(', ')})` : '';
  }

  #filter(): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries({
        status: this.#oneOf([undefined, undefined, null, [], ['LIVE'], ['LIVE', 'TRASHED'], 'ARCHIVED']),
        origin: this.#oneOf([undefined, undefined, null, ['RENDER'], ['UPLOAD', 'IMPORT']]),
        tags: this.#oneOf([
          undefined,
          undefined,
          null,
          [],
          [this.#oneOf(TAGS)],
          [this.#oneOf(TAGS), 'common'],
          'common',
        ]),
        anyOfTags: this.#oneOf([undefined, undefined, null, [], [this.#oneOf(TAGS), this.#oneOf(TAGS)]]),
        noneOfTags: this.#oneOf([undefined, undefined, undefined, null, [this.#oneOf(TAGS)]]),
        orientation: this.#oneOf([undefined, undefined, null, [], ['LANDSCAPE'], ['PORTRAIT', 'SQUARE']]),
        hasLicence: this.#oneOf([undefined, undefined, null, true, false]),
        color: this.#oneOf([undefined, undefined, undefined, null, '#a0b1c2', '#A0B0C0', 'blue']),
        minWidth: this.#oneOf([undefined, undefined, null, 0, 830, -1]),
        minHeight: this.#oneOf([undefined, undefined, null, 600, 601]),
        search: this.#oneOf([undefined, undefined, null, this.#oneOf(SEARCHES)]),
      }).filter(([, value]) => value !== undefined),
    );
  }

  /** @param type what the fields are asked of: the object's own type, or an interface of it */
  #selection(type: Composite, object: GraphQLObjectType, depth: number): string {
    const leaf = `${this.#oneOf(['t', 'u'])}${depth}: __typename`;
    const items = Array.from({ length: this.#oneOf([1, 2, 3, 5]) }, () => this.#item(type, object, depth));
    const written = items.filter(Boolean);
    return `{ ${written.length > 0 ? written.join(' ') : leaf} }`;
  }

  #item(type: Composite, object: GraphQLObjectType, depth: number): string {
    this.#budget -= 1;
    if (this.#budget < 0 || depth > 7) return '';
    if (this.#chance(6)) {
      const on = this.#oneOf([type, ...(isObjectType(type) ? type.getInterfaces() : [])]);
      const body = this.#selection(on, object, depth + 1);
      const kind = this.#oneOf(['bare', 'inline', 'named']);
      if (kind === 'bare' && on === type) return `... ${this.#directive()}${body}`;
      if (kind !== 'named') return `... on ${on.name} ${this.#directive()}${body}`;
      const name = `${this.#oneOf(['F', 'on_', '__schema', 'toString'])}${this.#fragments.length}`;
      this.#fragments.push(`fragment ${name} on ${on.name} ${body}`);
      return `...${name} ${this.#directive()}`;
    }
    if (this.#chance(10)) return `__typename ${this.#directive()}`;
    const fields = Object.values(type.getFields());
    const field = this.#oneOf(fields.filter(({ name }) => !NEEDS_RESOLVER.has(name) || this.#needsResolvers));
    return field ? this.#field(object, field, depth) : '';
  }

  #field(object: GraphQLObjectType, field: GraphQLField<unknown, unknown>, depth: number): string {
    const named = getNamedType(field.type);
    if (NEEDS_RESOLVER.has(field.name)) this.#isProjection = false;
    const args = field.args.some((arg) => arg.name === 'width') ? this.#oneOf(WIDTHS) : '';
    // Two of one name with other arguments would only be refused.
    const alias = this.#chance(5) || args ? `${this.#aliasFor(object, field.name + args)}: ` : '';
    const below = isObjectType(named) ? this.#selection(named, named, depth + 1) : '';
    return `${alias}${field.name}${args} ${this.#directive()}${below}`;
  }

  #aliasFor(object: GraphQLObjectType, name: string): string {
    const wanted = this.#chance(27) ? 'y'.repeat(64) : this.#oneOf(ALIASES);
    const means = this.#aliased.get(`${object.name}.${wanted}`) ?? name;
    const isTaken = means !== name || (wanted !== name && wanted in object.getFields());
    const alias = isTaken ? `a${this.#aliased.size}` : wanted;
    this.#aliased.set(`${object.name}.${alias}`, name);
    return alias;
  }

  #directive(): string {
    if (!this.#needsResolvers || !this.#chance(8)) return '';
    this.#isProjection = false;
    return this.#oneOf(['@include(if: $yes) ', '@skip(if: $no) ', '@skip(if: true) ', '@include(if: true) ']);
  }

  #oneOf<T>(values: readonly T[]): T {
    return values[this.#gen(fc.nat, { max: values.length - 1 })] as T;
  }

  #chance(oneIn: number): boolean {
    return this.#gen(fc.nat, { max: oneIn - 1 }) === 0;
  }
}

/** An operation may not declare a variable that it does not use. */
function withUsedVariables(header: string, body: string): string {
  const declared = header.slice(header.indexOf('(') + 1, -1).split(', ');
  const used = declared.filter((one) => new RegExp(`\\${one.slice(0, one.indexOf(':'))}\\b`).test(body));
  return used.length > 0 ? `query Random(${used.join(', ')})` : 'query Random';
}

/** A filter as a GraphQL literal: enum values stand bare. */
function asLiteral(filter: Record<string, unknown>): string {
  const fields = Object.entries(filter).map(([name, value]) => {
    const text = JSON.stringify(value);
    return `${name}: ${['status', 'origin', 'orientation'].includes(name) ? text.replaceAll('"', '') : text}`;
  });
  return `{ ${fields.join(', ')} }`;
}

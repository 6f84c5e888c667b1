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
  'row',
  'asset',
  'page',
  'shown',
  'matching',
  'id',
  'ID',
  'select',
  'from',
  'null',
  'json_agg',
  'nodes',
  'count',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
  '_',
  '__1',
  'T',
  'x'.repeat(63),
];
const FIRSTS = ['', 'first: 1', 'first: 3', 'first: 10', 'first: 100', 'first: $first', 'first: $missing'];
const SEARCHES = ['"', String.raw`\\`, '%', '_', 'ASTRONAUT', 'é', 'e\u0301', '\u0001', '\n', '$1', "'", '', ' ', '1'];
const WIDTHS = ['', '(width: 1)', '(width: 640)', '(width: 5000)', '(width: $first)', '(width: null)'];
const TAGS = ['common', 'COMMON ', 'every second', 'every other', 'plain', 'absent', ''];

const ONES = ['asset', 'seal', 'render'] as const;
/** Things of any kind, and who asks. */
const WHOLES = ['nodes', 'node', 'viewer'] as const;
const LISTS = ['renders', 'seals', 'tags', 'partners'] as const;

/** What each of the lists can be asked for: the first of its orders is the one that it has when nobody says. */
export const OF_LISTS: Record<
  'assets' | (typeof LISTS)[number],
  { filters: readonly string[]; orders: readonly string[] }
> = {
  // Its filters are made of their parts. By relevance only what is searched for: without that it is refused.
  assets: { filters: [], orders: ['CREATED_AT', 'UPDATED_AT', 'TITLE', 'SIZE', 'RELEVANCE'] },
  renders: {
    filters: [
      'status: FAILED',
      'status: [QUEUED, SUCCEEDED]',
      'search: "line"',
      'search: "___"',
      'hasAsset: true',
      'hasAsset: false',
      'createdAfter: "2026-01-01T00:00:00Z"',
      'createdBefore: "2100-01-01T00:00:00+02:00"',
    ],
    orders: ['CREATED_AT', 'COMPLETED_AT'],
  },
  seals: {
    filters: [
      'subject: ASSET',
      'subject: [TEXT, ASSET]',
      'status: [SEALED]',
      'status: null',
      'keyId: []',
      'sealedAfter: "2026-01-01T00:00:00.123Z"',
      'sealedBefore: "2000-01-01T00:00:00Z"',
    ],
    orders: ['SEALED_AT'],
  },
  tags: {
    filters: [
      'beginsWith: "C"',
      'beginsWith: ""',
      'minAssetCount: 2',
      'minAssetCount: -1',
      'isAlias: false',
      'isAlias: true',
    ],
    orders: ['ASSET_COUNT', 'LABEL'],
  },
  partners: {
    filters: [
      'search: "a"',
      'search: "%"',
      'hasValidLink: true',
      'hasValidLink: false',
      'createdAfter: "2026-01-01T00:00:00Z"',
      'createdBefore: null',
    ],
    orders: ['CREATED_AT', 'NAME'],
  },
};

/** Cursors of each list in each of its orders: those of another order would only be refused. */
export type KnownCursors = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** What may be asked for by its id, and some that is not there. */
export interface KnownIds {
  asset: readonly string[];
  seal: readonly string[];
  render: readonly string[];
}

/** Queries from a root that is compiled down: any fields, aliases, fragments, directives and arguments, valid ones nearly always. */
export function randomQuery(schema: GraphQLSchema, ids: KnownIds, cursors: KnownCursors): fc.Arbitrary<RandomQuery> {
  return fc.gen().map((gen) => new Writer(schema, { ids, cursors }, gen).query());
}

/** Fields that no projection has. */
const NEEDS_RESOLVER = new Set(['citationFile', 'statusHistory', 'evidence', 'run', 'aliases', 'assets', 'links']);

class Writer {
  readonly #schema: GraphQLSchema;
  readonly #ids: KnownIds;
  readonly #cursors: KnownCursors;
  readonly #gen: fc.GeneratorValue;
  readonly #fragments: string[] = [];
  /** The field that an alias stands for on a type, since one name for two fields would only be refused. */
  readonly #aliased = new Map<string, string>();
  /** Whether there may be directives and fields without a projection in it. */
  readonly #needsResolvers: boolean;
  #isProjection = true;
  #budget = 45;

  constructor(
    schema: GraphQLSchema,
    { ids, cursors }: { ids: KnownIds; cursors: KnownCursors },
    gen: fc.GeneratorValue,
  ) {
    this.#schema = schema;
    this.#ids = ids;
    this.#cursors = cursors;
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
    const name = this.#oneOf([...ONES, ...LISTS, 'assets', 'assets', 'assets', ...WHOLES] as const);
    if (name === 'nodes' || name === 'node') return this.#nodes(name);
    if (name === 'viewer') return `viewer ${this.#viewer()}`;
    const type = getNamedType(this.#schema.getQueryType()!.getFields()[name]!.type) as GraphQLObjectType;
    return `${name}${this.#argumentsOf(name)} ${this.#selection(type, type, 0)}`;
  }

  /** Things by their ids, of several kinds, some twice and some that are not there. */
  #nodes(name: 'node' | 'nodes'): string {
    const known = [...this.#ids.asset, ...this.#ids.seal, ...this.#ids.render, 'ast_', 'nothing'];
    const ids = Array.from({ length: this.#oneOf([1, 2, 5, 9]) }, () => `"${this.#oneOf(known)}"`);
    const given = name === 'node' ? `(id: ${ids[0]})` : `(ids: [${ids.join(', ')}])`;
    return `${name}${given} ${this.#ofKinds(['Asset', 'Seal', 'Render'])}`;
  }

  /** Fields that all of them have, and of each kind those that it alone has: one name there means one thing. */
  #ofKinds(kinds: readonly string[]): string {
    const parts = kinds.flatMap((kind) => {
      if (!this.#chance(2)) return [];
      const type = this.#schema.getType(kind) as GraphQLObjectType;
      // Fields of one name and of several shapes may not stand side by side.
      return [`... on ${kind} { ${kind.toLowerCase()}Of: __typename ${this.#own(type)} }`];
    });
    return `{ __typename ${this.#oneOf(['id', 'it: id', '...  { id }'])} ${parts.join(' ')} }`;
  }

  /** Fields of a type under names of their own. */
  #own(type: GraphQLObjectType): string {
    const fields = Object.values(type.getFields()).filter(
      ({ name, args }) => args.length === 0 && (!NEEDS_RESOLVER.has(name) || this.#needsResolvers),
    );
    return Array.from({ length: this.#oneOf([1, 2, 4]) }, (_, place) => {
      const field = this.#oneOf(fields);
      const named = getNamedType(field.type);
      if (NEEDS_RESOLVER.has(field.name)) this.#isProjection = false;
      const below = isObjectType(named) ? this.#selection(named, named, 3) : '';
      return `${type.name.toLowerCase()}${place}: ${field.name} ${this.#directive()}${below}`;
    }).join(' ');
  }

  #viewer(): string {
    const fields = [
      'kind',
      'actor',
      'who: onBehalfOf',
      'name',
      'roles',
      'permissions',
      'approvalsWaiting',
      '__typename',
    ];
    const wanted = Array.from({ length: this.#oneOf([1, 2, 4]) }, () => this.#oneOf(fields));
    if (this.#chance(2))
      wanted.push(`credential { kind ${this.#oneOf(['expiresAt', 'issuedBy', 'until: expiresAt'])} }`);
    if (this.#chance(2)) wanted.push(`self ${this.#ofKinds([])}`);
    if (this.#chance(2)) {
      const type = this.#schema.getType('RenderConnection') as GraphQLObjectType;
      wanted.push(`renders${this.#argumentsOf('renders')} ${this.#selection(type, type, 1)}`);
    }
    return `{ ${[...new Set(wanted)].join(' ')} }`;
  }

  #argumentsOf(name: (typeof ONES)[number] | keyof typeof OF_LISTS): string {
    if (name === 'asset' || name === 'seal' || name === 'render') return `(id: "${this.#oneOf(this.#ids[name])}")`;
    const { filters, orders } = OF_LISTS[name];
    const order = this.#oneOf([undefined, ...orders]);
    const parts = [
      ...this.#page(name, order ?? orders[0]!),
      order && `orderBy: { field: ${order}${this.#oneOf(['', ', direction: ASC', ', direction: DESC'])} }`,
      name === 'assets' ? this.#assetFilter() : this.#filterOf(filters),
    ].filter(Boolean);
    return parts.length > 0 ? `(${parts.join(', ')})` : '';
  }

  #assetFilter(): string {
    return this.#oneOf(['', 'filter: $filter', 'filter: null', 'filter: {}', `filter: ${asLiteral(this.#filter())}`]);
  }

  /** None, one or two of what it can be asked for, each member once. */
  #filterOf(filters: readonly string[]): string {
    if (this.#chance(3)) return this.#oneOf(['', 'filter: null', 'filter: {}']);
    const members = [this.#oneOf(filters), this.#oneOf(filters)].map((one) => [one.split(':')[0]!, one] as const);
    return `filter: { ${[...new Map(members).values()].join(', ')} }`;
  }

  /** Which part of a list in this order, from either end. */
  #page(list: keyof typeof OF_LISTS, order: string): string[] {
    const known = this.#cursors[list]![order]!;
    const cursor = (name: string) => this.#oneOf(['', `${name}: null`, ...known.map((one) => `${name}: "${one}"`)]);
    if (this.#chance(25)) return [this.#oneOf(['first: 0', 'first: 101', 'last: 0', 'last: 101'])];
    if (this.#chance(2)) {
      return [this.#oneOf(['last: 1', 'last: 3', 'last: 10', 'last: 100', 'last: $first']), cursor('before')];
    }
    const isById = list === 'assets' && order === 'CREATED_AT';
    return [this.#oneOf(FIRSTS), isById && this.#chance(2) ? 'after: $after' : cursor('after')];
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

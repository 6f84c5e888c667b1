import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from 'graphql';
import { defaultPageSize, elementFields, listedBy, mostOf, takesPage } from '../schema/list-size.ts';

/** Maximum cost of an operation. A screen of the back office costs less than a fifth of it, and a report of quotations less than three quarters. */
export const MAX_COST = 5_000;

/**
 * Number of values that cost as much as one object. An object costs a statement or a row; a value inside an object, such as an
 * entry of a history, is read with it.
 */
const VALUES_PER_OBJECT = 10;

/** Variables of an operation as the client sent them. */
type OperationVariables = Readonly<Record<string, unknown>> | null | undefined;

interface ListCost {
  size: number;
  /** Limit of the list's length: the argument with its value, or the maximum length. */
  bound: string;
}

/** A page, with the names of the fields that have its elements. */
interface PageCost extends ListCost {
  elements: readonly string[];
}

interface SelectionCost {
  /** Number of objects with an id, and of elements of pages. */
  objects: number;
  /** Number of values within objects. */
  values: number;
  /** The most expensive field of the selection. Null for a selection without objects. */
  costliest: { name: string; list: ListCost | null; below: SelectionCost } | null;
}

const NOTHING: SelectionCost = { objects: 0, values: 0, costliest: null };

/** Cost: the number of objects, plus a tenth of the number of values. */
const totalOf = ({ objects, values }: SelectionCost) => Math.ceil(objects + values / VALUES_PER_OBJECT);

/** Maximum number of cached costs per operation, one for each combination of page sizes and conditions. */
const MAX_REMEMBERED = 50;

interface KnownCosts {
  /** Names of the variables on which the cost depends. */
  names: readonly string[];
  costs: Map<string, number>;
}

/** Cached costs by operation. A frequent operation has few page sizes. */
const known = new WeakMap<OperationDefinitionNode, KnownCosts>();

/**
 * Cost of an operation: the maximum number of objects that it can return with these variables. Pages count with the requested
 * size, other lists with their maximum length. Selections removed by `@skip` or `@include` don't count, and values inside objects
 * count a tenth.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: OperationVariables,
): number {
  let ofOperation = known.get(operation);
  if (!ofOperation) {
    ofOperation = { names: decisiveVariables(document), costs: new Map() };
    known.set(operation, ofOperation);
  }
  const { names, costs } = ofOperation;
  const key = names.map((name) => sizeIn(variables?.[name])).join(' ');
  let cost = costs.get(key);
  if (cost === undefined) {
    cost = totalOf(new CostMeasurer(schema, document, operation, variables).measure());
    if (costs.size >= MAX_REMEMBERED) costs.clear();
    costs.set(key, cost);
  }
  return cost;
}

/**
 * Makes the error for an operation that costs too much, which names the most expensive field. Null if the cost is within the
 * limit.
 */
export function costRefused(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: OperationVariables,
): GraphQLError | null {
  const cost = costOf(schema, document, operation, variables);
  if (cost <= MAX_COST) return null;
  const measured = new CostMeasurer(schema, document, operation, variables).measure();
  return new TooExpensive(`The operation's cost is ${cost}; at most ${MAX_COST}. ${costliestPath(measured)}`);
}

export class TooExpensive extends GraphQLError {
  constructor(message: string) {
    super(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } });
  }
}

function costliestPath(operation: SelectionCost): string {
  const path: string[] = [];
  const bounds: string[] = [];
  for (let { costliest } = operation; costliest; costliest = costliest.below.costliest) {
    path.push(costliest.name);
    if (costliest.list) bounds.push(`\`${costliest.name}\` ${costliest.list.bound}`);
  }
  return `The most expensive field is \`${path.join('.')}\`: ${bounds.join(', ')}. Request smaller pages with \`first\`, or split the operation.`;
}

/**
 * Names of variables that are a whole argument anywhere in the document. Only those can be page sizes or conditions of
 * directives.
 */
function decisiveVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Argument: ({ value }) => {
      if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** The part of a variable's value that can change the cost: a number, a boolean or the length of a list. */
function sizeIn(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : '';
}

const isSize = (argument: string) => argument === 'first' || argument === 'last';
const isCondition = (directive: string) => directive === 'skip' || directive === 'include';

/**
 * Measures the cost of a selection. Measures each fragment once per page size, so that a small document can't make measuring
 * expensive.
 */
class CostMeasurer {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #variables: ReadonlyMap<string, unknown>;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, SelectionCost>();

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: OperationVariables,
  ) {
    this.#schema = schema;
    this.#operation = operation;
    this.#variables = new Map(
      (operation.variableDefinitions ?? []).map(({ variable: { name }, defaultValue }) => {
        const given = variables?.[name.value];
        return [name.value, given === undefined && defaultValue ? literal(defaultValue) : given];
      }),
    );
    this.#fragments = new Map(
      document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
    );
  }

  measure(): SelectionCost {
    const { operation, selectionSet } = this.#operation;
    return this.#ofSelection(selectionSet, this.#schema.getRootType(operation) ?? undefined, null);
  }

  /** @param page the page whose elements are selected; null outside a page */
  #ofSelection(set: SelectionSetNode, type: GraphQLNamedType | undefined, page: PageCost | null): SelectionCost {
    const sum: SelectionCost = { ...NOTHING };
    let most = 0;
    for (const node of set.selections) {
      if (!this.#isIncluded(node.directives)) continue;
      let part: SelectionCost;
      if (node.kind === Kind.FIELD) part = this.#ofField(node, type, page);
      else if (node.kind === Kind.FRAGMENT_SPREAD) part = this.#ofFragment(node.name.value, page);
      else {
        const { typeCondition } = node;
        const of = typeCondition ? this.#schema.getType(typeCondition.name.value) : type;
        part = this.#ofSelection(node.selectionSet, of, page);
      }
      sum.objects += part.objects;
      sum.values += part.values;
      if (totalOf(part) <= most) continue;
      most = totalOf(part);
      sum.costliest = part.costliest;
    }
    return sum;
  }

  #ofFragment(name: string, page: PageCost | null): SelectionCost {
    const key = `${name} ${page?.size ?? ''}`;
    const measured = this.#measured.get(key);
    if (measured) return measured;
    const fragment = this.#fragments.get(name);
    if (!fragment) return NOTHING;
    // Prevents an endless loop. Validation itself refuses a fragment that contains itself.
    this.#measured.set(key, NOTHING);
    const type = this.#schema.getType(fragment.typeCondition.name.value);
    const cost = this.#ofSelection(fragment.selectionSet, type, page);
    this.#measured.set(key, cost);
    return cost;
  }

  #ofField(node: FieldNode, parent: GraphQLNamedType | undefined, page: PageCost | null): SelectionCost {
    const name = node.name.value;
    // Introspection has no cost, because graphql-js limits it itself.
    if (name.startsWith('__') || !node.selectionSet) return NOTHING;
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    const type = field && getNamedType(field.type);
    if (!field || !isCompositeType(type)) return NOTHING;
    const elements = elementFields(field);
    if (elements) {
      const list = { ...this.#pageOf(node, field), elements };
      const below = this.#ofSelection(node.selectionSet, type, list);
      return { objects: below.objects, values: below.values + 1, costliest: { name, list, below } };
    }
    const isElement = page?.elements.includes(name) ?? false;
    const list = takesPage(field) ? this.#pageOf(node, field) : this.#boundedList(node, field);
    const size = (isElement ? page : list)?.size ?? 1;
    const below = this.#ofSelection(node.selectionSet, type, null);
    const isObject = isElement || takesPage(field) || hasId(this.#schema, type);
    return {
      objects: size * (below.objects + (isObject ? 1 : 0)),
      values: size * (below.values + (isObject ? 0 : 1)),
      costliest: { name, list, below },
    };
  }

  #pageOf(node: FieldNode, field: GraphQLField<unknown, unknown>): ListCost {
    let page: ListCost | null = null;
    for (const { name, value } of node.arguments ?? []) {
      const given = isSize(name.value) ? this.#valueOf(value) : null;
      if (typeof given !== 'number' || given <= (page?.size ?? 0)) continue;
      page = { size: given, bound: `has \`${name.value}: ${given}\`` };
    }
    const size = defaultPageSize(field);
    return page ?? { size, bound: `has ${size} by default` };
  }

  #boundedList(node: FieldNode, field: GraphQLField<unknown, unknown>): ListCost | null {
    const most = mostOf(field);
    if (most === null) return null;
    const keys = node.arguments?.find(({ name }) => name.value === listedBy(field));
    const listed = keys && this.#valueOf(keys.value);
    const size = Array.isArray(listed) ? Math.min(listed.length, most) : most;
    return { size, bound: `has up to ${size}` };
  }

  #isIncluded(directives: readonly DirectiveNode[] = []): boolean {
    return directives.every(({ name, arguments: given = [] }) => {
      if (!isCondition(name.value) || !given[0]) return true;
      return this.#valueOf(given[0].value) !== (name.value === 'skip');
    });
  }

  #valueOf(node: ValueNode): unknown {
    return node.kind === Kind.VARIABLE ? this.#variables.get(node.name.value) : literal(node);
  }
}

/** Value of a number, boolean or list literal. Undefined for other literals, which don't change the cost. */
function literal(node: ValueNode): number | boolean | readonly unknown[] | undefined {
  if (node.kind === Kind.INT) return Number(node.value);
  if (node.kind === Kind.LIST) return node.values;
  return node.kind === Kind.BOOLEAN ? node.value : undefined;
}

const withId = new WeakMap<GraphQLNamedType, boolean>();

/** True if a type, or one of its possible types, implements `Node`, so that reading it can take a row or a statement. */
function hasId(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  let has = withId.get(type);
  if (has === undefined) {
    const types = isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
    has = types.some((one) => one.getInterfaces().some(({ name }) => name === 'Node'));
    withId.set(type, has);
  }
  return has;
}

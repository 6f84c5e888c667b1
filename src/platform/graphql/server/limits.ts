import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { Refusal } from '../../errors/errors.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../schema/connection.ts';
import { mostOf, takesPage } from '../schema/list-size.ts';

/**
 * What one operation may ask for. Each limit is several times what the largest stored operation needs, and low enough that
 * the worst document within it is answered in well under a second.
 */
export const LIMITS = {
  /** Of the document: comments and spaces are no tokens. A long text is sent as a variable. */
  characters: 100_000,
  /** Counted by the parser, before anything else looks at the document. */
  tokens: 1_000,
  depth: 12,
  aliases: 30,
  /** The same field written again and again on one level; the executor merges them, but only after comparing all pairs. */
  repeatedFields: 50,
  directives: 20,
  /** Of the whole schema, which grows with each feature. Tools ask for it once. */
  introspections: 4,
  /** Objects that could be returned: each page counted at the size asked for, each other list as the longest it can be. */
  cost: 5_000,
} as const;

/** What is wrong with a document beyond these is told when they are mended: each costs more than to find that nothing is. */
export const MAX_VALIDATION_ERRORS = 10;

/** @throws Refusal for a document that is too long to be looked at. */
export function assertShort(source: string): void {
  if (source.length <= LIMITS.characters) return;
  throw new Refusal(
    'GRAPHQL_VALIDATION_FAILED',
    `The document has ${source.length} characters; at most ${LIMITS.characters}. Send long texts as variables.`,
  );
}

interface Measure {
  depth: number;
  aliases: number;
  directives: number;
  introspections: number;
  /** Objects below here, for one parent. */
  cost: number;
}

/**
 * One validation rule for depth, aliases, repeated fields, directives and cost. Fragments are measured once each and their
 * figures reused, so a document cannot make the measuring itself expensive. Introspection is measured like the rest except
 * for depth and cost: graphql-js bounds its nesting itself.
 */
export function operationLimits(context: ValidationContext): ASTVisitor {
  return {
    Document(document: DocumentNode) {
      const measurer = new Measurer(context.getSchema(), document);
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
        const root = context.getSchema().getRootType(definition.operation);
        const measure = measurer.ofLevel(definition.selectionSet, root ?? undefined);
        for (const name of ['depth', 'aliases', 'directives', 'introspections', 'cost'] as const) {
          if (measure[name] > LIMITS[name])
            report(`The operation's ${name} is ${measure[name]}; at most ${LIMITS[name]}.`);
        }
        if (measurer.mostRepeated > LIMITS.repeatedFields) {
          report(`A field is repeated ${measurer.mostRepeated} times on one level; at most ${LIMITS.repeatedFields}.`);
        }
      }
    },
  };

  function report(message: string): void {
    context.reportError(new GraphQLError(message));
  }
}

/** What an operation asks for, as its limits count it. */
export function measureOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Measure {
  const root = schema.getRootType(operation.operation);
  return new Measurer(schema, document).ofLevel(operation.selectionSet, root ?? undefined);
}

const NOTHING: Measure = { depth: 0, aliases: 0, directives: 0, introspections: 0, cost: 0 };

class Measurer {
  mostRepeated = 0;
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, Measure | 'MEASURING'>();

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    this.#fragments = new Map(
      document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
    );
  }

  /** The selection of a field or of the operation, with the fragments in it. */
  ofLevel(set: SelectionSetNode, type: GraphQLNamedType | undefined): Measure {
    this.#countFields(set, new Map(), new Set());
    return this.#ofSelection(set, type);
  }

  /** Counts as the executor merges: through fragments, each named one once. */
  #countFields(set: SelectionSetNode, times: Map<string, number>, spread: Set<string>): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const seen = (times.get(node.name.value) ?? 0) + 1;
        times.set(node.name.value, seen);
        this.mostRepeated = Math.max(this.mostRepeated, seen);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        this.#countFields(node.selectionSet, times, spread);
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = this.#fragments.get(node.name.value);
        if (fragment) this.#countFields(fragment.selectionSet, times, spread);
      }
    }
  }

  #ofSelection(set: SelectionSetNode, type: GraphQLNamedType | undefined): Measure {
    const total: Measure = { ...NOTHING };
    for (const node of set.selections) {
      total.directives += node.directives?.length ?? 0;
      if (node.kind === Kind.FIELD) {
        if (node.alias) total.aliases += 1;
        add(total, this.#ofField(node, type));
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        const condition = node.typeCondition ? this.#schema.getType(node.typeCondition.name.value) : type;
        add(total, this.#ofSelection(node.selectionSet, condition));
      } else {
        add(total, this.#ofFragment(node.name.value));
      }
    }
    return total;
  }

  #ofFragment(name: string): Measure {
    const known = this.#measured.get(name);
    // A fragment within itself is refused by the specification's own rules; here it only must not loop.
    if (known === 'MEASURING') return NOTHING;
    if (known) return known;
    const fragment = this.#fragments.get(name);
    if (!fragment) return NOTHING;
    this.#measured.set(name, 'MEASURING');
    const measure = this.#ofSelection(fragment.selectionSet, this.#schema.getType(fragment.typeCondition.name.value));
    this.#measured.set(name, measure);
    return measure;
  }

  #ofField(node: FieldNode, parent: GraphQLNamedType | undefined): Measure {
    const isIntrospection = node.name.value.startsWith('__');
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    const named = field && getNamedType(field.type);
    const below = node.selectionSet ? this.ofLevel(node.selectionSet, named) : NOTHING;
    if (isIntrospection) {
      const introspections = below.introspections + (node.name.value === '__schema' ? 1 : 0);
      return { ...below, depth: 0, cost: 0, introspections };
    }
    if (!field || !isCompositeType(named)) return { ...below, depth: below.depth + 1 };
    // The nodes of a connection are counted where its page size is.
    const times = takesPage(field) ? pageSizeOf(node) : (mostOf(field) ?? 1);
    return { ...below, depth: below.depth + 1, cost: 1 + times * Math.max(below.cost, 1) };
  }
}

function pageSizeOf(node: FieldNode): number {
  const sizes = (node.arguments ?? []).flatMap(({ name, value }) => {
    if ((name.value !== 'first' && name.value !== 'last') || value.kind === Kind.NULL) return [];
    // A variable's value is not known yet: count the largest page.
    return [value.kind === Kind.INT ? Math.max(1, Number(value.value)) : MAX_PAGE_SIZE];
  });
  return sizes.length > 0 ? Math.max(...sizes) : DEFAULT_PAGE_SIZE;
}

function add(total: Measure, part: Measure): void {
  total.depth = Math.max(total.depth, part.depth);
  total.aliases += part.aliases;
  total.directives += part.directives;
  total.introspections += part.introspections;
  total.cost += part.cost;
}

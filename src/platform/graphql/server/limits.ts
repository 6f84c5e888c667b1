import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { Refusal } from '../../errors/errors.ts';

/**
 * Limits of a GraphQL document, independent of its variables. Each limit is several times what the largest stored operation
 * needs, and low enough that the most expensive allowed document takes well under a second. `costOf` computes the cost, which
 * depends on variables.
 */
export const LIMITS = {
  /** Maximum characters of the document. Comments and spaces count here; they aren't tokens. Long texts belong in variables. */
  characters: 100_000,
  /** Maximum tokens of the document. The parser counts them before anything else reads the document. */
  tokens: 1_000,
  depth: 12,
  aliases: 30,
  /** Maximum repetitions of a field on one level. graphql-js compares all pairs of them before it merges them. */
  repeatedFields: 50,
  directives: 20,
  /**
   * Maximum number of introspections of the whole schema in one document. The schema grows with each feature, and tools need one
   * introspection.
   */
  introspections: 4,
} as const;

/** Maximum number of validation errors in a response. The check of an invalid document takes longer with each error. */
export const MAX_VALIDATION_ERRORS = 10;

/** @throws Refusal for a document that is too long to be parsed */
export function assertShort(source: string): void {
  if (source.length <= LIMITS.characters) return;
  throw new Refusal(
    'GRAPHQL_VALIDATION_FAILED',
    `The GraphQL document has ${source.length} characters; at most ${LIMITS.characters} are allowed. Send long texts as variables.`,
  );
}

interface Measure {
  depth: number;
  aliases: number;
  directives: number;
  introspections: number;
}

/**
 * Validation rule that limits depth, aliases, repeated fields, directives and introspections. Each fragment is measured once, so
 * that a document can't make measuring expensive. Introspection counts like other fields except for depth, which graphql-js
 * limits itself.
 */
export function operationLimits(context: ValidationContext): ASTVisitor {
  return {
    Document(document: DocumentNode) {
      const measurer = new Measurer(document);
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
        const measure = measurer.ofLevel(definition.selectionSet);
        for (const name of ['depth', 'aliases', 'directives', 'introspections'] as const) {
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

/** Measures an operation's depth, aliases and so on, in the way that `LIMITS` limits them. */
export function measureOf(document: DocumentNode, { selectionSet }: OperationDefinitionNode): Measure {
  return new Measurer(document).ofLevel(selectionSet);
}

const NOTHING: Measure = { depth: 0, aliases: 0, directives: 0, introspections: 0 };

class Measurer {
  mostRepeated = 0;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, Measure | 'MEASURING'>();

  constructor(document: DocumentNode) {
    this.#fragments = new Map(
      document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
    );
  }

  /** Measures the selection of a field or operation, including its fragments. */
  ofLevel(set: SelectionSetNode): Measure {
    this.#countFields(set, new Map(), new Set());
    return this.#ofSelection(set);
  }

  /** Counts repeated fields as the executor merges them: including those of fragments, each of which counts once. */
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

  #ofSelection(set: SelectionSetNode): Measure {
    const total: Measure = { ...NOTHING };
    for (const node of set.selections) {
      total.directives += node.directives?.length ?? 0;
      if (node.kind === Kind.FIELD) {
        if (node.alias) total.aliases += 1;
        add(total, this.#ofField(node));
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        add(total, this.#ofSelection(node.selectionSet));
      } else {
        add(total, this.#ofFragment(node.name.value));
      }
    }
    return total;
  }

  #ofFragment(name: string): Measure {
    const known = this.#measured.get(name);
    // Prevents an endless loop. Validation itself refuses a fragment that contains itself.
    if (known === 'MEASURING') return NOTHING;
    if (known) return known;
    const fragment = this.#fragments.get(name);
    if (!fragment) return NOTHING;
    this.#measured.set(name, 'MEASURING');
    const measure = this.#ofSelection(fragment.selectionSet);
    this.#measured.set(name, measure);
    return measure;
  }

  #ofField({ name: { value: name }, selectionSet }: FieldNode): Measure {
    const below = selectionSet ? this.ofLevel(selectionSet) : NOTHING;
    if (!name.startsWith('__')) return { ...below, depth: below.depth + 1 };
    return { ...below, depth: 0, introspections: below.introspections + (name === '__schema' ? 1 : 0) };
  }
}

function add(total: Measure, part: Measure): void {
  total.depth = Math.max(total.depth, part.depth);
  total.aliases += part.aliases;
  total.directives += part.directives;
  total.introspections += part.introspections;
}

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
 * Limits of a document, whatever its variables are. Each is several times what the largest stored operation needs, and low
 * enough that the worst document within it is answered in well under a second. Its cost depends on the variables: see
 * `costOf`.
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
} as const;

/** Most validation errors in an answer. An invalid document takes longer to check than a valid one, and each error adds to it. */
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
}

/**
 * One validation rule for depth, aliases, repeated fields and directives. Fragments are measured once each and their figures
 * reused, so a document can't make the measuring itself expensive. Introspection is measured like the rest except for depth:
 * graphql-js bounds its nesting itself.
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

/** Depth, aliases and the like of an operation, as its limits count them. */
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

  /** The selection of a field or of the operation, with the fragments in it. */
  ofLevel(set: SelectionSetNode): Measure {
    this.#countFields(set, new Map(), new Set());
    return this.#ofSelection(set);
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
    // Validation refuses a fragment within itself; here it only must not loop.
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

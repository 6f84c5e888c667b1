import { isPlain, type JsonSchemaObject, type SchemaGraph, schemaGraph } from './schema-graph.ts';

/** Work that compiling and checking a JSON Schema causes, which its length doesn't show. Numbers are capped at `SATURATED`. */
export interface SchemaWork {
  /** Number of subschemas after each `$ref` is replaced by its target. A recursive reference counts once. */
  readonly subschemas: number;
  /** Maximum number of nested subschemas, including those of references. */
  readonly depth: number;
  /** Number of `$ref`s after unfolding: those in a definition count again for each reference to the definition. */
  readonly references: number;
  /** Maximum number of subschemas that apply to one value, by `allOf`, `anyOf`, `oneOf`, `if`, `not` and `$ref`. */
  readonly perValue: number;
  /** Characters of JSON that the smallest valid value needs, by `minItems`, `minLength`, `required` and so on. */
  readonly leastCharacters: number;
  /** True if a schema contains itself by a reference. */
  readonly isRecursive: boolean;
}

export type SchemaBound = 'values' | 'nesting' | 'characters' | Exclude<keyof SchemaWork, 'isRecursive'>;

export interface SchemaExcess {
  /** Name of the bound that the schema exceeds. Null if the schema is malformed. */
  readonly bound: SchemaBound | null;
  /** JSON pointer to the faulty part of the schema. */
  readonly pointer: string;
  /** Sentences that describe the fault and how to fix it. */
  readonly detail: string;
}

/** Maximum values for one schema. */
export type SchemaBounds = Readonly<Record<SchemaBound, number>>;

export const SCHEMA_BOUNDS: SchemaBounds = {
  /** Number of JSON values in the schema document. */
  values: 20_000,
  /** Levels of nested objects and lists in the schema document. */
  nesting: 64,
  characters: 100_000,
  subschemas: 5_000,
  depth: 64,
  references: 2_000,
  perValue: 1_000,
  leastCharacters: 50_000,
};

/** Text for the API descriptions of fields that take a schema. */
export const SCHEMA_WORDS = `JSON Schema without external references. The schema can unfold to at most ${SCHEMA_BOUNDS.subschemas.toLocaleString('en')} subschemas. A schema that exceeds this or another bound is refused, and the error names the bound.`;

/** Value at which measured numbers are capped. All bounds are far below it. */
const SATURATED = 1e12;

const WORDS: Readonly<Record<SchemaBound, readonly [what: string, advice: string]>> = {
  values: ['has more than {} JSON values', 'Send a smaller schema.'],
  nesting: ['is nested deeper than {} levels', 'Send a flatter schema.'],
  characters: ['has more than {} characters', 'Send a smaller schema.'],
  subschemas: ['unfolds to more than {} subschemas', 'Refer to fewer definitions, or to smaller ones.'],
  depth: ['unfolds to more than {} levels of subschemas', 'Nest fewer definitions in each other.'],
  references: ['unfolds to more than {} references', 'Refer to definitions less often.'],
  perValue: ['applies more than {} subschemas to one value', 'Combine fewer with allOf, anyOf, oneOf and $ref.'],
  leastCharacters: [
    'asks for values of more than {} characters of JSON',
    'Lower minItems, minLength or minProperties, or require less.',
  ],
};

/**
 * Measures a schema before it is walked or compiled. A few hundred bytes of nested `$ref`s can unfold to 2^60 subschemas, so
 * nothing is unfolded: each definition is counted once, in linear time and without recursion.
 */
export function measureSchema(
  schema: unknown,
  bounds: SchemaBounds = SCHEMA_BOUNDS,
): { readonly work: SchemaWork } | { readonly excess: SchemaExcess } {
  if (!isPlain(schema)) {
    return { excess: { bound: null, pointer: '', detail: 'A JSON Schema must be an object.' } };
  }
  const oversized = documentExcess(schema, bounds);
  if (oversized) return { excess: oversized };
  const graph = schemaGraph(schema);
  if ('mistake' in graph) return { excess: { bound: null, ...graph.mistake } };
  const endless = infiniteRecursionIn(graph);
  if (endless !== null) {
    const detail = 'This `$ref` leads back to itself without a step into the value. Refer to another definition.';
    return { excess: { bound: null, pointer: graph.pointer(endless), detail } };
  }
  return unfolded(graph, bounds);
}

const excessOf = (bound: SchemaBound, bounds: SchemaBounds, pointer: string): SchemaExcess => {
  const [what, advice] = WORDS[bound];
  const sentence = what.replace('{}', bounds[bound].toLocaleString('en'));
  return { bound, pointer, detail: `The schema ${sentence} (limit: ${bound}). ${advice}` };
};

/** Checks the bounds that need only the schema document. Null if it exceeds none. */
function documentExcess(schema: unknown, bounds: SchemaBounds): SchemaExcess | null {
  const left: { value: unknown; depth: number }[] = [{ value: schema, depth: 0 }];
  let values = 0;
  let characters = 0;
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { value, depth } = one;
    if (++values > bounds.values) return excessOf('values', bounds, '');
    if (typeof value === 'string') characters += value.length + 3;
    else if (typeof value !== 'object' || value === null) characters += 6;
    else {
      if (depth >= bounds.nesting) return excessOf('nesting', bounds, '');
      if (Array.isArray(value)) for (const item of value) left.push({ value: item, depth: depth + 1 });
      else {
        for (const name of Object.keys(value)) {
          characters += name.length + 4;
          left.push({ value: (value as JsonSchemaObject)[name], depth: depth + 1 });
        }
      }
      if (left.length > bounds.values) return excessOf('values', bounds, '');
    }
    if (characters > bounds.characters) return excessOf('characters', bounds, '');
  }
  return null;
}

/** Values of a subschema's status during the search for recursion; 0 means not visited. */
const OPEN = 1;
const DONE = 2;

/** Finds the first subschema that refers to itself for the same value, so that validation would never end. Null if none does. */
function infiniteRecursionIn(graph: SchemaGraph): number | null {
  const visits = new Uint8Array(graph.places.length);
  for (let root = 0; root < graph.places.length; root++) {
    if (visits[root] !== 0) continue;
    const path: { place: number; next: number }[] = [{ place: root, next: 0 }];
    visits[root] = OPEN;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = graph.places[top.place]!.edges[top.next++];
      if (edge === undefined) {
        visits[top.place] = DONE;
        path.pop();
      } else if (edge.isSameValue) {
        if (visits[edge.to] === OPEN) return top.place;
        if (visits[edge.to] === 0) {
          visits[edge.to] = OPEN;
          path.push({ place: edge.to, next: 0 });
        }
      }
    }
  }
  return null;
}

/**
 * Computes the work of the whole schema by adding up the numbers of each subschema's own subschemas. A recursive reference counts
 * as one.
 */
function unfolded(
  graph: SchemaGraph,
  bounds: SchemaBounds,
): { readonly work: SchemaWork } | { readonly excess: SchemaExcess } {
  const { places } = graph;
  const visits = new Uint8Array(places.length);
  const subschemas = new Float64Array(places.length);
  const depths = new Uint32Array(places.length);
  const references = new Float64Array(places.length);
  const perValue = new Float64Array(places.length);
  const least = new Float64Array(places.length);
  let isRecursive = false;

  const path: { place: number; next: number }[] = [{ place: 0, next: 0 }];
  visits[0] = OPEN;
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const { place } = top;
    const edge = places[place]!.edges[top.next++];
    if (edge !== undefined) {
      if (visits[edge.to] === OPEN) isRecursive = true;
      else if (visits[edge.to] === 0) {
        visits[edge.to] = OPEN;
        path.push({ place: edge.to, next: 0 });
      }
      continue;
    }
    path.pop();
    add(place);
    visits[place] = DONE;
    const found = passedAt(place);
    if (found) return { excess: excessOf(found, bounds, graph.pointer(place)) };
  }
  return {
    work: {
      subschemas: subschemas[0]!,
      depth: depths[0]!,
      references: references[0]!,
      perValue: perValue[0]!,
      leastCharacters: least[0]!,
      isRecursive,
    },
  };

  function add(place: number): void {
    let [count, depth, refs, same] = [1, 0, 0, 1];
    for (const { to, isSameValue, isReference } of places[place]!.edges) {
      const isDone = visits[to] === DONE;
      count += isDone ? subschemas[to]! : 1;
      depth = Math.max(depth, isDone ? depths[to]! : 0);
      refs += (isReference ? 1 : 0) + (isDone ? references[to]! : 0);
      if (isSameValue) same += isDone ? perValue[to]! : 1;
    }
    subschemas[place] = saturated(count);
    depths[place] = depth + 1;
    references[place] = saturated(refs);
    perValue[place] = saturated(same);
    least[place] = leastOf(place);
  }

  function leastOf(place: number): number {
    const { edges, leastCharacters } = places[place]!;
    let [parts, all] = [leastCharacters, 0];
    const choices = new Map<string, number>();
    for (const { to, demand } of edges) {
      if (demand === null) continue;
      const size = least[to]!;
      if (demand.by === 'PART') parts += demand.times * (size + demand.characters);
      else if (demand.by === 'ALL') all = Math.max(all, size);
      else choices.set(demand.group, Math.min(choices.get(demand.group) ?? SATURATED, size));
    }
    return saturated(Math.max(parts, all, ...choices.values()));
  }

  function passedAt(place: number): SchemaBound | null {
    if (subschemas[place]! > bounds.subschemas) return 'subschemas';
    if (references[place]! > bounds.references) return 'references';
    if (perValue[place]! > bounds.perValue) return 'perValue';
    if (depths[place]! > bounds.depth) return 'depth';
    return least[place]! > bounds.leastCharacters ? 'leastCharacters' : null;
  }
}

const saturated = (value: number) => Math.min(value, SATURATED);

export type JsonSchemaObject = Readonly<Record<string, unknown>>;

/** Effect of a subschema's smallest JSON value on the length of the outer schema's smallest value. */
export type SizeDemand =
  /** A member, or items: adds `times` times the sum of the subschema's smallest size and `characters`. */
  | { readonly by: 'PART'; readonly times: number; readonly characters: number }
  /** Same value: the value must be at least as large as the subschema's smallest value. */
  | { readonly by: 'ALL' }
  /** Alternatives such as those of `anyOf`: only the smallest subschema of the `group` counts. */
  | { readonly by: 'ONE'; readonly group: string };

/** A subschema that another subschema contains or refers to. */
export interface SchemaEdge {
  readonly to: number;
  /** True if the subschema applies to the same value. False for a member or an item. */
  readonly isSameValue: boolean;
  readonly isReference: boolean;
  /** Null if the subschema doesn't make the smallest value of the outer schema larger. */
  readonly demand: SizeDemand | null;
}

export interface SchemaNode {
  readonly edges: readonly SchemaEdge[];
  /** Number of characters of the smallest valid value as JSON, without those that the edges add. */
  readonly leastCharacters: number;
}

/** Graph of the subschemas that the root schema contains or refers to. The root is the first, and each occurs once. */
export interface SchemaGraph {
  readonly places: readonly SchemaNode[];
  /** JSON pointer of a subschema in the document. */
  pointer(place: number): string;
}

interface SchemaMistake {
  readonly pointer: string;
  readonly detail: string;
}

/** Keywords whose value is a schema: `SAME_VALUE` for the same value, `INSIDE` for members and items. */
const SAME_VALUE = ['not', 'if', 'then', 'else'];
const INSIDE = [
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'contentSchema',
];
/** Keywords whose value is an object of schemas by name. These schemas apply to the same value. */
const SAME_VALUE_BY_NAME = ['dependentSchemas', 'dependencies'];
const ELSEWHERE = ['$dynamicRef', '$recursiveRef'];

/**
 * Finds all subschemas of a schema, or the first broken or unsupported reference. Other malformed parts count as having no
 * subschemas; the compilation reports them.
 */
export function schemaGraph(root: JsonSchemaObject): SchemaGraph | { readonly mistake: SchemaMistake } {
  const places: { edges: SchemaEdge[]; leastCharacters: number }[] = [];
  const schemas: unknown[] = [];
  const origins: (readonly [parent: number, path: string])[] = [];
  const known = new Map<object, number>();
  let anchors: ReadonlyMap<string, object> | null = null;
  let mistake: SchemaMistake | null = null;

  placeOf(root, -1, '');
  for (let at = 0; at < schemas.length && mistake === null; at++) read(at);
  return mistake === null ? { places, pointer } : { mistake };

  function placeOf(schema: unknown, parent: number, path: string): number {
    const isObject = typeof schema === 'object' && schema !== null;
    const place = isObject ? known.get(schema) : undefined;
    if (place !== undefined) return place;
    if (isObject) known.set(schema, places.length);
    schemas.push(schema);
    origins.push([parent, path]);
    return places.push({ edges: [], leastCharacters: 1 }) - 1;
  }

  function read(at: number): void {
    const schema = schemas[at];
    if (!isPlain(schema)) return;
    const place = places[at]!;
    const edge = (
      value: unknown,
      path: string,
      isSameValue: boolean,
      demand: SizeDemand | null,
      isReference = false,
    ) => {
      if (!isReference && !isPlain(value) && typeof value !== 'boolean') return;
      place.edges.push({ to: placeOf(value, at, path), isSameValue, isReference, demand });
    };
    if (ELSEWHERE.some((keyword) => own(schema, keyword) !== undefined)) {
      mistake ??= { pointer: pointer(at), detail: 'Dynamic references are not supported. Use `$ref`.' };
      return;
    }
    if (at > 0 && typeof own(schema, '$id') === 'string') {
      const detail = 'An `$id` inside a schema is not supported. Put the definition under `$defs` and use `#/$defs/…`.';
      mistake ??= { pointer: pointer(at), detail };
      return;
    }
    const ref = own(schema, '$ref');
    if (typeof ref === 'string') {
      anchors ??= anchorsOf(root);
      const target = referredPlace(root, ref, anchors);
      if ('detail' in target) {
        mistake ??= { pointer: pointer(at), detail: target.detail };
        return;
      }
      edge(target.schema, ref.startsWith('#/') ? `=${ref.slice(1)}` : '=', true, { by: 'ALL' }, true);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const list = own(schema, keyword);
      if (!Array.isArray(list)) continue;
      const demand: SizeDemand = keyword === 'allOf' ? { by: 'ALL' } : { by: 'ONE', group: keyword };
      for (const [index, one] of list.entries()) edge(one, `/${keyword}/${index}`, true, demand);
    }
    for (const keyword of SAME_VALUE) edge(own(schema, keyword), `/${keyword}`, true, null);
    for (const keyword of SAME_VALUE_BY_NAME) byName(keyword, () => null, true);
    for (const keyword of INSIDE) edge(own(schema, keyword), `/${keyword}`, false, null);
    byName('patternProperties', () => null, false);
    place.leastCharacters = ownCharacters(schema);
    const isObject = allows(schema, 'object');
    const required = new Set(isObject ? listOf(own(schema, 'required')) : []);
    byName('properties', (name) => (required.has(name) ? { by: 'PART', times: 1, characters: name.length + 4 } : null));
    readItems();

    function byName(keyword: string, demandOf: (name: string) => SizeDemand | null, isSameValue = false) {
      const named = own(schema as JsonSchemaObject, keyword);
      if (!isPlain(named)) return;
      for (const name of Object.keys(named)) {
        edge(named[name], `/${keyword}/${escaped(name)}`, isSameValue, demandOf(name));
      }
    }

    function readItems() {
      const { items } = schema as JsonSchemaObject;
      const least = allows(schema as JsonSchemaObject, 'array') ? numberAt(schema as JsonSchemaObject, 'minItems') : 0;
      const [listed, keyword] = Array.isArray(items)
        ? [items, 'items']
        : [own(schema as JsonSchemaObject, 'prefixItems'), 'prefixItems'];
      const prefix = Array.isArray(listed) ? listed : [];
      for (const [index, one] of prefix.entries()) {
        edge(one, `/${keyword}/${index}`, false, index < least ? { by: 'PART', times: 1, characters: 1 } : null);
      }
      const others = Math.max(0, least - prefix.length);
      const [rest, where] = Array.isArray(items)
        ? [own(schema as JsonSchemaObject, 'additionalItems'), 'additionalItems']
        : [items, 'items'];
      edge(rest, `/${where}`, false, others > 0 ? { by: 'PART', times: others, characters: 1 } : null);
      // Each further item needs at least one character and a comma.
      if (!isPlain(rest)) place.leastCharacters += 2 * others;
    }
  }

  function pointer(place: number): string {
    let text = '';
    for (let at = place; at > 0; ) {
      const [parent, path] = origins[at]!;
      // The pointer to a referenced subschema is that of its definition.
      if (path.startsWith('=')) return `${path.slice(1)}${text}`;
      text = `${path}${text}`;
      at = parent;
    }
    return text;
  }
}

/** Finds the subschema that a `$ref` refers to. External references aren't fetched. */
export function referredPlace(
  root: JsonSchemaObject,
  ref: string,
  anchors: ReadonlyMap<string, object>,
): { readonly schema: unknown } | { readonly detail: string } {
  if (!ref.startsWith('#')) {
    return { detail: 'A `$ref` can only refer to the same schema, e.g. `#/$defs/name`. Nothing is fetched.' };
  }
  if (ref === '#') return { schema: root };
  const anchor = anchors.get(ref.slice(1));
  if (anchor) return { schema: anchor };
  let at: unknown = root;
  for (const step of ref.startsWith('#/') ? ref.slice(2).split('/') : ['']) {
    const name = decoded(step);
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as JsonSchemaObject)[name] : undefined;
    if (at === undefined) break;
  }
  if (isPlain(at) || typeof at === 'boolean') return { schema: at };
  return {
    detail: "This `$ref` doesn't refer to a schema in the document. Add the definition, or correct the reference.",
  };
}

/** Finds the schemas with an `$anchor`, by the anchor's name. */
export function anchorsOf(root: unknown): ReadonlyMap<string, object> {
  const anchors = new Map<string, object>();
  const left = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      const anchor = own(value as JsonSchemaObject, '$anchor');
      if (typeof anchor === 'string' && !anchors.has(anchor)) anchors.set(anchor, value);
    }
    for (const member of Object.values(value)) if (member !== undefined) left.push(member);
  }
  return anchors;
}

function ownCharacters(schema: JsonSchemaObject): number {
  if (own(schema, 'const') !== undefined) return JSON.stringify(schema.const).length;
  const { enum: choices } = schema;
  if (Array.isArray(choices) && choices.length > 0) {
    return choices.reduce(
      (least, choice) => Math.min(least, JSON.stringify(choice)?.length ?? 0),
      Number.POSITIVE_INFINITY,
    );
  }
  let least = 1;
  if (allows(schema, 'string')) least = Math.max(least, numberAt(schema, 'minLength'));
  // A member needs at least six characters, as in `"a":1,`.
  if (allows(schema, 'object')) least = Math.max(least, 6 * numberAt(schema, 'minProperties'));
  return least;
}

/** True if the schema allows values of a type. A schema without `type` allows all. */
function allows(schema: JsonSchemaObject, type: string): boolean {
  const types = own(schema, 'type');
  return types === undefined || types === type || (Array.isArray(types) && types.includes(type));
}

function numberAt(schema: JsonSchemaObject, keyword: string): number {
  const value = own(schema, keyword);
  return typeof value === 'number' && value > 0 ? Math.min(value, 1e12) : 0;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads an object's own member, because a schema can have a member named `__proto__`. */
const own = (schema: JsonSchemaObject, name: string): unknown =>
  Object.hasOwn(schema, name) ? schema[name] : undefined;

export const isPlain = (value: unknown): value is JsonSchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

function decoded(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // A step that can't be decoded is taken as it is written.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

import { type Body, isObject, list } from './rule.ts';

/** A schema within another one, with the keys that lead to it. */
export interface Subschema {
  readonly schema: Record<string, Body>;
  readonly way: readonly (string | number)[];
  /** Levels of objects and lists above it. */
  readonly depth: number;
}

const MAPS = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'];
const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];

/** The schema itself and every schema in it, parents first. Booleans are left out. */
export function* subschemas(
  root: unknown,
  way: readonly (string | number)[] = [],
  depth = 0,
): Generator<Subschema, void> {
  if (!isObject(root)) return;
  yield { schema: root, way, depth };
  for (const key of MAPS) {
    for (const [name, one] of Object.entries(isObject(root[key]) ? root[key] : {})) {
      yield* subschemas(one, [...way, key, name], key === 'properties' ? depth + 1 : depth);
    }
  }
  for (const key of SINGLE) yield* subschemas(root[key], [...way, key], key === 'items' ? depth + 1 : depth);
  for (const key of LISTS) {
    for (const [at, one] of list(root[key]).entries()) yield* subschemas(one, [...way, key, at], depth);
  }
}

/** The first schema that fits, the root first. */
export function findSchema(root: unknown, fits: (one: Subschema) => boolean): Subschema | null {
  for (const one of subschemas(root)) if (fits(one)) return one;
  return null;
}

export const typesOf = (schema: Record<string, Body>): string[] =>
  (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => typeof type === 'string');

export const isObjectSchema = (schema: Record<string, Body>): boolean =>
  typesOf(schema).includes('object') || isObject(schema.properties);

export const keysOf = (schema: Record<string, Body>): string[] =>
  isObject(schema.properties) ? Object.keys(schema.properties) : [];

/** The schema that a reference within the document leads to. Null for one that leads nowhere or out of it. */
export function referred(root: unknown, ref: unknown): unknown {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return null;
  let place: Body = root;
  for (const step of ref.split('/').slice(1)) {
    const key = decodedStep(step);
    if (!Array.isArray(place) && !isObject(place)) return null;
    if (!Object.hasOwn(place, key)) return null;
    place = (place as Record<string, Body>)[key];
  }
  return place;
}

function decodedStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

/** True if following references from a schema leads back to it. Only what `follows` accepts is followed. */
export function isRecursive(root: unknown, follows: (child: Subschema, parent: Subschema) => boolean = () => true) {
  const open = new Set<unknown>();
  const done = new Set<unknown>();
  const visit = (schema: unknown): boolean => {
    if (!isObject(schema) || done.has(schema)) return false;
    if (open.has(schema)) return true;
    open.add(schema);
    const parent = { schema, way: [], depth: 0 };
    const next = [...children(schema).filter((child) => follows(child, parent)), ...referredFrom(root, schema)];
    const isFound = next.some((child) => visit(child.schema));
    open.delete(schema);
    done.add(schema);
    return isFound;
  };
  return visit(root);
}

function referredFrom(root: unknown, schema: Record<string, Body>): Subschema[] {
  const target = schema.$ref === undefined ? null : referred(root, schema.$ref);
  return isObject(target) ? [{ schema: target, way: [], depth: 0 }] : [];
}

function children(schema: Record<string, Body>): Subschema[] {
  const found: Subschema[] = [];
  const add = (one: unknown, way: (string | number)[]) => {
    if (isObject(one)) found.push({ schema: one, way, depth: 0 });
  };
  for (const key of MAPS) {
    // Definitions count where a reference leads to them.
    if (key === '$defs' || key === 'definitions') continue;
    for (const [name, one] of Object.entries(isObject(schema[key]) ? schema[key] : {})) add(one, [key, name]);
  }
  for (const key of SINGLE) add(schema[key], [key]);
  for (const key of LISTS) for (const [at, one] of list(schema[key]).entries()) add(one, [key, at]);
  return found;
}

/** Lookahead, lookbehind, back references and word boundaries. */
export const LOOKAROUND = /\(\?(?:[=!]|<[=!])/;
export const BACKREFERENCE = /\\[1-9bB]/;

import { isPlain, type JsonSchemaObject } from '../../../platform/json-schema/schema-graph.ts';
import { conjunction } from './conjunction.ts';
import { withLostKeywords } from './lost-keywords.ts';

/** Replaces the `$ref` of a schema by its target. Null if that would copy too much. */
export type FollowReference = (schema: JsonSchemaObject) => JsonSchemaObject | null;

/**
 * Keywords that an object at the root must not have: combinators, lists of values, and `unevaluatedProperties`, which depends
 * on combinators.
 */
const COMBINATORS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'enum', 'const', 'unevaluatedProperties'];
/** Maximum nesting of combinators. */
const MOST_DEPTH = 8;

/**
 * Converts the root of a schema to one object schema that every valid object matches. Merges alternatives: a property can have
 * the schema of any alternative, and is required if all require it. The merged keywords also go to the description.
 */
export function objectRoot(root: JsonSchemaObject, follow: FollowReference): JsonSchemaObject {
  const whole = follow(root) ?? {};
  const lost = Object.fromEntries(Object.entries(whole).filter(([word]) => COMBINATORS.includes(word)));
  const folded = asObject(whole, follow, 0) ?? {};
  return {
    ...withLostKeywords(folded, lost),
    type: 'object',
    properties: isPlain(folded.properties) ? folded.properties : {},
  };
}

/** True if the root shows that the schema is meant for objects. */
export function isObjectSchema(schema: JsonSchemaObject, follow: FollowReference, depth = 0): boolean {
  const whole = depth > MOST_DEPTH ? null : follow(schema);
  if (whole === null) return false;
  const { type } = whole;
  if (type !== undefined)
    return type === 'object' || (Array.isArray(type) && type.length === 1 && type[0] === 'object');
  const isObject = (one: unknown) => isPlain(one) && isObjectSchema(one, follow, depth + 1);
  if (Array.isArray(whole.allOf) && whole.allOf.some(isObject)) return true;
  for (const word of ['anyOf', 'oneOf']) {
    const choices = whole[word];
    if (Array.isArray(choices) && choices.length > 0 && choices.every(isObject)) return true;
  }
  // A schema with properties but no type is meant for objects.
  return isPlain(whole.properties);
}

function followed(schema: unknown, follow: FollowReference, depth: number): JsonSchemaObject | null {
  const whole = isPlain(schema) && depth <= MOST_DEPTH ? follow(schema) : null;
  return whole === null ? {} : asObject(whole, follow, depth);
}

/**
 * Merges the combinators of a schema into one object schema. Null if `type` or a branch of `allOf` excludes objects.
 *
 * @param whole schema with its reference resolved
 */
function asObject(whole: JsonSchemaObject, follow: FollowReference, depth: number): JsonSchemaObject | null {
  let own = Object.fromEntries(
    Object.entries(whole).filter(([word]) => !COMBINATORS.includes(word)),
  ) as JsonSchemaObject;
  if (!takesObjects(own)) return null;
  for (const branch of Array.isArray(whole.allOf) ? whole.allOf : []) {
    const merged = branch === false ? null : followed(branch, follow, depth + 1);
    if (merged === null) return null;
    own = conjunction(own, merged);
  }
  for (const word of ['anyOf', 'oneOf']) {
    const listed = whole[word];
    if (!Array.isArray(listed)) continue;
    const choices = listed.flatMap((one): JsonSchemaObject[] => {
      const choice = one === false ? null : followed(one, follow, depth + 1);
      return choice ? [choice] : [];
    });
    if (choices.length > 0) own = conjunction(own, disjunction(choices));
  }
  return own;
}

function takesObjects({ type }: JsonSchemaObject): boolean {
  return Array.isArray(type) ? type.includes('object') : type === undefined || type === 'object';
}

/** Schema for every object that matches one of the alternatives. */
function disjunction(choices: readonly JsonSchemaObject[]): JsonSchemaObject {
  if (choices.length === 1) return choices[0]!;
  const named = new Map<string, unknown[]>();
  for (const { properties } of choices) {
    if (!isPlain(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const known = named.get(name);
      if (known) known.push(schema);
      else named.set(name, [schema]);
    }
  }
  const required = choices.map((choice) => new Set<unknown>(Array.isArray(choice.required) ? choice.required : []));
  const byAll = [...required[0]!].filter((name) => required.every((names) => names.has(name)));
  const isClosed = choices.every(
    ({ additionalProperties, patternProperties }) => additionalProperties === false && patternProperties === undefined,
  );
  return {
    properties: Object.fromEntries(
      [...named].map(([name, schemas]) => [name, either(schemas, isClosed || schemas.length === choices.length)]),
    ),
    ...(byAll.length > 0 && { required: byAll }),
    ...(isClosed && { additionalProperties: false }),
  };
}

/** @param isBound false if an alternative doesn't restrict the property, so that any value is allowed */
function either(schemas: readonly unknown[], isBound: boolean): unknown {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  if (!isBound) return withLostKeywords({}, { anyOf: different }, 'Mostly fits');
  return different.length === 1 ? different[0] : { anyOf: different };
}

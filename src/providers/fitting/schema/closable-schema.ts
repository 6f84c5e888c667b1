import { isPlain } from '../../../platform/json-schema/schema-graph.ts';

/** Maximum number of unions in a schema. With more, compiling takes the provider too long. */
const MOST_UNIONS = 16;

/**
 * True if a schema of the common subset fits structured outputs that close every object. Such a schema has no object with
 * arbitrary members, and no place for arbitrary values.
 *
 * @param mostOptional maximum optional properties in total
 */
export function isClosable(schema: unknown, mostOptional: number): boolean {
  let optional = 0;
  let unions = 0;
  return isFit(schema) && optional <= mostOptional && unions <= MOST_UNIONS;

  function isFit(value: unknown): boolean {
    if (!isPlain(value)) return false;
    const { $defs, additionalProperties, anyOf, items, properties, required, type } = value;
    if (isPlain($defs) && !Object.values($defs).every(isFit)) return false;
    if (value.$ref !== undefined) return true;
    if (Array.isArray(type) || anyOf !== undefined) unions++;
    if (Array.isArray(anyOf)) return anyOf.every(isFit) && (type === undefined || isTyped(value));
    if (value.enum !== undefined || value.const !== undefined) return true;
    if (type === undefined) return false;
    if (additionalProperties !== undefined && additionalProperties !== false) return false;
    const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
    if (isObject) {
      const entries = isPlain(properties) ? Object.entries(properties) : [];
      if (entries.length === 0) return false;
      const names = new Set(Array.isArray(required) ? required : []);
      optional += entries.filter(([name]) => !names.has(name)).length;
      if (!entries.every(([, one]) => isFit(one))) return false;
    }
    const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
    return !isArray || isFit(items);
  }

  /** Alternatives next to a type are accepted if the schema has no `properties` or `items` of its own. */
  function isTyped({ properties, items }: Record<string, unknown>): boolean {
    return properties === undefined && items === undefined;
  }
}

import { isPlain, type SchemaObject } from '../../../platform/json-schema/schema-graph.ts';

/** Keywords that say something only together: those of two schemas aren't mixed. */
const GROUPS = [
  ['patternProperties', 'additionalProperties'],
  ['prefixItems', 'items', 'additionalItems'],
  ['contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
];

/**
 * Schemas that hold for one value, as one. Of a keyword that both have, the first one's counts, so that the result may allow
 * more and never less; properties and what is required are put together.
 */
export function conjunction(one: SchemaObject, other: SchemaObject): SchemaObject {
  const together: Record<string, unknown> = { ...other, ...one };
  for (const group of GROUPS) {
    if (!group.some((word) => one[word] !== undefined)) continue;
    for (const word of group) if (one[word] === undefined) delete together[word];
  }
  if (isPlain(one.properties) && isPlain(other.properties)) {
    together.properties = { ...other.properties, ...one.properties };
  }
  if (Array.isArray(one.required) && Array.isArray(other.required)) {
    together.required = [...new Set([...one.required, ...other.required])];
  }
  return together;
}

import { isPlain, type JsonSchemaObject } from '../../../platform/json-schema/schema-graph.ts';

/** Groups of keywords that depend on each other. A group is taken whole from one of the two schemas. */
const GROUPS = [
  ['patternProperties', 'additionalProperties'],
  ['prefixItems', 'items', 'additionalItems'],
  ['contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
];

/**
 * Merges two schemas that both apply to one value. The first schema's keywords win, so the result can allow more values, never
 * fewer. Properties and required names are combined.
 */
export function conjunction(one: JsonSchemaObject, other: JsonSchemaObject): JsonSchemaObject {
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

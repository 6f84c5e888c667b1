import type { JsonSchemaObject } from '../../../platform/json-schema/schema-graph.ts';

const MOST_CHARACTERS = 2_000;

/** Adds unsupported keywords to a schema's description, as text for the model. */
export function withLostKeywords(
  schema: JsonSchemaObject,
  lost: JsonSchemaObject,
  introduction = 'Must also fit',
): JsonSchemaObject {
  if (Object.keys(lost).length === 0) return schema;
  const text = `${introduction}: ${JSON.stringify(lost).slice(0, MOST_CHARACTERS)}`;
  const { description } = schema;
  const isSaid = typeof description === 'string' && description !== '';
  return { ...schema, description: isSaid ? `${description}\n${text}` : text };
}

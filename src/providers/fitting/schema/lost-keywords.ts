import type { SchemaObject } from '../../../platform/json-schema/schema-graph.ts';

const MOST_CHARACTERS = 2_000;

/** A schema with keywords that it can't have, as text that a model reads. */
export function withLostKeywords(
  schema: SchemaObject,
  lost: SchemaObject,
  introduction = 'Must also fit',
): SchemaObject {
  if (Object.keys(lost).length === 0) return schema;
  const text = `${introduction}: ${JSON.stringify(lost).slice(0, MOST_CHARACTERS)}`;
  const { description } = schema;
  const isSaid = typeof description === 'string' && description !== '';
  return { ...schema, description: isSaid ? `${description}\n${text}` : text };
}

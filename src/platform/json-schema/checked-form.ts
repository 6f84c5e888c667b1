import type { JsonSchemaObject } from './schema-graph.ts';

/**
 * `VALUES` are keywords whose members are plain values. `NAMED` are keywords whose members are schemas under names that the
 * caller chose.
 */
const VALUES = new Set(['const', 'default', 'enum', 'examples']);
const NAMED = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const EARLIER_DRAFT = /draft-0[0-7]\//;

interface CheckedForm {
  readonly form: JsonSchemaObject;
  /** True for draft 7 and earlier, which describe tuples in another form. */
  readonly isEarlierDraft: boolean;
}

/**
 * Returns a changed copy of a schema for checking answers. Removes `pattern` and `patternProperties`, because a caller's regular
 * expression can run forever. Also removes `additionalProperties` and `unevaluatedProperties` next to `patternProperties`.
 * Recursion is safe, because the depth of the schema was limited before.
 */
export function checkedForm(schema: JsonSchemaObject): CheckedForm {
  const { $schema, $id: _, ...rest } = schema;
  let hasTuple = false;
  const form = plain(rest) as JsonSchemaObject;
  return { form, isEarlierDraft: typeof $schema === 'string' ? EARLIER_DRAFT.test($schema) : hasTuple };

  function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const { pattern: _, patternProperties, nullable, id, ...kept } = value as Record<string, unknown>;
    if (patternProperties !== undefined) {
      delete kept.additionalProperties;
      delete kept.unevaluatedProperties;
    }
    if (Array.isArray(kept.items)) hasTuple = true;
    // Zod writes a schema's name as `id`, which Ajv refuses because draft 4 had an `id` with the meaning of `$id`.
    if (typeof id !== 'string' && id !== undefined) kept.id = id;
    // `nullable` is from OpenAPI 3.0, which allows it only next to `type`.
    if (nullable === true && kept.type !== undefined) kept.nullable = true;
    return Object.fromEntries(
      Object.entries(kept).map(([name, one]) => {
        if (VALUES.has(name)) return [name, one];
        return [name, NAMED.has(name) ? byName(one) : plain(one)];
      }),
    );
  }

  function byName(schemas: unknown): unknown {
    if (typeof schemas !== 'object' || schemas === null) return schemas;
    return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, plain(one)]));
  }
}

/** True if a value has more than `most` levels of objects and lists. */
export function nestsDeeper(value: unknown, most: number): boolean {
  const left: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one.value !== 'object' || one.value === null) continue;
    if (one.depth >= most) return true;
    for (const member of Object.values(one.value)) left.push({ value: member, depth: one.depth + 1 });
  }
  return false;
}

/** Schemas that are small to send and large once they are unfolded. */

export type AnySchema = Record<string, unknown>;

const LEVELS = 30;

/** Each definition refers to the next one twice: 2^30 subschemas. */
function doubling(combine: (next: AnySchema) => AnySchema): AnySchema {
  const $defs: AnySchema = { [`l${LEVELS}`]: { type: 'string' } };
  for (let level = 0; level < LEVELS; level++) $defs[`l${level}`] = combine({ $ref: `#/$defs/l${level + 1}` });
  return { type: 'object', properties: { a: { $ref: '#/$defs/l0' } }, required: ['a'], $defs };
}

function nested(levels: number, around: (inner: AnySchema) => AnySchema): AnySchema {
  let schema: AnySchema = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = around(schema);
  return schema;
}

/** By name, with the bound or the words that a refusal names. */
export const HOSTILE_SCHEMAS: Readonly<Record<string, readonly [schema: AnySchema, named: string]>> = {
  'doubling allOf': [doubling((next) => ({ allOf: [next, next] })), 'perValue'],
  'doubling anyOf': [doubling((next) => ({ anyOf: [next, next] })), 'perValue'],
  'doubling oneOf': [doubling((next) => ({ oneOf: [next, next] })), 'perValue'],
  'doubling if': [doubling((next) => ({ if: next, else: next })), 'perValue'],
  'doubling prefixItems': [doubling((next) => ({ type: 'array', prefixItems: [next, next] })), 'references'],
  'doubling tuples': [doubling((next) => ({ type: 'array', items: [next, next] })), 'references'],
  'doubling properties': [
    doubling((next) => ({ type: 'object', properties: { a: next, b: next }, required: ['a', 'b'] })),
    'references',
  ],
  'doubling additionalProperties': [
    doubling((next) => ({ type: 'object', properties: { a: next }, additionalProperties: next })),
    'references',
  ],
  'doubling minItems': [doubling((next) => ({ type: 'array', minItems: 2, items: next })), 'leastCharacters'],
  'nested minItems': [nested(20, (items) => ({ type: 'array', minItems: 1_000, items })), 'leastCharacters'],
  'a string without end': [
    { type: 'object', properties: { a: { type: 'string', minLength: 1e9 } }, required: ['a'] },
    'leastCharacters',
  ],
  'members without end': [{ type: 'object', minProperties: 1e9 }, 'leastCharacters'],
  'a chain of references': [
    {
      $ref: '#/$defs/l0',
      $defs: Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [
          `l${at}`,
          at === 99 ? { type: 'string' } : { $ref: `#/$defs/l${at + 1}` },
        ]),
      ),
    },
    'depth',
  ],
  'alternatives without end': [{ anyOf: Array.from({ length: 1_100 }, () => ({ const: 1 })) }, 'perValue'],
  'a circle': [{ $ref: '#' }, 'leads back to itself'],
  'a circle of two': [
    { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } } },
    'leads back to itself',
  ],
  'a reference to elsewhere': [{ $ref: 'http://127.0.0.1:1/schema.json' }, 'Nothing is fetched'],
  'a reference to what every object inherits': [{ $ref: '#/$defs/__proto__', $defs: {} }, "doesn't refer to a schema"],
  'a dynamic reference': [{ $dynamicRef: '#a' }, 'Dynamic references'],
  'another base within': [{ properties: { a: { $id: 'http://127.0.0.1:1/', $ref: '#' } } }, '$id'],
};

/** A tree, as Zod writes `z.object({ value: z.string(), children: z.array(z.lazy(() => tree)) })`. */
export const TREE: AnySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
  required: ['value', 'children'],
  additionalProperties: false,
};

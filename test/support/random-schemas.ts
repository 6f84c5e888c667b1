import fc from 'fast-check';
import type { AnySchema } from './schemas.ts';

const MOST_CHARACTERS = 4_000;
const DEFINITIONS = 12;

const small = fc.constantFrom(0, 1, 2, 3, 7, 20);
const count = fc.oneof({ weight: 4, arbitrary: small }, fc.constantFrom(1_000, 1e6, 1e9, 1e300, -1, 0.5));
const names = fc.constantFrom(
  'a',
  'b',
  'name',
  'amount',
  'total',
  'city',
  'dueDate',
  '__proto__',
  'constructor',
  '$ref',
  'items',
);
const patterns = fc.constantFrom(
  '^(a+)+$',
  '(((a{1000}){1000}){1000})',
  '(?<=a)b',
  '[^\\w',
  '^[A-Z]{3}-\\d{4}$',
  '('.repeat(300),
  '\\',
);
const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const reference = fc.oneof(
  { weight: 8, arbitrary: fc.nat(DEFINITIONS - 1).map((at) => `#/$defs/d${at}`) },
  fc.constantFrom('#', '#/$defs', '#/$defs/d0/properties/a', '#a', 'http://127.0.0.1:1/', '#/__proto__', '#/%zz'),
);

/** Mostly what is well formed, and all that unfolds: references that double, nests of lists, alternatives, recursion. */
const { schema } = fc.letrec<{ schema: AnySchema; list: AnySchema[]; inner: AnySchema }>((tie) => ({
  list: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }),
  inner: fc.oneof(fc.record({ $ref: reference }), tie('schema')),
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
    fc.record({ type: types }),
    fc.record({ $ref: reference }),
    reference.map(($ref) => ({ allOf: [{ $ref }, { $ref }] })),
    reference.map(($ref) => ({ anyOf: [{ $ref }, { $ref }] })),
    reference.map(($ref) => ({ type: 'array', prefixItems: [{ $ref }, { $ref }] })),
    fc.tuple(reference, count).map(([$ref, minItems]) => ({ type: 'array', minItems, items: { $ref } })),
    reference.map(($ref) => ({ type: 'object', properties: { a: { $ref }, b: { $ref } }, required: ['a', 'b'] })),
    fc.record({ type: fc.constant('string'), minLength: count, maxLength: count }, { requiredKeys: ['type'] }),
    fc.record({ type: fc.constant('string'), pattern: patterns }),
    fc.record(
      { type: fc.constantFrom('number', 'integer'), minimum: count, multipleOf: count },
      { requiredKeys: ['type'] },
    ),
    fc.record({ enum: fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 60 }) }),
    fc.record({ const: fc.jsonValue({ maxDepth: 3 }) }),
    fc.record({ allOf: tie('list') }),
    fc.record({ anyOf: tie('list') }),
    fc.record({ oneOf: tie('list') }),
    fc.record({ not: tie('inner'), if: tie('inner'), else: tie('inner') }, { requiredKeys: [] }),
    fc.record(
      { type: fc.constant('array'), items: tie('inner'), minItems: count, uniqueItems: fc.boolean() },
      { requiredKeys: ['type', 'items'] },
    ),
    fc.record(
      { type: fc.constant('array'), prefixItems: tie('list'), items: tie('inner') },
      { requiredKeys: ['type', 'prefixItems'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(names, tie('inner') as fc.Arbitrary<AnySchema>, { maxKeys: 5 }),
        required: fc.array(names, { maxLength: 5 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('inner')),
        minProperties: count,
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    fc.record({
      allOf: fc.anything({ maxDepth: 2 }),
      required: fc.anything({ maxDepth: 1 }),
      items: fc.anything({ maxDepth: 2 }),
    }),
  ) as fc.Arbitrary<AnySchema>,
}));

/** Schemas of up to 4,000 characters, as they come in a request. */
export const randomSchemas: fc.Arbitrary<AnySchema> = fc
  .record({
    root: schema,
    definitions: fc.array(schema, { minLength: DEFINITIONS, maxLength: DEFINITIONS }),
  })
  .map(({ root, definitions }) => {
    const named = Object.fromEntries(definitions.map((one, at) => [`d${at}`, one]));
    return fitted({ ...root, $defs: named });
  });

/** Leaves definitions out until it is short enough, so that some references lead nowhere. */
function fitted(whole: AnySchema): AnySchema {
  const $defs = { ...(whole.$defs as AnySchema) };
  for (let at = DEFINITIONS - 1; at >= 0; at--) {
    const text = JSON.stringify({ ...whole, $defs });
    if (text !== undefined && text.length <= MOST_CHARACTERS) return JSON.parse(text);
    delete $defs[`d${at}`];
  }
  return { $ref: '#/$defs/d0', $defs: { d0: { type: 'string' } } };
}

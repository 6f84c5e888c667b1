import { isDeepStrictEqual } from 'node:util';
import { Ajv, type AnySchema } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonInstance, type SchemaObject } from '../../../src/providers/sandbox/json-instance.ts';
import { answered, saying } from './support.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });

const TEXT = 'Anna Smith pays 120.50 EUR on 2026-03-12, high priority; anna@example.com.';

test.each<[string, SchemaObject]>([
  [
    'an invoice',
    {
      type: 'object',
      required: ['customerName', 'email', 'dueDate', 'amount', 'priority', 'items', 'note'],
      additionalProperties: false,
      properties: {
        customerName: { type: 'string' },
        email: { type: 'string', format: 'email' },
        dueDate: { type: 'string', format: 'date' },
        amount: { type: 'number', minimum: 0 },
        priority: { enum: ['low', 'high'] },
        items: {
          type: 'array',
          minItems: 3,
          items: {
            type: 'object',
            required: ['sku'],
            properties: { sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' } },
          },
        },
        note: { type: ['string', 'null'], maxLength: 5 },
      },
    },
  ],
  [
    'a tree',
    {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          required: ['value', 'left'],
          properties: {
            value: { type: 'integer' },
            left: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
        },
      },
    } as SchemaObject,
  ],
  [
    'numbers',
    {
      type: 'object',
      required: ['a', 'b', 'c'],
      properties: {
        a: { type: 'integer', exclusiveMinimum: 10, exclusiveMaximum: 12 },
        b: { type: 'number', multipleOf: 0.25, minimum: 3.1 },
        c: { type: 'number', exclusiveMinimum: 0, maximum: 0.5 },
      },
    },
  ],
  [
    'all of several',
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { const: 'x' } } },
        { required: ['b'], properties: { b: { type: 'boolean' } } },
      ],
    },
  ],
  [
    'a tuple',
    {
      type: 'array',
      items: [{ type: 'string' }, { type: 'integer' }],
      minItems: 2,
      additionalItems: false,
    } as SchemaObject,
  ],
  ['a set', { type: 'array', uniqueItems: true, minItems: 2, items: { enum: ['a', 'b', 'c'] } }],
  ['a map', { type: 'object', minProperties: 2, additionalProperties: { type: 'integer', minimum: 5 } }],
  ['anything', {}],
])('fits %s', (_, schema) => {
  const value = jsonInstance(schema, TEXT);

  expect(ajv.validate(schema as AnySchema, value), ajv.errorsText()).toBe(true);
});

/** What every object has: ajv compares values by calling them, and one that has them as data breaks it. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));
const isComparable = (value: unknown) =>
  typeof value !== 'object' || value === null || !Object.keys(value).some((key) => INHERITED.has(key));

const schemas = fc.letrec<{ schema: SchemaObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constant('string'), minLength: fc.nat(20) }),
    fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -50, max: 50 }) }),
    fc.record({
      type: fc.constant('number'),
      maximum: fc.integer({ min: -50, max: 50 }),
      multipleOf: fc.constantFrom(1, 0.5),
    }),
    fc.constant({ type: ['null', 'boolean'] }),
    fc.record({
      enum: fc.uniqueArray(fc.jsonValue({ maxDepth: 1 }).filter(isComparable), {
        minLength: 1,
        maxLength: 3,
        comparator: isDeepStrictEqual,
      }),
    }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(4) }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tie('schema'), { maxKeys: 4 }).map((properties) => ({
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    })),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
  ),
}));

test('fits whatever schema', () => {
  fc.assert(
    fc.property(schemas.schema, (schema) => {
      const value = jsonInstance(schema, TEXT);
      const wire = JSON.parse(JSON.stringify(value)) as unknown;
      expect(ajv.validate(schema as AnySchema, wire), `${JSON.stringify(schema)} ${JSON.stringify(wire)}`).toBe(true);
    }),
  );
});

test('takes what the text has', () => {
  const schema = {
    properties: {
      customerName: {},
      email: { type: 'string' },
      amount: { type: 'number' },
      dueDate: { type: 'string', format: 'date' },
      priority: { enum: ['low', 'high'] },
    },
  };

  expect(jsonInstance(schema, TEXT)).toEqual({
    customerName: 'Anna Smith',
    email: 'anna@example.com',
    amount: 120.5,
    dueDate: '2026-03-12',
    priority: 'high',
  });
});

test('JSON without a schema says itself that it is simulated', async () => {
  const text = await answered('fast-execution/field-extraction', { ...saying(TEXT), responseFormat: { type: 'json' } });

  expect(JSON.parse(text)).toMatchObject({ simulated: true, task: 'fast-execution/field-extraction' });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureSchema } from '../../../src/platform/json-schema/schema-work.ts';
import { startThreadTime } from '../../support/processor-time.ts';
import { randomSchemas } from '../../support/random-schemas.ts';
import { type AnySchema, TREE } from '../../support/schemas.ts';

function workOf(schema: AnySchema) {
  const measured = measureSchema(schema);
  if ('excess' in measured) throw new Error(measured.excess.detail);
  return measured.work;
}

describe('what a schema unfolds to', () => {
  test('a definition counts as often as it is referred to', () => {
    const schema = {
      type: 'object',
      properties: { from: { $ref: '#/$defs/place' }, to: { $ref: '#/$defs/place' } },
      required: ['from', 'to'],
      $defs: { place: { type: 'object', properties: { city: { type: 'string', minLength: 3 } }, required: ['city'] } },
    };

    expect(workOf(schema)).toEqual({
      // The root, two references, and twice a place with its city.
      subschemas: 7,
      depth: 4,
      references: 2,
      perValue: 1,
      leastCharacters: 1 + 2 * (1 + 3 + 8) + 8 + 6,
      isRecursive: false,
    });
  });

  test('of alternatives the smallest has to be written, of all that hold the largest', () => {
    const [short, long] = [{ const: 'ab' }, { type: 'string', minLength: 500 }];

    expect(workOf({ anyOf: [long, short] }).leastCharacters).toBe(4);
    expect(workOf({ allOf: [long, short] }).leastCharacters).toBe(500);
  });

  test('lists ask for as much as their items do', () => {
    expect(workOf({ type: 'array', minItems: 100, items: { const: 'ab' } }).leastCharacters).toBe(1 + 100 * 5);
    expect(workOf({ type: 'array', prefixItems: [{ const: 'ab' }], minItems: 1 }).leastCharacters).toBe(6);
    expect(workOf({ type: 'number', minItems: 1e9, minLength: 1e9 }).leastCharacters).toBe(1);
  });

  test('a tree is recursive, and what refers to one definition twice is not', () => {
    expect(workOf(TREE).isRecursive).toBe(true);
    expect(
      workOf({ properties: { a: { $ref: '#/$defs/a' }, b: { $ref: '#/$defs/a' } }, $defs: { a: {} } }).isRecursive,
    ).toBe(false);
  });

  test('values are no schemas, and members may be called like keywords', () => {
    expect(
      workOf({ const: { $ref: 'http://127.0.0.1:1/' }, enum: [{ $id: 'x' }], default: { allOf: 1 } }).subschemas,
    ).toBe(1);
    expect(workOf({ properties: { $ref: { type: 'string' }, $id: {}, allOf: {} } }).subschemas).toBe(4);
  });

  test('the place that is named is the innermost that passes the bound', () => {
    const big = { anyOf: Array.from({ length: 1_001 }, () => ({ const: 1 })) };

    expect(measureSchema({ properties: { 'a/b': { items: big } } })).toMatchObject({
      excess: { bound: 'perValue', pointer: '/properties/a~1b/items' },
    });
  });
});

test('a hundred thousand characters are measured in a part of a second', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, at) => [`member${at}`, { type: 'string', title: 'A title' }]),
  );
  const time = startThreadTime();

  measureSchema({ type: 'object', properties });
  measureSchema({ enum: Array.from({ length: 15_000 }, (_, at) => at) });
  measureSchema({ $ref: `#${'/a'.repeat(40_000)}` });

  expect(time()).toBeLessThan(500);
});

test('any schema is measured, and never throws', () => {
  fc.assert(fc.property(randomSchemas, (schema) => void measureSchema(schema)));
  fc.assert(fc.property(fc.anything(), (schema) => void measureSchema(schema)));
});

import type { JSONSchema7 } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { OPENAI, XAI } from '../../../src/providers/fitting/schema/subset.ts';
import { isForObjects, schemaIn } from '../../../src/providers/fitting/schema/subset-writer.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { writeRandomSchemas } from './random-schemas.ts';

test('a schema in a subset takes every value that the caller’s takes', () => {
  expect(writeRandomSchemas(propertyRuns(20).numRuns, 29)).toBeGreaterThan(100);
});

test.each<[string, JSONSchema7, boolean]>([
  ['an object', { type: 'object' }, true],
  ['properties alone', { properties: { a: {} } }, true],
  [
    'alternatives that are objects',
    { anyOf: [{ type: 'object' }, { $ref: '#/definitions/o' }], definitions: { o: { type: 'object' } } },
    true,
  ],
  ['an object or null', { type: ['object', 'null'] }, false],
  ['a list', { type: 'array', items: {} }, false],
  ['anything', {}, false],
])('whether a schema is for objects: %s', (_name, schema, expected) => {
  expect(isForObjects(schema)).toBe(expected);
});

test.each<[string, JSONSchema7, Record<string, unknown>]>([
  [
    'alternatives of which one takes more than before exclude each other no longer',
    { oneOf: [{ type: 'string' }, { if: { type: 'null' }, else: { type: 'object' } }] },
    { anyOf: [{ type: 'string' }, { description: expect.stringContaining('Must also fit') }] },
  ],
  [
    'alternatives with a definition that takes more than before likewise',
    {
      properties: { a: { $ref: '#/$defs/a' } },
      oneOf: [{ type: 'string' }, { $ref: '#/$defs/a' }],
      $defs: { a: { not: { type: 'string' } } },
    } as JSONSchema7,
    { anyOf: [{ type: 'string' }, { $ref: '#/$defs/a' }] },
  ],
  [
    'alternatives that are written as they were stay exclusive',
    { oneOf: [{ type: 'string' }, { type: 'number' }] },
    { oneOf: [{ type: 'string' }, { type: 'number' }] },
  ],
])('%s', (_name, schema, expected) => {
  expect(schemaIn(XAI, schema)).toMatchObject(expected);
});

/** OpenAI's subset has no `propertyNames`, so this takes more there. */
const NAMED = { propertyNames: { pattern: '^a' } };

test.each<[string, JSONSchema7, string[]]>([
  ['not', { not: NAMED }, ['not']],
  ['if', { if: NAMED, else: { required: ['a'] } }, ['if', 'else']],
  ['maxContains', { contains: NAMED, maxContains: 1 } as JSONSchema7, ['maxContains']],
  ['unevaluatedProperties', { allOf: [NAMED], unevaluatedProperties: false } as JSONSchema7, ['unevaluatedProperties']],
])('%s is not sent beside a schema that takes more than before', (_name, schema, absent) => {
  const written = schemaIn(OPENAI, schema);

  for (const word of absent) expect(written).not.toHaveProperty(word);
  expect(written.description).toContain('Must also fit');
});

test('alternatives within each other are written once each', () => {
  let schema: JSONSchema7 = NAMED as JSONSchema7;
  for (let depth = 0; depth < 40; depth++) schema = { oneOf: [{ type: 'string' }, schema] };

  expect(JSON.stringify(schemaIn(OPENAI, schema)).match(/anyOf/g)).toHaveLength(40);
});

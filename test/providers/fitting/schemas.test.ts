import type { JSONSchema7 } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { isForObjects } from '../../../src/providers/fitting/schema/subset-writer.ts';
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

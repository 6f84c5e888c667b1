import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SchemaChecker } from '../../../src/platform/json-schema/schema-checker.ts';

const checker = new SchemaChecker();
afterAll(() => checker.close());

const outcomeOf = async (schema: object, value: unknown) =>
  (await checker.check(JSON.stringify(schema), false, JSON.stringify(value))).outcome;

test.each<[string, object, fits: unknown, unfit: unknown]>([
  ['members where no type is said', { properties: { a: { type: 'number' } }, required: ['a'] }, { a: 1 }, {}],
  ['conditions', { if: { type: 'string' }, else: { minimum: 2 } }, 'a', 1],
  ['what is not', { not: { type: 'string' } }, 1, 'a'],
  ['tuples of draft 7', { type: 'array', items: [{ type: 'string' }, { type: 'number' }] }, ['a', 1], [1, 'a']],
  ['tuples of 2020-12', { type: 'array', prefixItems: [{ type: 'string' }] }, ['a'], [1]],
  ['formats', { type: 'string', format: 'date' }, '2026-11-27', '27 November'],
  ['null beside a type, as OpenAPI has it', { type: 'string', nullable: true }, null, 1],
  ['names that Zod gives', z.toJSONSchema(z.object({ a: z.string().meta({ id: 'Name' }) })), { a: 'b' }, { a: 1 }],
  [
    'draft 7 by its name',
    { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'https://example.org/a', type: 'string' },
    'a',
    1,
  ],
])('%s are checked', async (_, schema, fits, unfit) => {
  expect(await checker.compileProblem(JSON.stringify(schema), false)).toBeNull();
  expect(await outcomeOf(schema, fits)).toBe('FITS');
  expect(await outcomeOf(schema, unfit)).toBe('UNFIT');
});

test('a pattern is not run, whatever it would take', async () => {
  const schema = { type: 'string', pattern: '^(a+)+$' };

  expect(await outcomeOf(schema, `${'a'.repeat(5_000)}!`)).toBe('FITS');
});

test('what does not end is stopped at its deadline, and the next one is checked', async () => {
  const hasty = new SchemaChecker({ timeoutMs: 2_000, workers: 1 });
  const schema = JSON.stringify({ properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } });
  const deep = `${'{"a":'.repeat(60)}{}${'}'.repeat(60)}`;

  const [stopped, next] = await Promise.all([
    hasty.check(schema, true, deep),
    hasty.check('{"type":"string"}', false, '"a"'),
  ]);

  expect(stopped).toEqual({ outcome: 'UNCHECKED', limitMs: 2_000 });
  expect(next.outcome).toBe('FITS');
  await hasty.close();
});

test('a text that could need more memory than a worker has is not parsed, and the longest that may is', async () => {
  const schema = JSON.stringify({ type: 'array', items: { type: 'object' } });
  const listOf = (count: number) => `[${'{},'.repeat(count)}{}]`;
  // It is about memory: a busy machine can take longer than the usual deadline.
  const patient = new SchemaChecker({ timeoutMs: 60_000, workers: 1 });

  expect(await patient.check(schema, false, listOf(666_000))).toMatchObject({ outcome: 'FITS' });
  expect(await patient.check(schema, false, listOf(700_000))).toEqual({
    outcome: 'TOO_LONG',
    maxCharacters: 2_000_000,
  });
  await patient.close();
});

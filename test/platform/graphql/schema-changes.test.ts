import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, findBreakingChanges, type GraphQLSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
const released = buildSchema(read('schema/released.graphql'));
const present = buildSchema(read('schema/schema.graphql'));

interface Part {
  name: string;
  deprecationReason: string | null | undefined;
}

/** Every field, argument and value. */
function parts(schema: GraphQLSchema): Part[] {
  return Object.values(schema.getTypeMap()).flatMap((type): Part[] => {
    if (type.name.startsWith('__')) return [];
    const named = (parent: string, { name, deprecationReason }: Part) => ({
      name: `${parent}.${name}`,
      deprecationReason,
    });
    if ('getValues' in type) return type.getValues().map((value) => named(type.name, value));
    if (!('getFields' in type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [
      named(type.name, field),
      ...('args' in field ? field.args.map((arg: Part) => named(`${type.name}.${field.name}`, arg)) : []),
    ]);
  });
}

/** What each deprecated one says of itself. */
const deprecations = (schema: GraphQLSchema) =>
  parts(schema).flatMap(({ name, deprecationReason }) =>
    typeof deprecationReason === 'string' ? [[name, deprecationReason] as const] : [],
  );

/** Name that the changelog must contain for a breaking change. For a new required field, it is the name of the input. */
function nameIn(change: string): string {
  const [, , input] = /^A required field (\w+) on input type (\w+)/.exec(change) ?? [];
  const [, value, type] = /^(\w+) was removed from enum type (\w+)\.$/.exec(change) ?? [];
  return input ?? (type && `${type}.${value}`) ?? `${change.split(/[ (]/)[0]!}\``;
}

const PROMISE = /^Use .+\. Removal on \d{4}-\d\d-\d\d\.$/s;

describe('what has changed since the last release', () => {
  test('breaks nothing that is not listed with what to do, and the list has nothing else', () => {
    const listed: Record<string, string> = JSON.parse(read('schema/breaking-changes.json'));
    const broken = findBreakingChanges(released, present).map(({ description }) => description);

    expect(broken.toSorted(), 'docs/clients.md says what may change, and how').toEqual(Object.keys(listed).toSorted());
    for (const what of Object.values(listed)) expect(what.length).toBeGreaterThan(20);
  });

  test('is told in the changelog where it breaks something', () => {
    const unreleased = read('CHANGELOG.md').split(/^## /m)[1]!;
    const named = Object.keys(JSON.parse(read('schema/breaking-changes.json'))).map(nameIn);

    expect(named.filter((name) => !unreleased.includes(`\`${name}`))).toEqual([]);
  });
});

describe('what is deprecated', () => {
  test('says what to use instead, and until when it stays', () => {
    expect(deprecations(present).filter(([, reason]) => !PROMISE.test(reason))).toEqual([]);
  });

  test('is found wherever it stands, and a reason without a date is none', () => {
    const schema = buildSchema(`
      type Query { old(a: Int, b: Int @deprecated(reason: "Use a. Removal on 2027-06-01.")): Int @deprecated(reason: "Old.") }
      enum E { A B @deprecated(reason: "Use A. Removal on 2027-06-01.") }
      input I { a: Int, b: Int @deprecated(reason: "Use a.") }`);
    const found = deprecations(schema);

    expect(found.map(([name]) => name)).toEqual(['Query.old', 'Query.old.b', 'E.B', 'I.b']);
    expect(found.filter(([, reason]) => !PROMISE.test(reason)).map(([name]) => name)).toEqual(['Query.old', 'I.b']);
  });

  test('is nothing that was promised to stay longer than it did', () => {
    const today = new Date().toISOString().slice(0, 10);
    const left = new Set(parts(present).map(({ name }) => name));
    const gone = deprecations(released).filter(([name]) => !left.has(name));

    expect(gone.filter(([, reason]) => (/\d{4}-\d\d-\d\d/.exec(reason)?.[0] ?? '9999') > today)).toEqual([]);
  });
});

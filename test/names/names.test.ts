import { describe, expect, test } from 'vitest';
import { problemsIn } from '../../scripts/names/problems.ts';

const problemsOf = (sources: Record<string, string>, exceptions: Record<string, string> = {}) =>
  problemsIn(new Map(Object.entries(sources)), exceptions).map((problem) => problem.split('\n')[0]);

describe('a type', () => {
  test.each([
    ['interface Asked {}', 'Asked'],
    ['type Kept = string;', 'Kept'],
    ['export class Published {}', 'Published'],
    ['enum Earlier {}', 'Earlier'],
  ])('needs a noun: %s', (source, name) => {
    expect(problemsOf({ 'src/a/b.ts': source })).toEqual([`${name}: a participle does not say what the type holds.`]);
  });

  test.each(['interface RunContext {}', 'type SignedEntry = string;', 'export class Feed {}', 'enum RunStatus {}'])(
    'passes with one: %s',
    (source) => {
      expect(problemsOf({ 'src/a/b.ts': source })).toEqual([]);
    },
  );

  test('has a name of its own if it is exported', () => {
    const sources = { 'src/a/run.ts': 'export interface Run {}', 'src/b/run.ts': 'export class Run {}' };

    expect(problemsIn(new Map(Object.entries(sources)), {})).toEqual([
      'Run: 2 exported types have this name.\n  src/a/run.ts\n  src/b/run.ts',
    ]);
  });

  test('can have the name of a type of the schema in code for browsers', () => {
    expect(
      problemsOf({ 'src/a/run.ts': 'export class Run {}', 'src/a/web/run.tsx': 'export type Run = string;' }),
    ).toEqual([]);
  });

  test('can share a local name with two other files, not with three', () => {
    const three = { 'src/a.ts': 'type Props = 1;', 'src/b.ts': 'type Props = 2;', 'src/c.ts': 'type Props = 3;' };

    expect(problemsOf(three)).toEqual([]);
    expect(problemsOf({ ...three, 'src/d.ts': 'type Props = 4;' })).toEqual(['Props: 4 types have this name.']);
  });

  test('can be extended in another module', () => {
    const augmented = "declare module './kinds.ts' { export interface Kinds { B: true } }";

    expect(problemsOf({ 'src/kinds.ts': 'export interface Kinds {}', 'src/b.ts': augmented })).toEqual([]);
  });
});

describe('a file', () => {
  test.each([
    ['src/a/who-decides.ts', '"who" makes this file name a clause; name its content.'],
    ['src/a/web/may-ask.tsx', '"may" makes this file name a clause; name its content.'],
    ['src/a/kept.entity.ts', 'a participle does not say what the file holds.'],
  ])('%s', (file, problem) => {
    expect(problemsOf({ [file]: '' })).toEqual([`${file}: ${problem}`]);
  });

  test.each(['src/a/deciders.ts', 'src/a/kept-reasoning.entity.ts', 'src/a/reserve.sql.ts'])('%s passes', (file) => {
    expect(problemsOf({ [file]: '' })).toEqual([]);
  });
});

describe('an exception', () => {
  test('allows the name', () => {
    expect(problemsOf({ 'src/a.ts': 'class Refused {}' }, { Refused: 'Part of the API.' })).toEqual([]);
  });

  test('is removed once it is not needed', () => {
    expect(problemsOf({ 'src/a.ts': 'class Refusal {}' }, { Refused: 'Part of the API.' })).toEqual([
      'Refused: this exception in scripts/names/rules.ts is not needed any more.',
    ]);
  });
});

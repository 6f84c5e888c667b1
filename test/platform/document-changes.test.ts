import { expect, test } from 'vitest';
import { documentChanges } from '../../src/platform/versioned-documents/document-changes.ts';

const pointers = (before: unknown, after: unknown) =>
  documentChanges(before, after).map(({ operation, pointer }) => `${operation} ${pointer}`);

test('equal documents have no changes, whatever the order of their members', () => {
  expect(documentChanges({ a: 1, b: [{ id: 'x', v: null }] }, { b: [{ v: null, id: 'x' }], a: 1 })).toEqual([]);
});

test('members are added, removed and replaced, each at its place', () => {
  expect(documentChanges({ a: 1, b: 2, 'c/d~': { e: 1 } }, { a: 2, 'c/d~': { e: 1, f: [] } })).toEqual([
    { operation: 'REPLACE', pointer: '/a', before: 1, after: 2 },
    { operation: 'ADD', pointer: '/c~1d~0/f', before: null, after: [] },
    { operation: 'REMOVE', pointer: '/b', before: 2, after: null },
  ]);
});

test('what has a name is the same wherever it stands', () => {
  const [x, y, z] = ['x', 'y', 'z'].map((id) => ({ id, v: 1 }));

  expect(pointers([x, y], [z, { ...y, v: 2 }, x])).toEqual(['ADD /0', 'REPLACE /1/v']);
  expect(pointers([x, y], [y])).toEqual(['REMOVE /0']);
  expect(pointers([], [x])).toEqual(['ADD /0']);
});

test('lists of what has no name, or the same twice, are compared by place', () => {
  expect(pointers(['a', 'b'], ['b', 'a', 'c'])).toEqual(['REPLACE /0', 'REPLACE /1', 'ADD /2']);
  expect(pointers([{ id: 'x' }, { id: 'x' }], [{ id: 'x' }])).toEqual(['REMOVE /1']);
  expect(pointers({ a: [1] }, { a: { 0: 1 } })).toEqual(['REPLACE /a']);
  expect(pointers({ a: null }, { a: 0 })).toEqual(['REPLACE /a']);
});

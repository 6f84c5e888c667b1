import { expect, test } from 'vitest';
import { nextRequest } from '../../src/documents/web/cases/next-request.ts';
import { pageRanges } from '../../src/documents/web/cases/page-ranges.ts';
import { withoutSystemFiles } from '../../src/documents/web/cases/path-file.ts';

const waiting = (path: string, size = 1_000, more: { caseId?: string; batch?: object | null } = {}) => ({
  path,
  file: { size } as File,
  caseId: 'cas_1',
  batch: null,
  ...more,
});
const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => path);

test('a request has at most ten files', () => {
  const files = Array.from({ length: 23 }, (_, index) => waiting(`${index}.txt`));

  expect(nextRequest(files)).toEqual(files.slice(0, 10));
});

test('a request has at most 100 MB, and a file of this size is sent alone', () => {
  const large = waiting('large.pdf', 100_000_000);

  expect(nextRequest([waiting('a.pdf', 60_000_000), waiting('b.pdf', 40_000_000), waiting('c.pdf', 1)])).toHaveLength(
    2,
  );
  expect(pathsOf(nextRequest([waiting('a.pdf', 1), large]))).toEqual(['a.pdf']);
  expect(nextRequest([large, waiting('a.pdf', 1)])).toEqual([large]);
});

test('a zip is sent alone, since the response has its files instead', () => {
  const zip = waiting('letters/all.ZIP');

  expect(pathsOf(nextRequest([waiting('a.txt'), zip, waiting('b.txt')]))).toEqual(['a.txt']);
  expect(nextRequest([zip, waiting('b.txt')])).toEqual([zip]);
});

test('files that were sent before are sent again together, and with no others', () => {
  const batch = {};
  const again = [waiting('a.txt', 1, { batch }), waiting('b.txt', 1, { batch })];

  expect(nextRequest([...again, waiting('c.txt')])).toEqual(again);
  expect(pathsOf(nextRequest([waiting('c.txt'), ...again]))).toEqual(['c.txt']);
});

test('a request has files of one case', () => {
  const files = [waiting('a.txt'), waiting('b.txt', 1, { caseId: 'cas_2' }), waiting('c.txt')];

  expect(pathsOf(nextRequest(files))).toEqual(['a.txt', 'c.txt']);
});

test('files of operating systems are left out', () => {
  const paths = [
    'file/.DS_Store',
    'file/._a.txt',
    'Thumbs.db',
    '__MACOSX/a.txt',
    'file/a.txt',
    '.profile',
    'ds_store.txt',
  ];

  const { wanted, skipped } = withoutSystemFiles(paths.map((path) => waiting(path)));

  expect(pathsOf(wanted)).toEqual(['file/a.txt', '.profile', 'ds_store.txt']);
  expect(skipped).toBe(4);
});

test.each([
  [[3], '3'],
  [[1, 2, 3, 7], '1–3, 7'],
  [[9, 8, 2], '2, 8–9'],
  [[1, 3, 5, 7, 9, 11, 13, 15, 17, 19], '1, 3, 5, 7, 9, 11, 13, 15 and 2 more'],
] as const)('pages %j are listed as %s', (pages, text) => {
  expect(pageRanges(pages)).toBe(text);
});

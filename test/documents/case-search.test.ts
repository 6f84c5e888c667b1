import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Json, startApi } from '../support/api.ts';
import { found, search, searchableCase } from './support.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a passage is found with its place, its headings and the words of the query', async () => {
  const text = '# Offer\n\n## Price\n\nWe offer 1,200 euros for the harpsichord.\n';
  const { caseId, documentIds } = await searchableCase(api, { 'offer.md': text });

  const [hit, ...others] = await found(api, 'harpsichords', { caseIds: [caseId] });

  expect(others).toEqual([]);
  expect(hit).toMatchObject({
    document: { id: documentIds['offer.md'], name: 'offer.md', caseId },
    version: { number: 1, state: 'READY', mediaType: 'text/markdown' },
    pageFirst: null,
    pageLast: null,
  });
  expect(hit!.text).toBe(text.slice(hit!.start, hit!.end));
  expect(hit!.headingPath).toEqual(['Offer', 'Price']);
  expect(hit!.highlights.map(({ start, end }: Json) => text.slice(start, end))).toEqual(['harpsichord']);
});

test('a query without a word, and values out of range, are refused with the place', async () => {
  const refused = async (variables: Parameters<typeof search>[1]) => {
    const { errors } = await search(api, variables);
    return errors?.[0]?.message;
  };

  expect(await refused({ query: ' … !? ' })).toMatch(/no word to look for/);
  expect(await refused({ query: '-excluded' })).toMatch(/no word to look for/);
  expect(await refused({ query: 'a', first: 101 })).toMatch(/`first` \(101\) must be between 1 and 100/);
  expect(await refused({ query: 'a', first: 0 })).toMatch(/`first` \(0\)/);
  expect(await refused({ query: 'a', filter: { caseIds: Array(101).fill('cas_a') } })).toMatch(
    /`caseIds` has 101 values/,
  );
  expect(
    await refused({
      query: 'a',
      filter: { createdFrom: '2026-01-02T00:00:00Z', createdBefore: '2026-01-01T00:00:00Z' },
    }),
  ).toMatch(/`createdBefore` must be later than `createdFrom`/);
});

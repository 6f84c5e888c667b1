import { afterAll, beforeAll, expect, test } from 'vitest';
import { boxesOf, MOST_BOXES } from '../../src/documents/passage-boxes.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { pdfOfLines } from './extraction/files.ts';
import { createCase, ended, uploadFiles } from './support.ts';

const PAGES = [['The first page.'], ['Before it.', 'The deposit amounts to', '4,500 euros. After it.']];

let api: Api;
let as: Credential;
let versionId: string;
let text: string;

beforeAll(async () => {
  api = await startApi();
  ({ as } = await signedIn(api, { roles: ['ADMIN'] }));
  const { case: created } = await createCase(api, {}, as);
  const base64 = Buffer.from(pdfOfLines(PAGES)).toString('base64');
  const { data } = await api.graphql(
    'mutation ($input: UploadDocumentsInput!) { uploadDocuments(input: $input) { ... on UploadedDocuments { documents { document { id } } } } }',
    { as, variables: { input: { caseId: created.id, files: [{ name: 'lease.pdf', base64 }] } } },
  );
  const document = await ended(api, data.uploadDocuments.documents[0].document.id, as);
  versionId = document.currentVersion.id;
  text = await (await api.fetch(`/api/documents/${document.id}/text`, { as })).text();
});
afterAll(() => api.stop());

const asked = (start: number, end: number, who: Credential = as, id = versionId): Promise<Json> =>
  api.graphql(
    'query ($id: ID!, $start: Int!, $end: Int!) { node(id: $id) { ... on DocumentVersion { boxes(start: $start, end: $end) { page x y width height } } } }',
    { as: who, variables: { id, start, end } },
  );

test('a passage has a box for each of its lines, cut where it begins and ends', async () => {
  const start = text.indexOf('deposit');
  const { data } = await asked(start, text.indexOf('euros') + 'euros'.length);

  const [first, second, ...more] = data.node.boxes;
  expect(more).toEqual([]);
  expect(first.page).toBe(2);
  expect(second.page).toBe(2);
  // The line begins at 70, with “The ” before the passage.
  expect(first.x).toBeGreaterThan(75);
  expect(second.x).toBeCloseTo(70, 0);
  expect(second.y - first.y).toBeCloseTo(14, 0);
  // Lines at 686 and 672 points from the bottom of a page of 842 points.
  expect(first.y).toBeLessThan(842 - 686);
  expect(first.y + first.height).toBeGreaterThan(842 - 686);
});

test('a range that is none is refused, and one after the end of the text has no box', async () => {
  expect((await asked(5, 5)).errors[0].message).toContain('`end` (5) must be greater');
  expect((await asked(-1, 5)).errors[0].message).toContain('`start` (-1)');
  expect((await asked(text.length + 10, text.length + 20)).data.node.boxes).toEqual([]);
});

test('only members of the case get boxes', async () => {
  const other = await signedIn(api, { roles: ['ADMIN'] });

  expect((await asked(0, 10, other.as)).data.node).toBeNull();
});

test('a text has none', async () => {
  const { case: created } = await createCase(api, {}, as);
  const uploaded = await uploadFiles(api, created.id, { 'a.txt': 'The deposit amounts to 4,500 euros.' }, as);
  const { latestVersion } = await ended(api, uploaded.documents[0].document.id, as);

  expect((await asked(0, 10, as, latestVersion.id)).data.node.boxes).toEqual([]);
});

test('the number of boxes is bounded', () => {
  const boxes = Array.from({ length: 2 * MOST_BOXES }, (_, start) => ({
    start,
    end: start + 1,
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  }));
  const page = { start: 0, end: boxes.length, number: 1, width: 595, height: 842, isScanned: false, boxes };

  expect(boxesOf([page], { start: 0, end: boxes.length })).toHaveLength(MOST_BOXES);
});

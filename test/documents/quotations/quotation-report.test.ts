import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { caseWith, reportOn } from './support.ts';

const LEASE = [
  '# Lease',
  '',
  '## Rent',
  '',
  'The tenant shall not sublet the flat without the “written” consent of the landlord.',
  '',
  'The rent of 1,200 euros is due on 3 March 2026, and Anna Smith receives it.',
  '',
  'The owner may ter-',
  'minate this agreement at the end',
  'of any month.',
].join('\n');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The quotation of a brief with one quotation. */
async function only(caseId: string, quoted: string): Promise<Json> {
  const brief = `The contract says: «${quoted}» (Lease, § 2).`;
  const { quotations } = await reportOn(api, { caseId, brief });
  expect(quotations).toHaveLength(1);
  const [one] = quotations;
  expect(brief.slice(one.start, one.end)).toBe(quoted);
  expect(one.text).toBe(quoted);
  return one;
}

describe('a quotation', () => {
  let caseId: string;
  let document: Json;

  beforeAll(async () => {
    const created = await caseWith(api, { 'lease.md': LEASE, 'other.txt': 'The parties met in spring.' });
    caseId = created.id;
    document = created.documents[0];
  });

  test.each([
    ['EXACT', 'The rent of 1,200 euros is due on 3 March 2026', 'The rent of 1,200 euros is due on 3 March 2026'],
    ['TYPOGRAPHY', 'without the "written" consent of the landlord', 'without the “written” consent of the landlord'],
    ['WHITESPACE', 'this agreement at the end of any month', 'this agreement at the end\nof any month'],
    ['HYPHENATION', 'The owner may terminate this agreement', 'The owner may ter-\nminate this agreement'],
  ])('is verified in the tier %s, with its place', async (tier, quoted, words) => {
    const one = await only(caseId, quoted);

    expect(one).toMatchObject({
      status: 'VERIFIED',
      tier,
      differences: [],
      differenceCount: 0,
      citation: { text: '(Lease, § 2)' },
      place: {
        documentId: document.id,
        documentName: 'lease.md',
        versionId: document.currentVersion.id,
        versionSha256: sha256(LEASE),
        textSha256: sha256(LEASE),
        words,
        pageFirst: null,
        headingPath: ['Lease', 'Rent'],
      },
    });
    expect(LEASE.slice(one.place.start, one.place.end)).toBe(words);
  });

  test.each([
    ['NUMBER', 'The rent of 1,500 euros is due on', '1,500', '1,200'],
    ['NEGATION', 'The tenant shall sublet the flat without the “written” consent', '', 'not'],
    ['NAME', 'and Anna Jones receives it', 'Jones', 'Smith'],
    ['DATE', 'is due on 3 April 2026, and Anna Smith', 'April', 'March'],
  ])('with another %s is altered, and never verified', async (kind, quoted, wrong, right) => {
    const one = await only(caseId, quoted);

    expect(one).toMatchObject({
      status: 'ALTERED',
      tier: null,
      differenceCount: 1,
      differences: [{ kind, quoted: wrong, source: right }],
      place: { documentId: document.id },
    });
    const [{ start, end }] = one.differences;
    expect(LEASE.slice(start, end)).toBe(right);
  });

  test('that the documents don’t have is not found', async () => {
    expect(await only(caseId, 'Nobody expects the inspection of the cellar')).toMatchObject({
      status: 'NOT_FOUND',
      place: null,
      tier: null,
    });
  });

  test('of two words is too short', async () => {
    expect(await only(caseId, 'any month')).toMatchObject({ status: 'TOO_SHORT', place: null });
  });

  test('is looked up in named documents only', async () => {
    const other = await caseWith(api, { 'a.txt': 'Elephants never forget a promise.' });

    const { quotations, sources } = await reportOn(api, {
      documentIds: [other.documents[0].id],
      brief: '“Elephants never forget” and “The rent of 1,200 euros”',
    });

    expect(quotations.map(({ status }: Json) => status)).toEqual(['VERIFIED', 'NOT_FOUND']);
    expect(sources).toHaveLength(1);
  });
});

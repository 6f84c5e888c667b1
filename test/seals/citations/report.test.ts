import { afterAll, expect, test } from 'vitest';
import { checkCitationFile, parseCitationFile, textDigest } from '../../../src/quotations/index.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { type CaseWithLease, caseWithLease, LEASE, pageOf, verdictOf } from './support.ts';

const api: Api = await startApi();
afterAll(() => api.stop());

const BRIEF = `As agreed, “The deposit of 4,200 euros is returned within six  weeks”. It adds “Heating costs are shared by the wishes of each flat”.

> The tenant may terminate this lease
> with a notice of 90 days

And “nobody has ever written these words down”.`;

async function check({ as, caseId }: CaseWithLease, more: Json = {}): Promise<Json> {
  const { data, errors } = await api.graphql(
    `mutation ($input: CheckQuotationsInput!) { checkQuotations(input: $input) { __typename
       ... on CheckedQuotations { report { counts { total verified } briefTextSha256
         seal { id subject sha256 citationFile } } }
       ... on Problem { code message } } }`,
    { as, variables: { input: { caseId, brief: BRIEF, ...more } } },
  );
  if (!data?.checkQuotations) throw new Error(JSON.stringify(errors));
  return data.checkQuotations.report;
}

test('a report is sealed on request, and each quotation can be checked with the brief and the document', async () => {
  const lease = await caseWithLease(api);

  const { seal, counts } = await check(lease, { seal: true });

  expect(seal.subject).toBe('QUOTATION_REPORT');
  const bytes = Buffer.from(seal.citationFile);
  expect((await verdictOf(api, seal.id, bytes)).result).toBe('SAME_BYTES');
  const file = parseCitationFile(bytes);
  const { id, sha256, textSha256, textLength } = lease.version;
  expect(file).toMatchObject({
    kind: 'QUOTATION_REPORT',
    versions: [{ id, sha256, textSha256, textLength }],
    text: { sha256: textDigest(BRIEF), length: BRIEF.length },
    rules: { name: 'imprimatur-quotations' },
  });
  expect(file.quotations?.map(({ status }) => status).sort()).toEqual(['ALTERED', 'NOT_FOUND', 'VERIFIED', 'VERIFIED']);
  const report = checkCitationFile(file, { texts: [LEASE], quoting: BRIEF });
  expect(report.isProven).toBe(true);
  expect(report.quotations.filter(({ result }) => result === 'PASSED')).toHaveLength(counts.verified);
});

test('the page shows tiers and offsets, without words and names', async () => {
  const { seal } = await check(await caseWithLease(api), { seal: true });

  const page = await pageOf(api, seal.id);

  expect(page).toContain('apart from white space');
  expect(page).toContain('2 of 4 verified');
  expect(page).toMatch(/characters \d+ to \d+ of version 1/);
  expect(page).not.toMatch(/secret-lease|deposit|Heating/);
});

test('a report has no seal unless one was requested', async () => {
  expect((await check(await caseWithLease(api))).seal).toBeNull();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldHead, multipart } from '../../rest/support.ts';
import { type Api, credentialHeaders, type Json, startApi } from '../../support/api.ts';
import { docxOf, paragraph, pdfOfLines, utf8, zipOf } from '../extraction/files.ts';
import { CHECK, caseWith, check, reportOn } from './support.ts';

let api: Api;
let caseId: string;

beforeAll(async () => {
  api = await startApi();
  const created = await caseWith(api, {
    'lease.txt': 'The deposit of 4,200 euros is returned within six weeks after the keys are handed over.',
  });
  caseId = created.id;
});
afterAll(() => api.stop());

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

test('the quotations of a DOCX are checked, with offsets in its extracted text', async () => {
  const file = docxOf(
    paragraph('Statement', { style: 'H1' }) +
      paragraph(
        'The lease says “The deposit of 4,200 euros is returned within six weeks”, not “within two weeks after the keys are handed over”.',
      ),
  );

  const report = await reportOn(api, { caseId, base64: base64(file), fileName: 'brief.docx' });

  expect(report.quotations.map(({ status }: Json) => status)).toEqual(['VERIFIED', 'ALTERED']);
  for (const { start, end, text } of report.quotations) expect(report.briefText.slice(start, end)).toBe(text);
  expect(report.briefTextLength).toBe(report.briefText.length);
});

test('a PDF can be uploaded as a file, and a quotation continues on its next page', async () => {
  const file = pdfOfLines([
    ['The lease says: "The deposit of 4,200', 'euros is returned within'],
    ['six weeks after the keys are handed over."'],
  ]);
  const { headers, body } = multipart([
    {
      head: fieldHead('operations'),
      body: JSON.stringify({ query: CHECK, variables: { input: { caseId, file: null, fileName: 'brief.pdf' } } }),
    },
    { head: fieldHead('map'), body: '{"0":["variables.input.file"]}' },
    {
      head: 'Content-Disposition: form-data; name="0"; filename="brief.pdf"\r\nContent-Type: application/pdf',
      body: file,
    },
  ]);

  const response = await fetch(`${api.url}/graphql`, {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), ...credentialHeaders('operator') },
    body: new Uint8Array(body),
  });

  const { report } = ((await response.json()) as Json).data.checkQuotations;
  expect(report.counts).toMatchObject({ total: 1, verified: 1 });
  expect(report.quotations[0].place.words).toBe(
    'The deposit of 4,200 euros is returned within six weeks after the keys are handed over.',
  );
});

test('a file that can’t be read is refused with the reason, and nothing of it is in the answer', async () => {
  const zip = zipOf([{ name: 'a.txt', bytes: utf8('secret words') }]);

  const problem = await check(api, { caseId, base64: base64(zip), fileName: 'brief.zip' });

  expect(problem).toMatchObject({ __typename: 'BriefRefused', code: 'INPUT_INVALID', refusal: 'UNSUPPORTED_TYPE' });
  expect(JSON.stringify(problem)).not.toContain('secret');
});

test('a file with more than 2,000,000 characters is refused', async () => {
  const problem = await check(api, {
    caseId,
    base64: base64(utf8('long words '.repeat(190_000))),
    fileName: 'brief.txt',
  });

  expect(problem).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer: '/base64' }] });
  expect(problem.message).toContain('2090000');
});

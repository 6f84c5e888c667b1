import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, pdfOf } from '../../documents/extraction/files.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { download } from '../../support/seals.ts';
import { ask, caseWithLease, LEASE, sealVersion } from './support.ts';

let api: Api;
let folder: string;
const PDF = pdfOf([
  drawn([{ x: 72, y: 770, text: 'The tenant pays the rent in advance on the third working day of the month.' }]),
  drawn([
    { x: 72, y: 770, text: 'The deposit of 4,200 euros is returned within' },
    { x: 72, y: 756, text: 'six weeks after the keys are handed over.' },
  ]),
]);
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-citations-'));
  const lease = await caseWithLease(api);
  const { answer, citationsSeal } = await ask(api, lease, { seal: true });
  const { seal } = await sealVersion(api, lease.version.id, lease.as);
  for (const [name, one] of Object.entries({ answer: citationsSeal, version: seal })) {
    writeFileSync(at(`${name}.json`), one.citationFile);
    writeFileSync(at(`${name}.json.sigstore.json`), await download(api, `/v/${one.id}/seal.sigstore.json`));
  }
  const inPdf = await caseWithLease(api, { name: 'lease.pdf', file: PDF });
  const fromPdf = await ask(api, inPdf, { seal: true });
  writeFileSync(at('pdf.json'), fromPdf.citationsSeal.citationFile);
  writeFileSync(at('pdf-answer.txt'), fromPdf.answer.text);
  writeFileSync(at('pdf.json.sigstore.json'), await download(api, `/v/${fromPdf.citationsSeal.id}/seal.sigstore.json`));
  writeFileSync(at('lease.pdf'), PDF);
  writeFileSync(at('trust.json'), await download(api, '/.well-known/imprimatur/trust.json'));
  writeFileSync(at('lease.txt'), LEASE);
  writeFileSync(at('changed.txt'), LEASE.replace('4,200', '2,400'));
  writeFileSync(at('answer.txt'), answer.text);
  writeFileSync(at('other-answer.txt'), answer.text.replace('4,200', '2,400'));
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

async function verify(file: string, ...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'src/main.ts', 'verify', at(file), '--trust', at('trust.json'), ...args],
      (error, stdout) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout }),
    );
  });
}

const jsonOf = async (...args: Parameters<typeof verify>): Promise<Json> => {
  const { code, out } = await verify(...args, '--json');
  return { code, ...JSON.parse(out) };
};

test('a stranger with the document checks each quotation of an answer offline', async () => {
  const { code, result, citations } = await jsonOf(
    'answer.json',
    '--document',
    at('lease.txt'),
    '--quoting',
    at('answer.txt'),
  );

  expect([code, result, citations.isProven]).toEqual([0, 'SAME_BYTES', true]);
  expect(citations.report.quotations.map((one: Json) => one.result)).toContain('PASSED');
  expect(citations.documents).toMatchObject([{ version: 1 }]);
});

test.each([
  ['a changed document', ['--document', 'changed.txt', '--quoting', 'answer.txt']],
  ['another answer', ['--document', 'lease.txt', '--quoting', 'other-answer.txt']],
  ['the answer alone', ['--quoting', 'answer.txt']],
])('%s proves nothing', async (_, args) => {
  const { code, out } = await verify('answer.json', ...args.map((one) => (one.startsWith('--') ? one : at(one))));

  expect(code).toBe(1);
  expect(out).toContain('SAME BYTES');
  expect(out).toContain('Not every quotation');
});

test('the original PDF is enough: the command extracts its text again', async () => {
  const { code, citations } = await jsonOf(
    'pdf.json',
    '--document',
    at('lease.pdf'),
    '--quoting',
    at('pdf-answer.txt'),
  );

  expect([code, citations.isProven]).toEqual([0, true]);
  expect(citations.documents).toMatchObject([{ version: 1, detail: 'the file, with the same extracted text' }]);
  expect(citations.report.quotations.map(({ words }: Json) => words).join()).toContain('The deposit of 4,200 euros');
});

test('a citation file is verified like any other file without copies', async () => {
  expect((await verify('answer.json')).code).toBe(0);
});

test('the file of a document is compared with the seal of its version', async () => {
  const same = await jsonOf('version.json', '--document', at('lease.txt'));
  const changed = await jsonOf('version.json', '--document', at('changed.txt'));

  expect([same.code, same.citations.isProven]).toEqual([0, true]);
  expect([changed.code, changed.citations.isProven]).toEqual([1, false]);
});

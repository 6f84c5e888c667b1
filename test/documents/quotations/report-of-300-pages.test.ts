import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { startProcessTime, startThreadTime } from '../../support/processor-time.ts';
import { pdfOfLines } from '../extraction/files.ts';
import { createCase, ended, uploadTexts } from '../support.ts';
import { reportOn } from './support.ts';

const PAGES = 300;
const LINES = 45;
const QUOTATIONS = 200;
const WORDS = 'the tenant pays rent on third working day of each month and landlord confirms receipt in writing'.split(
  ' ',
);

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Lines of pages, each with a word of its own. */
function linesOfPages(): string[][] {
  let seed = 7;
  const next = (count: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % count;
  };
  return Array.from({ length: PAGES }, (_, page) =>
    Array.from(
      { length: LINES },
      (_, line) => `no${page}x${line} ${Array.from({ length: 12 }, () => WORDS[next(WORDS.length)]!).join(' ')}`,
    ),
  );
}

test('a report on a case of 300 pages takes less than 3 s, and hardly needs the main thread', async () => {
  const pages = linesOfPages();
  const { case: created } = await createCase(api, {});
  const base64 = Buffer.from(pdfOfLines(pages)).toString('base64');
  const uploaded = await uploadTexts(api, created.id, {}, 'operator', { files: [{ name: 'record.pdf', base64 }] });
  const { currentVersion } = await ended(api, uploaded.documents[0].document.id);
  const quoted = Array.from({ length: QUOTATIONS }, (_, at) => pages[(at * 7) % PAGES]![at % LINES]!);
  const altered = quoted.map((line, at) => (at % 2 === 0 ? line : line.replace(/(\w+) (\w+)$/, 'seventeen $2')));
  const brief = altered.map((line) => `The record says: “${line}”.`).join('\n\n');
  const input = { caseId: created.id, brief };
  // Starts the worker, which loads its code once.
  await reportOn(api, { ...input, brief: 'Nothing is quoted.' });
  const [took, tookHere] = [startProcessTime(), startThreadTime()];
  const started = performance.now();

  const report = await reportOn(api, input);

  const [ms, msHere, clockMs] = [took(), tookHere(), performance.now() - started];
  console.log(
    `${PAGES} pages, ${currentVersion.textLength} characters, ${QUOTATIONS} quotations: ${Math.round(ms)} ms of processors, ${Math.round(msHere)} ms of the main thread, ${Math.round(clockMs)} ms by the clock`,
  );
  expect(currentVersion.textLength).toBeGreaterThan(800_000);
  expect(report.counts).toMatchObject({ total: QUOTATIONS, verified: QUOTATIONS / 2, altered: QUOTATIONS / 2 });
  const onPage = (at: number) => ((at * 7) % PAGES) + 1;
  expect(report.quotations.map(({ place }: Json) => place.pageFirst)).toEqual(quoted.map((_, at) => onPage(at)));
  expect(ms).toBeLessThan(3_000);
  expect(msHere).toBeLessThan(500);
});

import { expect, test } from 'vitest';
import { startThreadTime } from '../../support/processor-time.ts';
import { drawn, pdfOf } from './files.ts';
import { runningText, startExtractor } from './support.ts';

const { extractor, read } = startExtractor({ workers: 1 });

const PAGES = 1_000;
const LINES = 42;
const WORDS = 'the tenant pays rent on third working day of each month and landlord confirms receipt in writing'.split(
  ' ',
);

/** A thousand pages of forty lines, with a header, a footnote and a page number each. */
function longPdf(): Uint8Array {
  let seed = 1;
  const next = (count: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % count;
  };
  const line = () => Array.from({ length: 14 }, () => WORDS[next(WORDS.length)]!).join(' ');
  return pdfOf(
    Array.from({ length: PAGES }, (_, page) =>
      drawn([
        { x: 60, y: 810, size: 9, text: 'Smith v. Miller' },
        { x: 53, y: 774, size: 6, text: String((page % 900) + 1) },
        ...Array.from({ length: LINES }, (_, index) => ({ x: 60, y: 770 - 15 * index, text: line() })),
        { x: 60, y: 100, size: 8, text: `${(page % 900) + 1} See the ruling of 3 March.` },
        { x: 290, y: 40, size: 9, text: `${page + 1}` },
      ]),
    ),
  );
}

test('a PDF of 1,000 pages is read in less than 60 s with less than 400 MB, and hardly needs the main thread', async () => {
  const file = longPdf();
  await read(pdfOf([drawn([{ x: 60, y: 700, text: 'Words' }])]));
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const took = startThreadTime();
  const started = performance.now();

  const document = await read(file);

  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `1,000 pages, ${(file.length / 1e6).toFixed(1)} MB: ${seconds.toFixed(1)} s, ${Math.round((most - before) / 1e6)} MB more memory at the peak, ${Math.round(took())} ms of the main thread`,
  );
  expect(document.pages).toHaveLength(PAGES);
  expect(document.text.length).toBeGreaterThan(PAGES * LINES * 60);
  expect(document.blocks.filter(({ kind }) => kind === 'PAGE_FURNITURE')).toHaveLength(2 * PAGES);
  expect(document.blocks.filter(({ kind }) => kind === 'FOOTNOTE')).toHaveLength(PAGES);
  expect(runningText(document)).not.toContain('Smith');
  expect(seconds).toBeLessThan(60);
  expect(most - before).toBeLessThan(400_000_000);
  // Reading the progress and unpacking the boxes of 45,000 lines.
  expect(took()).toBeLessThan(2_000);
  expect(extractor.waiting).toBe(0);
});

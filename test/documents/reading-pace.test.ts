import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { DocumentExtractor } from '../../src/documents/extraction/document-extractor.ts';
import { ReadingPace } from '../../src/documents/reading-pace.ts';
import { pdfOfLines } from './extraction/files.ts';

const spin = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

describe('the pace of reading', () => {
  const pace = new ReadingPace();
  afterEach(() => pace.close());

  test('is slowed down while the event loop is busy, and only then', async () => {
    pace.measure();
    const busy = setInterval(() => spin(20), 40);
    await expect.poll(() => pace.isBusy, { timeout: 20_000 }).toBe(true);
    const begin = performance.now();
    await pace.rest()(50);
    expect(performance.now() - begin).toBeGreaterThan(140);

    clearInterval(busy);
    await expect.poll(() => pace.isBusy, { timeout: 20_000 }).toBe(false);
    // Without a pause, so it ends before a timer of 0 ms.
    const first = await Promise.race([
      pace
        .rest()(60_000)
        .then(() => 'rest'),
      new Promise((done) => setTimeout(done, 0)),
    ]);
    expect(first).toBe('rest');
  });

  test('doesn’t delay the end of a job that is aborted', async () => {
    const aborting = new AbortController();
    Atomics.store(pace.shared, 0, 1);
    const resting = pace.rest(aborting.signal)(30_000);

    aborting.abort(new Error('The service stops.'));

    await expect(resting).rejects.toThrow();
  });
});

test('reading waits longer than it works while the process is busy', async () => {
  const pages = Array.from({ length: 200 }, (_, page) =>
    Array.from({ length: 40 }, (_, line) => `Page ${page}, line ${line}: the tenant pays the rent in advance.`),
  );
  const pace = new Int32Array(new SharedArrayBuffer(4));
  const extractor = new DocumentExtractor({ workers: 1, pace });
  onTestFinished(() => extractor.close());
  // Starts the worker and loads its libraries.
  await extractor.read({ file: pdfOfLines([['Short.']]), name: 'short.pdf', mediaType: null });

  Atomics.store(pace, 0, 1);
  const begin = performance.now();
  const before = process.cpuUsage();
  const reading = await extractor.read({ file: pdfOfLines(pages), name: 'long.pdf', mediaType: null });
  const { user, system } = process.cpuUsage(before);

  expect(reading).toMatchObject({ pageCount: 200 });
  expect(performance.now() - begin).toBeGreaterThan((2 * (user + system)) / 1_000);
});

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markStore } from '../bank-seed.ts';
import type { Bench } from '../bench.ts';
import { JSON_BODY, LIST_OF_50 } from '../frequent-requests.ts';
import { HttpClient } from '../http-client.ts';
import { markdownTable } from '../markdown-table.ts';
import { quantile } from '../quantile.ts';
import { seed } from '../seed.ts';
import { CasesClient } from './client.ts';
import { pdf } from './files.ts';

export interface ReadingPlan {
  readonly pages: number;
  readonly quietSeconds: number;
  readonly assets: number;
}

const DOCUMENTS = 10;
/** Milliseconds between two requests of one kind. */
const ASK_EVERY_MS = 20;
/** The others of the ten documents have this part of the pages. */
const OTHERS = 0.2;

/** Reads a long PDF, and then ten documents while requests arrive. Returns a Markdown table. */
export async function benchReading({ children, folder, postgres }: Bench, plan: ReadingPlan): Promise<string> {
  const { pages, quietSeconds, assets } = plan;
  await seed(postgres.url, assets);
  const dataDir = path.join(folder, 'service');
  markStore(path.join(dataDir, 'blobs'));
  const token = randomBytes(24).toString('hex');
  const url = await children.startService({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'warn',
  });
  const client = new CasesClient(url, token);
  const caseId = await client.createCase('Smith v Jones');
  const watched = async <T>(work: () => Promise<T>) => {
    const before = children.useOf(url);
    await client.metric('nodejs_eventloop_delay_max_seconds');
    let peak = before.residentBytes;
    const watch = setInterval(() => {
      peak = Math.max(peak, children.useOf(url).residentBytes);
    }, 50);
    const begin = performance.now();
    const result = await work().finally(() => clearInterval(watch));
    return {
      result,
      seconds: (performance.now() - begin) / 1_000,
      processorSeconds: (children.useOf(url).processorMs - before.processorMs) / 1_000,
      moreBytes: peak - before.residentBytes,
      delayMs: 1_000 * ((await client.metric('nodejs_eventloop_delay_max_seconds')) ?? Number.NaN),
    };
  };
  // The first document starts the worker thread and loads its libraries.
  const [first] = await client.upload(caseId, [{ name: 'first.pdf', bytes: pdf(0, 1) }]);
  await client.untilReady(first!);

  console.error(`Reading a PDF of ${pages} pages …`);
  const long = pdf(1, pages);
  const one = await watched(async () => {
    const [id] = await client.upload(caseId, [{ name: 'long.pdf', bytes: long }]);
    await client.untilReady(id!);
  });

  console.error('Requests without reading …');
  const headers = { ...JSON_BODY, authorization: `Bearer ${token}` };
  await ask(url, headers, sleep(2_000)); // warm
  const quiet = await watched(() => ask(url, headers, sleep(quietSeconds * 1_000)));
  console.error(`Requests while ${DOCUMENTS} documents are read …`);
  const files = Array.from({ length: DOCUMENTS }, (_, at) => ({
    name: `${at}.pdf`,
    bytes: pdf(2 + at, at === 0 ? pages : Math.ceil(pages * OTHERS)),
  }));
  const busy = await watched(async () => {
    const ids = await client.upload(caseId, files);
    return ask(url, headers, Promise.all(ids.map((id) => client.untilReady(id))));
  });

  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  const times = (milliseconds: readonly number[]) =>
    `${quantile(milliseconds, 0.5).toFixed(1)} / ${quantile(milliseconds, 0.95).toFixed(1)}`;
  const ratio = (kind: 'list' | 'live') => quantile(busy.result[kind], 0.95) / quantile(quiet.result[kind], 0.95);
  return markdownTable(
    ['', 'measured', 'target'],
    [
      [
        `a PDF of ${pages} pages, ${(long.length / 1e6).toFixed(1)} MB: from the upload until it can be searched`,
        `${one.seconds.toFixed(1)} s`,
        '< 60 s',
      ],
      ['processor time of the process', `${one.processorSeconds.toFixed(1)} s`, ''],
      ['memory above that before it, at the peak', `${mb(one.moreBytes)} MB`, '< 400 MB'],
      ['longest delay of the event loop', `${one.delayMs.toFixed(0)} ms`, '≤ 50 ms'],
      [
        `${DOCUMENTS} documents, one of ${pages} pages, the others of ${Math.ceil(pages * OTHERS)}`,
        `${busy.seconds.toFixed(1)} s`,
        '',
      ],
      ['memory above that before them, at the peak', `${mb(busy.moreBytes)} MB`, ''],
      [
        'longest delay of the event loop; without reading',
        `${busy.delayMs.toFixed(0)} ms; ${quiet.delayMs.toFixed(0)} ms`,
        '',
      ],
      ['list of 50 pictures meanwhile, p50 / p95 in ms', times(busy.result.list), ''],
      ['the same without reading', times(quiet.result.list), ''],
      ['ratio of p95', `${ratio('list').toFixed(2)}×`, '≤ 1.5×'],
      ['`/livez` meanwhile, p50 / p95 in ms', times(busy.result.live), ''],
      ['the same without reading', times(quiet.result.live), ''],
      ['ratio of p95', `${ratio('live').toFixed(2)}×`, ''],
    ],
  );
}

/** Sends requests one after the other until the work has ended. Returns their times in milliseconds. */
async function ask(
  url: string,
  headers: Record<string, string>,
  work: Promise<unknown>,
): Promise<{ list: number[]; live: number[] }> {
  const http = new HttpClient(url, 4);
  let hasEnded = false;
  const ending = work.finally(() => {
    hasEnded = true;
  });
  const asking = async (request: Parameters<HttpClient['send']>[0]) => {
    const times: number[] = [];
    while (!hasEnded) {
      const begin = performance.now();
      const { status, text } = await http.send(request);
      if (status !== 200) throw new Error(`HTTP ${status}: ${text.slice(0, 300)}`);
      times.push(performance.now() - begin);
      await sleep(ASK_EVERY_MS);
    }
    return times;
  };
  try {
    const [list, live] = await Promise.all([
      asking({ path: '/graphql', headers, body: LIST_OF_50 }),
      asking({ path: '/livez', headers: {} }),
      ending,
    ]);
    return { list, live };
  } finally {
    http.close();
  }
}

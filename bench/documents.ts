import path from 'node:path';
import type { Bench } from './bench.ts';
import { benchLargeCase, type LargeCasePlan } from './documents/large-case.ts';
import { benchReading, type ReadingPlan } from './documents/reading.ts';
import { benchReport, type ReportPlan } from './documents/report.ts';
import { benchSearch, type SearchPlan } from './documents/search.ts';

interface Plan {
  readonly reading: ReadingPlan;
  readonly search: SearchPlan;
  readonly report: ReportPlan;
  readonly largeCase: LargeCasePlan;
}

const FULL: Plan = {
  reading: { pages: 1_000, quietSeconds: 15, assets: 100_000 },
  search: { sizes: [10_000, 100_000, 1_000_000], searches: 20, rounds: 3 },
  report: { pages: 300, rounds: 5 },
  largeCase: { documents: 10_000, perZip: 2_000, passagesPerDocument: 2 },
};
/** Plan that only proves that the benchmark runs. Its figures mean nothing. */
const QUICK: Plan = {
  reading: { pages: 20, quietSeconds: 1, assets: 1_000 },
  search: { sizes: [1_000], searches: 2, rounds: 1 },
  report: { pages: 6, rounds: 1 },
  largeCase: { documents: 20, perZip: 10, passagesPerDocument: 2 },
};

/** Measures reading, searching and keeping documents. Returns Markdown tables. */
export async function benchDocuments(bench: Bench): Promise<string> {
  const plan = bench.isQuick ? QUICK : FULL;
  const title = bench.machine();
  const reading = await benchReading(bench, plan.reading);
  await bench.children.stop();
  const report = await benchReport(plan.report);
  const largeCase = await benchLargeCase(bench, plan.largeCase);
  await bench.children.stop();
  const search = await benchSearch(path.join(bench.banks.folder, 'documents'), plan.search);
  return [
    title,
    reading,
    report,
    largeCase,
    'Search: p50 / p95 in ms; processor time of PostgreSQL per search in ms.',
    search,
  ].join('\n\n');
}

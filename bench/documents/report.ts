import { extractDocument } from '../../src/documents/extraction/extract-document.ts';
import { EXTRACTION_LIMITS } from '../../src/documents/extraction/extraction-limits.ts';
import { QuotationChecker } from '../../src/documents/quotations/quotation-checker.ts';
import { packReading } from '../../src/documents/stored-reading.ts';
import { markdownTable } from '../markdown-table.ts';
import { quantile } from '../quantile.ts';
import { pdf } from './files.ts';

export interface ReportPlan {
  /** Pages of all documents of the case together. */
  readonly pages: number;
  readonly rounds: number;
}

const DOCUMENTS = 3;
const QUOTATIONS = 60;
const WORDS = 15;

/** Looks the quotations of a brief up in a case, as citation reports do. Returns a Markdown table. */
export async function benchReport({ pages, rounds }: ReportPlan): Promise<string> {
  const sources = await Promise.all(
    Array.from({ length: DOCUMENTS }, (_, document) =>
      extractDocument(
        pdf(document, pages / DOCUMENTS),
        { name: 'file.pdf', mediaType: null },
        EXTRACTION_LIMITS,
        () => {},
      ),
    ),
  );
  // Every third quotation has another word than its document, and every third isn't in any document.
  const brief = Array.from({ length: QUOTATIONS }, (_, at) => {
    const words = sources[at % DOCUMENTS]!.text.split(/\s+/);
    const from = 40 + Math.floor(((words.length - 100) * at) / QUOTATIONS);
    const quoted = words.slice(from, from + WORDS);
    if (at % 3 === 1) quoted[7] = 'otherwise';
    if (at % 3 === 2) quoted.reverse();
    return `The court held: “${quoted.join(' ')}”. Nothing else follows.`;
  }).join('\n\n');
  const readings = sources.map(packReading);
  const checker = new QuotationChecker();
  const times: number[] = [];
  const found = new Map<string, number>();
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const begin = performance.now();
      const { checkedBrief } = await checker.check({ readings, wanted: [], brief: { text: brief } });
      // The first round starts the worker thread.
      if (round > 0) times.push((performance.now() - begin) / 1_000);
      for (const { result } of round === 0 ? checkedBrief!.quotations : []) {
        const status = result?.status ?? 'NOT_CHECKED';
        found.set(status, (found.get(status) ?? 0) + 1);
      }
    }
  } finally {
    await checker.close();
  }
  const shown = [...found].map(([status, count]) => `${count} ${status.toLowerCase().replaceAll('_', ' ')}`).join(', ');
  return markdownTable(
    [
      `${QUOTATIONS} quotations of a brief in ${DOCUMENTS} documents of ${pages} pages together`,
      'p50 s',
      'max s',
      'target',
    ],
    [[shown, quantile(times, 0.5).toFixed(2), Math.max(...times).toFixed(2), '≤ 3']],
  );
}

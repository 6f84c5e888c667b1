import { chunksOf, type StructuredText } from './chunks.ts';

/** Passages per batch, about a tenth of a second of work for the database. */
const BATCH = 100;

/**
 * Passages of a text, in batches of JSON that the database reads.
 * @param rest can wait between two parts of the work
 */
export function packPassages(text: StructuredText, rest: () => void): Uint8Array<ArrayBuffer>[] {
  const chunks = chunksOf(text);
  rest();
  const batches: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < chunks.length; from += BATCH) {
    batches.push(new Uint8Array(Buffer.from(JSON.stringify(chunks.slice(from, from + BATCH)))));
  }
  return batches;
}

import { parentPort } from 'node:worker_threads';
import { loadO200k } from './o200k.ts';
import { countingOf, type TokenCount } from './token-count.ts';

export interface CountRequest {
  id: number;
  texts: readonly string[];
}
export type CountReply = { id: number } & ({ count: TokenCount } | { error: string });

async function countOf(texts: readonly string[]): Promise<TokenCount> {
  const counting = countingOf(texts, await loadO200k());
  for (;;) {
    const { done, value } = counting.next();
    if (done) return value;
    // Lets other texts have their turn, so that a long text doesn't block them.
    await new Promise(setImmediate);
  }
}

parentPort?.on('message', ({ id, texts }: CountRequest) => {
  countOf(texts).then(
    (count) => parentPort?.postMessage({ id, count } satisfies CountReply),
    // Reports no message, because the message could quote the text.
    (error: unknown) =>
      parentPort?.postMessage({ id, error: error instanceof Error ? error.name : 'unknown' } satisfies CountReply),
  );
});

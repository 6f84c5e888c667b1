import { countWorker } from './count-worker.ts';
import { type O200k, o200k } from './o200k.ts';
import { countingOf, type TokenCount } from './token-count.ts';

export { loadO200k, type O200k } from './o200k.ts';
export { NO_TOKENS, plus, type TokenCount } from './token-count.ts';

/**
 * Maximum characters of all texts of a request that are counted in the request's thread. Longer texts are counted in a separate
 * thread.
 */
const COUNTED_HERE = 100_000;

/**
 * Counts the tokens of texts. Returns a promise while the vocabulary loads, and for more than about 8,000 characters. More than
 * 100,000 characters are counted in a separate thread, so that other requests aren't blocked.
 */
export function countTexts(texts: readonly string[]): TokenCount | Promise<TokenCount> {
  let length = 0;
  for (const text of texts) length += text.length;
  if (length > COUNTED_HERE) return countWorker.count(texts);
  const tokenizer = o200k();
  return tokenizer instanceof Promise ? tokenizer.then((loaded) => counted(texts, loaded)) : counted(texts, tokenizer);
}

function counted(texts: readonly string[], tokenizer: O200k): TokenCount | Promise<TokenCount> {
  const counting = countingOf(texts, tokenizer);
  const { done, value } = counting.next();
  return done ? value : inTurns(counting);
}

async function inTurns(counting: Generator<void, TokenCount>): Promise<TokenCount> {
  for (;;) {
    await new Promise(setImmediate);
    const { done, value } = counting.next();
    if (done) return value;
  }
}

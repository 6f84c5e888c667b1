import { loadO200k, type O200k } from '../../platform/tokens/index.ts';

/** Counting holds the process, up to 4 µs a character: only the beginning of a longer text is counted. */
const COUNTED_CHARACTERS = 16_000;

let tokenizer: O200k | null = null;

/** To be awaited once, before anything is counted. */
export async function readyToCount(): Promise<void> {
  tokenizer ??= await loadO200k();
}

/** Tokens of a text. Of a long one the beginning is counted, and the rest assumed to be like it. */
export function countTokens(text: string): number {
  if (!tokenizer) throw new Error('The table of tokens is not loaded yet.');
  if (text.length <= COUNTED_CHARACTERS) return tokenizer.count(text);
  const share = tokenizer.count(text.slice(0, COUNTED_CHARACTERS)) / COUNTED_CHARACTERS;
  return Math.ceil(share * text.length);
}

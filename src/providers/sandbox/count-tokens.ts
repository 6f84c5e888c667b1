import { loadO200k, type O200k } from '../../platform/tokens/index.ts';

/** Characters that are counted. Counting blocks the process, up to 4 µs per character, so a longer text is extrapolated. */
const COUNTED_CHARACTERS = 16_000;

let tokenizer: O200k | null = null;

/** Loads the tokenizer. Await this before counting. */
export async function readyToCount(): Promise<void> {
  tokenizer ??= await loadO200k();
}

/** Number of tokens of a text. For a long text, extrapolated from its beginning. */
export function countTokens(text: string): number {
  if (!tokenizer)
    throw new Error('The tokenizer of the sandbox is not loaded. Await `readyToCount` before counting tokens.');
  if (text.length <= COUNTED_CHARACTERS) return tokenizer.count(text);
  const share = tokenizer.count(text.slice(0, COUNTED_CHARACTERS)) / COUNTED_CHARACTERS;
  return Math.ceil(share * text.length);
}

import { estimateTokenCount } from 'tokenx';

/** The estimator takes 0.2 µs a character and holds the process meanwhile: more than this is not looked at in full. */
const COUNTED_CHARACTERS = 64_000;

/** Tokens of a text, estimated. Of a long one the beginning is counted, and the rest taken to be like it. */
export function countTokens(text: string): number {
  if (text.length <= COUNTED_CHARACTERS) return estimateTokenCount(text);
  const share = estimateTokenCount(text.slice(0, COUNTED_CHARACTERS)) / COUNTED_CHARACTERS;
  return Math.ceil(share * text.length);
}

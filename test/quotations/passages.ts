import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Legal texts in three languages. `fixtures/README.md` names their sources. */
export const TEXTS = {
  en: fixture('apache-2.0.en.txt'),
  de: fixture('grundgesetz.de.txt'),
  fr: fixture('declaration-1789.fr.txt'),
} as const;
export type Language = keyof typeof TEXTS;
export const LANGUAGES = Object.keys(TEXTS) as Language[];

function fixture(name: string): string {
  return readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8');
}

/** Next number of a repeatable random stream, in [0, 1). Source: mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Passages of whole words of a text, each with its place. They overlap. */
export function passagesOf(text: string, wordCount: number): { start: number; end: number; words: string }[] {
  const words = [...text.matchAll(/[^\s]+/g)];
  const passages: { start: number; end: number; words: string }[] = [];
  for (let first = 0; first + wordCount <= words.length; first += Math.ceil(wordCount / 2)) {
    const last = words[first + wordCount - 1]!;
    const [start, end] = [words[first]!.index, last.index + last[0].length];
    passages.push({ start, end, words: text.slice(start, end) });
  }
  return passages;
}

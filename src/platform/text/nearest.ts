/** Number of typing errors to accept: one for a short word, two for a longer one. */
const changesIn = (word: string) => (word.length < 6 ? 1 : 2);

/** Finds the word most similar to `typed`. Null if no word is similar enough. */
export function nearest(typed: string, words: Iterable<string>): string | null {
  let found: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const changes = changesBetween(typed, word);
    if (changes <= changesIn(word) && changes < fewest) [found, fewest] = [word, changes];
  }
  return found;
}

/**
 * Number of letters that are missing, added, replaced or swapped with their neighbour. Computes the optimal string alignment
 * distance, row by row.
 */
function changesBetween(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    [before, above] = [above, row];
  }
  return above[other.length]!;
}

export interface MarkedWord {
  text: string;
  /** How the service interpreted the term. Null for text between terms. */
  mark: 'understood' | 'ignored' | 'left-out' | null;
}

/** Terms of a brief (the text that describes a picture), by how the service interpreted them. */
export interface Reading {
  understood: readonly string[];
  ignored: readonly string[];
  leftOut: readonly string[];
}

/**
 * Splits a brief into terms and the text between them, each with the service's interpretation. If several terms begin at the
 * same place, the longest counts.
 */
export function markedBrief(brief: string, { understood, ignored, leftOut }: Reading): MarkedWord[] {
  const marks = new Map<string, MarkedWord['mark']>();
  for (const [mark, terms] of [
    ['ignored', ignored],
    ['left-out', leftOut],
    ['understood', understood],
  ] as const) {
    for (const term of terms) if (term.trim() !== '') marks.set(term.toLowerCase(), mark);
  }
  if (marks.size === 0) return [{ text: brief, mark: null }];
  const terms = [...marks.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${terms.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const words: MarkedWord[] = [];
  let end = 0;
  for (const match of brief.matchAll(pattern)) {
    if (match.index > end) words.push({ text: brief.slice(end, match.index), mark: null });
    words.push({ text: match[0], mark: marks.get(match[0].toLowerCase()) ?? null });
    end = match.index + match[0].length;
  }
  if (end < brief.length) words.push({ text: brief.slice(end), mark: null });
  return words;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

import { mixedWords } from '../../platform/text/mixed-words.ts';
import { formatCount } from '../../platform/text/plural.ts';
import { SuspiciousKind, suspiciousCharacters } from '../../proof/text.ts';
import { PublishFindingKind } from '../publish-action.ts';
import { type TextFinder } from './text-finder.ts';

/**
 * Finds invisible characters, and words that mix letters of two scripts to look like another word. Pages that show hidden
 * characters as code points use the same list of characters.
 */
export const hiddenCharacters: TextFinder = {
  kind: PublishFindingKind.HIDDEN_CHARACTERS,
  *find({ text }) {
    const counts = new Map<SuspiciousKind, { count: number; first: string }>();
    for (const { kind, codePoint } of suspiciousCharacters(text, Number.POSITIVE_INFINITY)) {
      const known = counts.get(kind);
      if (known) known.count += 1;
      else counts.set(kind, { count: 1, first: codePoint });
    }
    for (const [kind, { count, first }] of counts) {
      yield `${formatCount(count, ...NAMES[kind])}, the first of which is ${first}.`;
    }
    const mixed = [...mixedWords(text)].length;
    if (mixed > 0) {
      yield `${formatCount(mixed, 'word')} with letters of two scripts that look alike, e.g. a Cyrillic letter among Latin ones.`;
    }
  },
};

const NAMES: Record<SuspiciousKind, [one: string, many: string]> = {
  [SuspiciousKind.BIDI_CONTROL]: [
    'character that changes the reading direction',
    'characters that change the reading direction',
  ],
  [SuspiciousKind.ZERO_WIDTH]: ['character without width', 'characters without width'],
  [SuspiciousKind.BLANK]: ['letter that looks like a space', 'letters that look like spaces'],
  [SuspiciousKind.TAG]: ['invisible tag', 'invisible tags'],
  [SuspiciousKind.VARIATION]: ['selector that selects nothing', 'selectors that select nothing'],
  [SuspiciousKind.LINE_BREAK]: [
    'line break that only some programs recognise',
    'line breaks that only some programs recognise',
  ],
  [SuspiciousKind.ANNOTATION]: ['marker of an invisible annotation', 'markers of invisible annotations'],
  [SuspiciousKind.CONTROL]: ['control character', 'control characters'],
};

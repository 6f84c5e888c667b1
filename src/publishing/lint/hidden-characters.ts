import { mixedWords } from '../../platform/text/mixed-words.ts';
import { SuspiciousKind, suspiciousCharacters } from '../../proof/text.ts';
import { PublishFindingKind } from '../publish-action.ts';
import { counted, type TextFinder } from './text-finder.ts';

/**
 * What is in a text and not seen in it, and words that are spelled with letters of two scripts so that they look like another.
 * It is the list by which pages show such characters by their numbers: what is told of here is marked there.
 */
export const hidden: TextFinder = {
  kind: PublishFindingKind.HIDDEN_CHARACTERS,
  *find({ text }) {
    const counts = new Map<SuspiciousKind, { count: number; first: string }>();
    for (const { kind, codePoint } of suspiciousCharacters(text, Number.POSITIVE_INFINITY)) {
      const known = counts.get(kind);
      if (known) known.count += 1;
      else counts.set(kind, { count: 1, first: codePoint });
    }
    for (const [kind, { count, first }] of counts) {
      yield `${counted(count, ...NAMES[kind])}, the first of which is ${first}.`;
    }
    const mixed = [...mixedWords(text)].length;
    if (mixed > 0) {
      yield `${counted(mixed, 'word')} of letters of two scripts that look alike, e.g. a Cyrillic one among Latin ones.`;
    }
  },
};

const NAMES: Record<SuspiciousKind, [one: string, many: string]> = {
  [SuspiciousKind.BIDI_CONTROL]: [
    'character that turns the direction of writing',
    'characters that turn the direction of writing',
  ],
  [SuspiciousKind.ZERO_WIDTH]: ['character without width', 'characters without width'],
  [SuspiciousKind.BLANK]: ['letter that looks like a space', 'letters that look like spaces'],
  [SuspiciousKind.TAG]: ['invisible tag', 'invisible tags'],
  [SuspiciousKind.VARIATION]: ['selector that selects nothing', 'selectors that select nothing'],
  [SuspiciousKind.LINE_BREAK]: ['line end to some programs alone', 'line ends to some programs alone'],
  [SuspiciousKind.ANNOTATION]: ['mark of an invisible note', 'marks of invisible notes'],
  [SuspiciousKind.CONTROL]: ['control character', 'control characters'],
};

import { HiddenKind, hiddenCharacters } from '../../platform/text/hidden-characters.ts';
import { PublishFindingKind } from '../publish-action.ts';
import { mixedWords } from './mixed-words.ts';
import { counted, type TextFinder } from './text-finder.ts';

/** What is in a text and not seen in it, and words that are spelled with letters of two scripts so that they look like another. */
export const hidden: TextFinder = {
  kind: PublishFindingKind.HIDDEN_CHARACTERS,
  *find({ text }) {
    const counts = new Map<HiddenKind, { count: number; first: number }>();
    for (const { kind, codePoint } of hiddenCharacters(text)) {
      const known = counts.get(kind);
      if (known) known.count += 1;
      else counts.set(kind, { count: 1, first: codePoint });
    }
    for (const [kind, { count, first }] of counts) {
      yield `${counted(count, ...NAMES[kind])}, the first of which is ${named(first)}.`;
    }
    const mixed = mixedWords(text);
    if (mixed > 0) {
      yield `${counted(mixed, 'word')} of letters of two scripts that look alike, e.g. a Cyrillic one among Latin ones.`;
    }
  },
};

const NAMES: Record<HiddenKind, [one: string, many: string]> = {
  [HiddenKind.BIDI_CONTROL]: [
    'character that turns the direction of writing',
    'characters that turn the direction of writing',
  ],
  [HiddenKind.ZERO_WIDTH]: ['character without width', 'characters without width'],
  [HiddenKind.TAG]: ['invisible tag or selector', 'invisible tags or selectors'],
  [HiddenKind.CONTROL]: ['control character', 'control characters'],
};

const named = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

import { isDigit, isLatin, isWord } from './characters.ts';
import { isLabelled } from './labels.ts';
import { type NationalId, nationalIdSchemes } from './national-id-schemes.ts';
import type { SearchText, TextMatch } from './text-match.ts';

interface IdForm {
  readonly pattern: string;
  readonly scheme: NationalId;
}

/**
 * Written forms of all schemes, longest first. They are split by their first character below, so that few forms are tried at each
 * position.
 */
const FORMS = nationalIdSchemes
  .flatMap((scheme) => scheme.forms.map((pattern): IdForm => ({ pattern, scheme })))
  .sort((a, b) => b.pattern.length - a.pattern.length);
const WITH_DIGIT = FORMS.filter(({ pattern }) => pattern[0] === '9');
const WITH_LETTER = FORMS.filter(({ pattern }) => pattern[0] !== '9');

/**
 * Finds national ids: numbers in one of the written forms of a scheme that are valid in that scheme. If a valid number in this
 * form often occurs by chance, a label must precede the number.
 */
export function* nationalIds({ latin: text }: SearchText): Generator<TextMatch> {
  for (let start = 0; start < text.length; start++) {
    const forms = isDigit(text, start) ? WITH_DIGIT : isLatin(text, start) ? WITH_LETTER : null;
    if (forms === null) continue;
    const place = isBound(text, start) ? placeOf(text, start, forms) : null;
    if (place) yield place;
    // A number never starts inside a word.
    if (place) start = place.end - 1;
    else while (isDigit(text, start + 1) || isLatin(text, start + 1)) start += 1;
  }
}

function placeOf(text: string, start: number, forms: readonly IdForm[]): TextMatch | null {
  for (const { pattern, scheme } of forms) {
    if (!fits(text, start, pattern)) continue;
    const end = start + pattern.length;
    if (isWord(text, end) || isContinued(text, end)) continue;
    const written = text.slice(start, end).toUpperCase();
    const compact = written.replace(/[^A-Z0-9]/g, '');
    if (!scheme.isValid(compact, written)) continue;
    const needsLabel = scheme.isWeak === true || (scheme.isWeakCompact === true && written === compact);
    if (needsLabel && !isLabelled(text, start, scheme.label)) continue;
    return { kind: 'NATIONAL_ID', start, end, value: compact };
  }
  return null;
}

/**
 * True if the text has this written form: `9` in the form is a digit, `A` a letter, `*` either, and other characters are literal.
 */
function fits(text: string, start: number, pattern: string): boolean {
  for (let place = 0; place < pattern.length; place++) {
    const wanted = pattern[place];
    const at = start + place;
    if (wanted === '9' ? !isDigit(text, at) : wanted === 'A' ? !isLatin(text, at) : false) return false;
    if (wanted === '*' && !isDigit(text, at) && !isLatin(text, at)) return false;
    if (wanted !== '9' && wanted !== 'A' && wanted !== '*' && text[at] !== wanted) return false;
  }
  return true;
}

/** False inside a word, after a plus sign, or after punctuation that belongs to a longer number. */
function isBound(text: string, start: number): boolean {
  if (isWord(text, start - 1)) return false;
  return (
    !('.,-/+'.includes(text[start - 1] ?? ' ') && isWord(text, start - 2) && isDigit(text, start - 2)) &&
    text[start - 1] !== '+'
  );
}

const isContinued = (text: string, end: number) => '.,-/'.includes(text[end] ?? ' ') && isDigit(text, end + 1);

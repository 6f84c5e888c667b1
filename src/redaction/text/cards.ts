import { isDigit, isWord } from './characters.ts';
import { hasLuhn } from './checksums.ts';
import type { Place, Scanned } from './place.ts';

const LEAST_DIGITS = 12;
const MOST_DIGITS = 19;

/** Of the networks that issue cards, with the lengths they use: one number of ten has a right check digit by chance. */
const OF_A_NETWORK = new RegExp(
  `^(?:${[
    // Visa
    '4(?:\\d{12}|\\d{15}|\\d{18})',
    // Mastercard: 51 to 55, 2221 to 2720
    '(?:5[1-5]\\d\\d|222[1-9]|22[3-9]\\d|2[3-6]\\d\\d|27[01]\\d|2720)\\d{12}',
    // American Express
    '3[47]\\d{13}',
    // Diners Club
    '3(?:0[0-59]|[689]\\d)\\d{11}',
    // JCB
    '35(?:2[89]|[3-8]\\d)\\d{12,15}',
    // Discover, UnionPay, RuPay, Mir, Troy
    '6(?:011|4[4-9]\\d|5\\d\\d|2\\d\\d|0\\d\\d)\\d{12,15}',
    '220[0-4]\\d{12,15}',
    '9792\\d{12}',
    // Maestro
    '(?:50|5[6-8]|6[37])\\d{10,17}',
  ].join('|')})$`,
);

/** In how many digits a number stands together, as it is printed: all of them, or groups of which the first has four. */
const GROUPINGS = new Set(['4-4-4-4', '4-6-5', '4-6-4', '4-4-4-4-3', '4-4-4-4-2', '4-4-4-4-1']);
const MOST_GROUPS = 5;

interface Group {
  readonly start: number;
  readonly end: number;
}

/** Groups of digits with one blank or dash between them: whichever of them together are the number of a card. */
export function* cards({ text }: Scanned): Generator<Place> {
  for (const groups of runsOfGroups(text)) {
    for (let first = 0; first < groups.length; first++) {
      for (let count = Math.min(MOST_GROUPS, groups.length - first); count > 0; count--) {
        const place = cardOf(text, groups.slice(first, first + count));
        if (!place) continue;
        yield place;
        first += count - 1;
        break;
      }
    }
  }
}

function cardOf(text: string, groups: readonly Group[]): Place | null {
  const { start } = groups[0]!;
  const { end } = groups.at(-1)!;
  if (groups.length > 1 && !GROUPINGS.has(groups.map((group) => group.end - group.start).join('-'))) return null;
  if (end - start < LEAST_DIGITS || end - start > MOST_DIGITS + MOST_GROUPS) return null;
  const value = text.slice(start, end).replace(/[ -]/g, '');
  if (value.length > MOST_DIGITS || !OF_A_NETWORK.test(value) || !hasLuhn(value)) return null;
  return { kind: 'CARD', start, end, value };
}

/** Neither part of a word nor of a number with a point in it. */
function* runsOfGroups(text: string): Generator<Group[]> {
  let run: Group[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text, at)) continue;
    const start = at;
    while (isDigit(text, at)) at += 1;
    const isGroup =
      !isWord(text, start - 1) && !isWord(text, at) && !isPoint(text, start - 1, -1) && !isPoint(text, at, 1);
    const goesOn =
      run.length > 0 && run.at(-1)!.end === start - 1 && (text[start - 1] === ' ' || text[start - 1] === '-');
    if (!goesOn || !isGroup) {
      if (run.length > 0) yield run;
      run = [];
    }
    if (isGroup) run.push({ start, end: at });
  }
  if (run.length > 0) yield run;
}

const isPoint = (text: string, at: number, step: 1 | -1) =>
  (text[at] === '.' || text[at] === ',') && isDigit(text, at + step);

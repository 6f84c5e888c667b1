import { isDigit, isWord } from './characters.ts';
import { hasLuhn } from './checksums.ts';
import type { SearchText, TextMatch } from './text-match.ts';

const LEAST_DIGITS = 12;
const MOST_DIGITS = 19;

/**
 * Card numbers of known networks, with their lengths. The network is checked because one number in ten has a correct check digit
 * by chance.
 */
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

/** Digits per group, as cards print them. Ungrouped numbers are accepted, too. */
const GROUPINGS = new Set(['4-4-4-4', '4-6-5', '4-6-4', '4-4-4-4-3', '4-4-4-4-2', '4-4-4-4-1']);
const MOST_GROUPS = 5;

type Separator = 'BLANK' | 'DASH' | 'DOT' | 'TAB' | 'LINE';

interface DigitGroup {
  readonly start: number;
  readonly end: number;
  /** Separator before the group. Null for the first group of a run. */
  readonly separator: Separator | null;
}

/** Finds card numbers, written as one group of digits, or as several groups with one separator between neighbours. */
export function* cards({ text }: SearchText): Generator<TextMatch> {
  for (const groups of runsOfGroups(text)) {
    for (let first = 0; first < groups.length; first++) {
      for (let count = Math.min(MOST_GROUPS, groups.length - first); count > 0; count--) {
        const place = cardOf(text, groups, first, count);
        if (!place) continue;
        yield place;
        first += count - 1;
        break;
      }
    }
  }
}

function cardOf(text: string, run: readonly DigitGroup[], first: number, count: number): TextMatch | null {
  const groups = run.slice(first, first + count);
  const { start } = groups[0]!;
  const { end } = groups.at(-1)!;
  if (groups.length > 1 && !GROUPINGS.has(groups.map((group) => group.end - group.start).join('-'))) return null;
  if (isPoint(text, start - 1, -1) || isPoint(text, end, 1) || !isDivided(run, first, count)) return null;
  const value = groups.map((group) => text.slice(group.start, group.end)).join('');
  if (value.length < LEAST_DIGITS || value.length > MOST_DIGITS) return null;
  if (!OF_A_NETWORK.test(value) || !hasLuhn(value)) return null;
  return { kind: 'CARD', start, end, value };
}

/**
 * True if the separators fit one number: all alike, or blanks or dashes with line ends. Tabs and line ends also divide the cells
 * of a table. So if the number has such separators, four digits next to the number, after one of the same separators, mean that
 * the groups are cells.
 */
function isDivided(run: readonly DigitGroup[], first: number, count: number): boolean {
  const used = new Set(run.slice(first + 1, first + count).map(({ separator }) => separator));
  const isPlain = used.size <= 1 && !used.has('TAB') && !used.has('LINE');
  if (isPlain) return true;
  const isBroken = used.size === 2 && used.has('LINE') && (used.has('BLANK') || used.has('DASH'));
  if (used.size > 1 && !isBroken) return false;
  const before = first > 0 && used.has(run[first]!.separator) ? run[first - 1] : undefined;
  const next = run[first + count];
  const after = next && used.has(next.separator) ? next : undefined;
  return ![before, after].some((group) => group && group.end - group.start === 4);
}

/** Yields runs of digit groups. A group that is part of a word or of a number with a comma isn't in any run. */
function* runsOfGroups(text: string): Generator<DigitGroup[]> {
  let run: DigitGroup[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text, at)) continue;
    const start = at;
    while (isDigit(text, at)) at += 1;
    const isGroup =
      !isWord(text, start - 1) && !isWord(text, at) && !isComma(text, start - 1, -1) && !isComma(text, at, 1);
    const separator = run.length > 0 ? separatorIn(text, run.at(-1)!.end, start) : null;
    if (separator === null || !isGroup) {
      if (run.length > 0) yield run;
      run = [];
    }
    if (isGroup) run.push({ start, end: at, separator: run.length > 0 ? separator : null });
  }
  if (run.length > 0) yield run;
}

const SEPARATORS: ReadonlyMap<string, Separator> = new Map<string, Separator>([
  [' ', 'BLANK'],
  ['-', 'DASH'],
  ['.', 'DOT'],
  ['\t', 'TAB'],
]);
/** Line end, with the dashes, blanks or tabs around it in a wrapped number. */
const LINE_END = /^[ \t-]{0,4}(?:\r\n|[\n\r\v\f\u0085\u2028\u2029])[ \t]{0,4}$/;
const MOST_SEPARATOR = 10;

/** Separator between two groups. Null for anything but one separator. */
function separatorIn(text: string, from: number, to: number): Separator | null {
  if (to - from > MOST_SEPARATOR) return null;
  const between = text.slice(from, to);
  return SEPARATORS.get(between) ?? (LINE_END.test(between) ? 'LINE' : null);
}

const isComma = (text: string, at: number, step: 1 | -1) => text[at] === ',' && isDigit(text, at + step);
const isPoint = (text: string, at: number, step: 1 | -1) => text[at] === '.' && isDigit(text, at + step);

import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isDigit, isWord } from './characters.ts';
import { isDate } from './checksums.ts';
import { isLabelled } from './labels.ts';
import type { SearchText, TextMatch } from './text-match.ts';

/** Digits of E.164 plus an international prefix. */
const MOST_DIGITS = 18;
const LEAST_DIGITS = 6;
const MOST_CHARACTERS = 30;

/**
 * Countries whose national numbers can begin with 0. The 0 distinguishes them from other numbers, so grouped numbers are
 * recognised without a country code or a label. Each country has the minimum and maximum number of digits, including the 0.
 */
const WITH_TRUNK: readonly (readonly [CountryCode, least: number, most: number])[] = [
  ['DE', 7, 13],
  ['FR', 10, 10],
  ['GB', 10, 11],
  ['NL', 10, 10],
  ['BE', 9, 10],
  ['AT', 5, 14],
  ['CH', 10, 10],
  ['SE', 8, 11],
  ['IE', 8, 10],
  ['RO', 10, 10],
  ['IT', 6, 12],
];
/**
 * Countries whose national numbers without a leading 0 are recognised after a label. Without a label, only the usual format of
 * North America is recognised.
 */
const WITHOUT_TRUNK: readonly CountryCode[] = ['ES', 'PL', 'CZ', 'IT', 'PT', 'DK', 'NO', 'US', 'GR', 'HU', 'FI', 'LU'];
const NORTH_AMERICA: readonly CountryCode[] = ['US'];

/**
 * Maximum library lookups per piece of text, because each takes time. After that, every candidate with the length of a phone
 * number counts as a phone number: redacting too much is better than too little.
 */
const MOST_ASKED = 250;
const FORM = { least: 8, most: 13 };

const LABEL =
  /(?:phone|\btel\b|tel[ée]f|telefoon|\bmob(?:il|ile|iel)?\b|m[óo]vil|handy|cell|cel\.|gsm|fax|puhelin|komórk|numer\b|zadzwo|dzwoni|whatsapp|signal\b|durchwahl|hotline|rückruf|anruf|appel|llam|chiam|ring\b|call\b|zavol|bel(?:len)? )[^\d]*$/iu;

/**
 * Finds phone numbers: numbers that the numbering-plan library accepts for a country. After `MOST_ASKED` lookups, the length of a
 * number decides.
 */
export function* phones({ text }: SearchText): Generator<TextMatch> {
  const budget: LookupBudget = { left: MOST_ASKED };
  for (let at = 0; at < text.length; at++) {
    if (!canBegin(text, at)) continue;
    const { end, ends } = reach(text, at);
    const place = ends.length === 0 ? null : phoneFrom(text, at, ends, budget);
    if (place) yield place;
    at = Math.max(at, (place?.end ?? end) - 1);
  }
}

interface LookupBudget {
  left: number;
}

function canBegin(text: string, at: number): boolean {
  const character = text[at];
  const isOpening = character === '+' || character === '(';
  if (!isOpening && !isDigit(text, at)) return false;
  if (isOpening && !isDigit(text, at + 1) && !(text[at + 1] === '+' || text[at + 1] === '(')) return false;
  if (isWord(text, at - 1) || text[at - 1] === '+' || text[at - 1] === '@') return false;
  return !('.,-/_=#'.includes(text[at - 1] ?? ' ') && isWord(text, at - 2));
}

/** End of a possible number, and the ends of those of its digit groups that can end a phone number, longest number first. */
function reach(text: string, from: number): { end: number; ends: number[] } {
  const ends: number[] = [];
  let digits = 0;
  let end = from;
  let at = from;
  while (at - from < MOST_CHARACTERS) {
    if (isDigit(text, at)) {
      while (isDigit(text, at)) {
        digits += 1;
        at += 1;
      }
      end = at;
      if (digits > MOST_DIGITS) break;
      if (digits >= LEAST_DIGITS && !isWord(text, at) && !isFraction(text, at)) ends.unshift(at);
    } else if (!isSeparator(text, at)) break;
    else at += 1;
  }
  return { end, ends };
}

/**
 * True for a separator between groups of digits. Two blanks or two dots in a row aren't a separator: they divide columns, and
 * another number follows.
 */
function isSeparator(text: string, at: number): boolean {
  const character = text[at]!;
  if (!' -./()+'.includes(character) || text[at] === undefined) return false;
  if (character === '+') return text[at - 1] === undefined || !isDigit(text, at - 1);
  return !(character === ' ' && text[at - 1] === ' ') && !(character === '.' && text[at - 1] === '.');
}

/** True for a comma within a number. A dot divides groups of digits. */
const isFraction = (text: string, at: number) => text[at] === ',' && isDigit(text, at + 1);

function phoneFrom(text: string, start: number, ends: readonly number[], budget: LookupBudget): TextMatch | null {
  const isInternational = /^\(?\+/.test(text.slice(start, start + 2)) || /^00[1-9]/.test(text.slice(start, start + 3));
  for (const end of ends) {
    const written = text.slice(start, end);
    if (!isBalanced(written)) continue;
    const value = isInternational ? internationalNumber(written, budget) : home(text, start, written, budget);
    if (value !== null) return { kind: 'PHONE', start, end, value };
  }
  return null;
}

function internationalNumber(written: string, budget: LookupBudget): string | null {
  // Writes the international prefix as a plus sign, and removes a trunk prefix in brackets, as in `+49 (0)30`.
  const plain = written
    .replace(/^\(?00/, '+')
    .replace(/^\(\+/, '+')
    .replace(/\(0\)/, ' ');
  return valid(plain, undefined, budget);
}

function home(text: string, start: number, written: string, budget: LookupBudget): string | null {
  // A number after digits and a blank is part of a longer number, such as an account number.
  if (text[start - 1] === ' ' && isDigit(text, start - 2)) return null;
  if (looksLikeOther(written)) return null;
  const digits = written.replace(/\D/g, '');
  const isLabelledSo = isLabelled(text, start, LABEL);
  const isGrouped = digits !== written;
  let countries: readonly CountryCode[] = [];
  if (/^\(?0[1-9]/.test(written) && (isGrouped || isLabelledSo)) countries = trunkCountries(digits.length);
  else if (isLabelledSo) countries = WITHOUT_TRUNK;
  else if (/^(?:\([2-9]\d\d\) ?|[2-9]\d\d[-.])\d{3}[-.]\d{4}$/.test(written)) countries = NORTH_AMERICA;
  for (const country of countries) {
    const value = valid(written, country, budget);
    if (value !== null) return value;
  }
  return null;
}

const trunkCountries = (digits: number) =>
  WITH_TRUNK.filter(([, least, most]) => digits >= least && digits <= most).map(([country]) => country);

function valid(written: string, country: CountryCode | undefined, budget: LookupBudget): string | null {
  if (budget.left === 0) {
    const digits = written.replace(/\D/g, '');
    return digits.length >= FORM.least && digits.length <= FORM.most ? digits : null;
  }
  budget.left -= 1;
  const parsed = parsePhoneNumberFromString(written, { extract: false, ...(country && { defaultCountry: country }) });
  return parsed?.isValid() ? parsed.number : null;
}

/** True for dates, and for numbers with dots between thousands. */
function looksLikeOther(written: string): boolean {
  const date = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\d)/.exec(written);
  if (date) {
    const [first, second, third] = [Number(date[1]), Number(date[3]), Number(date[4])];
    if (isDate(third, second, first) || isDate(first, second, third) || isDate(third, first, second)) return true;
  }
  return /^\d{1,3}(?:\.\d{3})+$/.test(written);
}

function isBalanced(written: string): boolean {
  let open = 0;
  for (const character of written) {
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open < 0 || open > 1) return false;
  }
  return open === 0;
}

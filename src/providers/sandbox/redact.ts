import { isIPv4, isIPv6 } from 'node:net';

/** What identifies somebody and can be told by its form. */
export type Kind = 'EMAIL' | 'IBAN' | 'CARD' | 'IP' | 'PHONE';

export interface Redacted {
  readonly text: string;
  /** How many places, by kind; kinds that were not found are left out. */
  readonly counts: Readonly<Partial<Record<Kind, number>>>;
}

/** A place in a text: from `at`, `length` characters. */
interface Place {
  readonly kind: Kind;
  readonly at: number;
  readonly length: number;
  /** The same for two spellings of one thing. */
  readonly value: string;
}

/**
 * Puts a placeholder in the place of every identifier that patterns and checksums tell for sure: `[IBAN 1]`, and the same number
 * for the same thing, so that a text stays readable. Names and addresses are beyond it.
 */
export function redact(text: string): Redacted {
  const counts: Partial<Record<Kind, number>> = {};
  const numbers = new Map<string, number>();
  const totals = new Map<Kind, number>();
  const parts: string[] = [];
  let end = 0;
  for (const { kind, at, length, value } of placesIn(text)) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const key = `${kind} ${value}`;
    if (!numbers.has(key)) {
      totals.set(kind, (totals.get(kind) ?? 0) + 1);
      numbers.set(key, totals.get(kind)!);
    }
    parts.push(text.slice(end, at), `[${kind} ${numbers.get(key)}]`);
    end = at + length;
  }
  return { text: parts.join('') + text.slice(end), counts };
}

export const emailsIn = (text: string): string[] => [...emails(text)].map((place) => spelling(text, place));
export const ibansIn = (text: string): string[] => [...ibans(text)].map((place) => spelling(text, place));
export const phonesIn = (text: string): string[] =>
  placesIn(text)
    .filter(({ kind }) => kind === 'PHONE')
    .map((place) => spelling(text, place));

const spelling = (text: string, { at, length }: Place) => text.slice(at, at + length);

/** In the order of the text, none within another: what is surer is taken first. */
function placesIn(text: string): Place[] {
  const taken: Place[] = [];
  for (const finder of [emails, ibans, cards, networkAddresses, phones]) {
    const before = taken.toSorted((a, b) => a.at - b.at);
    let next = 0;
    for (const place of finder(text)) {
      while (next < before.length && before[next]!.at + before[next]!.length <= place.at) next++;
      const other = before[next];
      if (other === undefined || other.at >= place.at + place.length) taken.push(place);
    }
  }
  return taken.sort((a, b) => a.at - b.at);
}

const EMAIL = /(?<![\w.+%-])[\w.+%-]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,8}\p{L}{2,24}/gu;

function* emails(text: string): Generator<Place> {
  for (const { 0: match, index } of text.matchAll(EMAIL)) {
    yield { kind: 'EMAIL', at: index, length: match.length, value: match.toLowerCase() };
  }
}

/** Characters of an account's number by country, from the IBAN registry of SWIFT. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SD18 ' +
    'SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const IBAN_START = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?=[ -]?[A-Z0-9])/gu;

function* ibans(text: string): Generator<Place> {
  for (const { 0: match, index } of text.matchAll(IBAN_START)) {
    const wanted = IBAN_LENGTHS[match.slice(0, 2)];
    if (wanted === undefined) continue;
    let value = '';
    let end = index;
    while (value.length < wanted && end < text.length) {
      const character = text[end]!;
      if (/[A-Z0-9]/.test(character)) value += character;
      else if (!/[ -]/.test(character) || /[ -]/.test(text[end - 1]!)) break;
      end++;
    }
    const isWhole = value.length === wanted && !/[A-Za-z0-9]/.test(text[end] ?? '');
    if (isWhole && hasRightIbanDigits(value)) yield { kind: 'IBAN', at: index, length: end - index, value };
  }
}

/** ISO 7064, MOD 97-10: the four first characters go to the end, letters count from 10 on, and 1 is left. */
function hasRightIbanDigits(iban: string): boolean {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of Number.parseInt(character, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}

const CARD = /(?<![\w.,-])\d(?:[ -]?\d){12,18}(?![\w-])/gu;
/** Of the networks that issue cards, with the lengths they use: one number of ten has a right check digit by chance. */
const CARD_NUMBER =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|35\d{14,17}|6\d{15,18}|5[0678]\d{10,17})$/;

function* cards(text: string): Generator<Place> {
  for (const { 0: match, index } of text.matchAll(CARD)) {
    const value = match.replace(/[ -]/g, '');
    if (CARD_NUMBER.test(value) && hasRightLuhnDigit(value)) {
      yield { kind: 'CARD', at: index, length: match.length, value };
    }
  }
}

/** ISO/IEC 7812-1, annex B: from the right every second digit twice, and the sum of the digits ends in 0. */
function hasRightLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

const NETWORK_ADDRESS = /(?<![\w:.])[0-9a-fA-F:]{2,39}(?:\.\d{1,3}){0,4}(?![\w:])/gu;

function* networkAddresses(text: string): Generator<Place> {
  for (const { 0: match, index } of text.matchAll(NETWORK_ADDRESS)) {
    // What ends a sentence is no part of it.
    const address = match.replace(/[:.]$/, (last) => (isIPv6(match) ? last : ''));
    if (isIPv4(address) || (isIPv6(address) && /[0-9a-fA-F]/.test(address))) {
      yield { kind: 'IP', at: index, length: address.length, value: address.toLowerCase() };
    }
  }
}

/** With a country's prefix, with a trunk's 0 and a gap, or as North America writes them. */
const PHONE =
  /(?<![\w.,/+-])(?<!\d[ -])(?:\+|00)[1-9]\d{0,2}(?:[ ./-]?\(?\d{1,5}\)?){1,6}(?![\w])|(?<![\w.,/+-])(?<!\d[ -])\(?0\d{1,4}\)?[ /-]\d{2,5}(?:[ -]?\d{2,5}){1,3}(?![\w./-])|(?<![\w.,/+-])(?<!\d[ -])\(?[2-9]\d{2}\)?[ -]\d{3}-\d{4}(?![\w-])/gu;
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;
const LEAST_DIGITS = 7;
/** E.164. */
const MOST_DIGITS = 15;

function* phones(text: string): Generator<Place> {
  for (const { 0: match, index } of text.matchAll(PHONE)) {
    const value = match.replace(/\D/g, '');
    if (value.length >= LEAST_DIGITS && value.length <= MOST_DIGITS && !DATE.test(match)) {
      yield { kind: 'PHONE', at: index, length: match.length, value };
    }
  }
}

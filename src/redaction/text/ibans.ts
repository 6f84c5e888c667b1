import { isDigit, isLatin, isWord } from './characters.ts';
import { mod97 } from './checksums.ts';
import type { SearchText, TextMatch } from './text-match.ts';

/** Length of an IBAN by country, from SWIFT's IBAN registry. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/**
 * Finds IBANs: two letters and two digits at the start of a word or after `IBAN`, the length that IBANs of the country have, and
 * a correct checksum.
 */
export function* ibans({ latin: text }: SearchText): Generator<TextMatch> {
  for (let start = 0; start < text.length - 4; start++) {
    if (!isLatin(text, start) || !isDigit(text, start + 2)) continue;
    if (!isLatin(text, start + 1) || !isDigit(text, start + 3)) continue;
    if (isWord(text, start - 1) && text.slice(Math.max(0, start - 4), start).toUpperCase() !== 'IBAN') continue;
    const wanted = LENGTHS.get(text.slice(start, start + 2).toUpperCase());
    if (wanted === undefined) continue;
    const end = endOf(text, start, wanted);
    if (end === null) continue;
    const value = text
      .slice(start, end)
      .replace(/[^A-Za-z0-9]/g, '')
      .toUpperCase();
    if (!hasRightDigits(value)) continue;
    yield { kind: 'IBAN', start, end, value };
    start = end - 1;
  }
}

/**
 * End after `wanted` letters and digits, with single separators between them. Null if any other character comes between them, or
 * if a letter or digit follows directly.
 */
function endOf(text: string, start: number, wanted: number): number | null {
  let count = 0;
  let at = start;
  for (; count < wanted; at++) {
    if (isDigit(text, at) || isLatin(text, at)) count += 1;
    else if (!isSeparator(text[at]) || (isSeparator(text[at - 1]) && text.slice(at - 1, at + 1) !== '\r\n'))
      return null;
  }
  return isWord(text, at) ? null : at;
}

const SEPARATORS = /[ .\t\n\r\u2028\u2029-]/;
const isSeparator = (character: string | undefined) => character !== undefined && SEPARATORS.test(character);

/** ISO 7064, MOD 97-10: the first four characters move to the end, letters count from 10, and the remainder is 1. */
function hasRightDigits(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  return mod97(moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) === 1;
}

import { hasLuhn, hasMod11And10, isDate, mod97, weighted } from './checksums.ts';

/** Scheme of the numbers that a country gives to persons. Estonia and Lithuania share one scheme. */
export interface NationalId {
  /** Country code and local name of the number. */
  readonly name: string;
  /** Written forms: `9` is a digit, `A` a letter, `*` either, and other characters are literal. */
  readonly forms: readonly string[];
  /**
   * @param id letters and digits of the number, in upper case
   * @param written the number as written, with its separators, in upper case
   */
  isValid(id: string, written: string): boolean;
  /** Words that label such a number. */
  readonly label: RegExp;
  /** True if about one number in ten is valid by chance. A label must then precede the number. */
  readonly isWeak?: true;
  /** Like `isWeak`, for numbers written without separators. */
  readonly isWeakCompact?: true;
}

const number = (id: string, from: number, to: number) => Number(id.slice(from, to));
/** True if `YYMMDD` at this position is a date. */
const isShortDate = (id: string, from = 0) =>
  isDate(number(id, from, from + 2), number(id, from + 2, from + 4), number(id, from + 4, from + 6));

/**
 * Schemes whose numbers can be recognised: by check digits, and often a date of birth. Sources are the authorities' own
 * descriptions. Numbers of the United States, the United Kingdom and Denmark are recognised without check digits: by the form,
 * excluded values or the date of birth.
 */
export const nationalIdSchemes: readonly NationalId[] = [
  {
    name: 'DE Steuer-Identifikationsnummer',
    forms: ['99999999999', '99 999 999 999'],
    label: /steuer|identifikationsnummer|idnr|id-nr|tax|tin/i,
    isWeakCompact: true,
    isValid: (id) => id[0] !== '0' && hasRepeatedDigit(id.slice(0, 10)) && hasMod11And10(id),
  },
  {
    name: 'DE Rentenversicherungsnummer',
    forms: ['99999999A999', '99 999999 A 999'],
    label: /renten|sozialversicherung|rvnr|vsnr/i,
    isValid(id) {
      const day = number(id, 2, 4);
      if (number(id, 4, 6) < 1 || number(id, 4, 6) > 12 || day < 1 || (day > 31 && day < 51) || day > 81) return false;
      const letter = String(id.charCodeAt(8) - 64).padStart(2, '0');
      const digits = id.slice(0, 8) + letter + id.slice(9, 11);
      const sum = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].reduce((total, weight, place) => {
        const product = weight * Number(digits[place]);
        return total + Math.floor(product / 10) + (product % 10);
      }, 0);
      return sum % 10 === Number(id[11]);
    },
  },
  {
    name: 'FR numéro de sécurité sociale',
    forms: [
      '999999999999999',
      '9 99 99 99 999 999 99',
      '9999999999999 99',
      '99999*999999999',
      '9 99 99 9* 999 999 99',
      '99999*9999999 99',
    ],
    label: /sécurité sociale|securite sociale|\bnir\b|insee/i,
    isValid(id) {
      if (!/^[1-478]\d{4}(?:\d\d|2[AB])\d{8}$/.test(id)) return false;
      const month = number(id, 3, 5);
      if (month < 1 || (month > 12 && month < 20) || (month > 42 && month < 50) || id.slice(5, 7) === '00')
        return false;
      const digits = id.slice(0, 13).replace('2A', '19').replace('2B', '18');
      return 97 - mod97(digits) === number(id, 13, 15);
    },
  },
  {
    name: 'ES DNI',
    forms: ['99999999A', '99999999-A', '99999999 A', '99.999.999-A', '99.999.999 A', '99.999.999A'],
    label: /\bdni\b|\bnif\b|identidad/i,
    isValid: (id) => DNI_LETTERS[Number(id.slice(0, 8)) % 23] === id[8] && Number(id.slice(0, 8)) > 0,
  },
  {
    name: 'ES NIE',
    forms: ['A9999999A', 'A-9999999-A', 'A 9999999 A', 'A9999999-A', 'A-9999999A'],
    label: /\bnie\b|extranjero/i,
    isValid(id) {
      const first = 'XYZ'.indexOf(id[0]!);
      return first >= 0 && DNI_LETTERS[(first * 1e7 + number(id, 1, 8)) % 23] === id[8];
    },
  },
  {
    name: 'IT codice fiscale',
    forms: ['AAAAAA**A**A***A', 'AAA AAA **A** A***A', 'AAAAAA **A** A***A'],
    label: /codice fiscale|\bc\.?f\.?\b/i,
    isValid: (id) =>
      /^[A-Z]{6}[\dL-NP-V]{2}[ABCDEHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]$/.test(id) &&
      codiceFiscale(id) === id[15],
  },
  {
    name: 'PL PESEL',
    forms: ['99999999999'],
    label: /pesel/i,
    isValid(id) {
      const month = number(id, 2, 4) % 20;
      if (!isDate(number(id, 0, 2), month, number(id, 4, 6))) return false;
      return (10 - (weighted(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === Number(id[10]);
    },
  },
  {
    name: 'NL burgerservicenummer',
    forms: ['999999999', '9999.99.999', '999 999 999', '9999 99 999', '999.999.999'],
    label: /\bbsn\b|burgerservice|sofi/i,
    isWeak: true,
    isValid: (id) => Number(id) > 0 && weighted(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  },
  {
    name: 'BE rijksregisternummer',
    forms: [
      '99999999999',
      '99.99.99-999.99',
      '99.99.99-999-99',
      '999999-999-99',
      '99 99 99 999 99',
      '999999 999 99',
      '99.99.99.999-99',
      '99.99.99.999.99',
    ],
    label: /rijksregister|registre national|\binsz\b|\bniss\b|\brrn\b/i,
    isValid(id) {
      // Month and day are 0 if the birthday is unknown. Numbers for persons outside the national register have 20 or 40 added to
      // the month.
      const month = number(id, 2, 4) % 20;
      if (month > 12 || number(id, 4, 6) > 31 || id.slice(6, 9) === '000') return false;
      const check = number(id, 9, 11);
      return 97 - mod97(id.slice(0, 9)) === check || 97 - mod97(`2${id.slice(0, 9)}`) === check;
    },
  },
  {
    name: 'SE personnummer',
    forms: ['999999-9999', '999999+9999', '99999999-9999', '999999999999', '9999999999'],
    label: /person-?n(?:ummer|r)|samordningsnummer/i,
    isWeakCompact: true,
    isValid(id) {
      const short = id.slice(-10);
      if (id.length === 12 && !/^(?:18|19|20)/.test(id)) return false;
      // A coordination number has 60 added to its day.
      const day = number(short, 4, 6);
      return isDate(number(short, 0, 2), number(short, 2, 4), day > 60 ? day - 60 : day) && hasLuhn(short);
    },
  },
  {
    name: 'NO fødselsnummer',
    forms: ['99999999999', '999999 99999'],
    label: /f[øo]dselsnummer|personnummer|d-nummer/i,
    isValid(id) {
      const day = number(id, 0, 2);
      if (!isDate(number(id, 4, 6), number(id, 2, 4) % 40, day > 40 ? day - 40 : day)) return false;
      const first = (11 - (weighted(id, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11;
      const second = (11 - (weighted(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
      return first === Number(id[9]) && second === Number(id[10]);
    },
  },
  {
    name: 'DK CPR-nummer',
    forms: ['999999-9999', '9999999999'],
    label: /\bcpr\b|personnummer/i,
    isWeakCompact: true,
    isValid: (id) => isDate(number(id, 4, 6), number(id, 2, 4), number(id, 0, 2)),
  },
  {
    name: 'FI henkilötunnus',
    forms: ['999999-999*', '999999A999*', '999999+999*'],
    label: /henkil[öo]tunnus|\bhetu\b/i,
    isValid(id, written) {
      if (!/^\d{6}[-+A-FU-Y]\d{3}[\dA-Y]$/.test(written)) return false;
      if (!isDate(number(id, 4, 6), number(id, 2, 4), number(id, 0, 2))) return false;
      const digits = id.slice(0, 6) + id.slice(-4, -1);
      return '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits) % 31] === id.at(-1);
    },
  },
  {
    name: 'CH AHV-Nummer',
    forms: ['999.9999.9999.99', '9999999999999', '999 9999 9999 99'],
    label: /\bahv\b|\bavs\b|versichertennummer/i,
    isValid: (id) =>
      id.startsWith('756') && (10 - (weighted(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === Number(id[12]),
  },
  {
    name: 'AT Sozialversicherungsnummer',
    forms: ['9999 999999', '9999999999', '9999-999999'],
    label: /\bsv-?n(?:r|ummer)|sozialversicherung|versicherungsnummer/i,
    isWeakCompact: true,
    isValid(id) {
      if (id[0] === '0' || !isDate(number(id, 8, 10), number(id, 6, 8), number(id, 4, 6))) return false;
      return weighted(id, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(id[3]);
    },
  },
  {
    name: 'CZ rodné číslo',
    forms: ['999999/9999', '9999999999'],
    label: /rodn[éeá]|\br\. ?č/i,
    isWeakCompact: true,
    isValid(id) {
      const month = number(id, 2, 4) % 50;
      if (!isDate(number(id, 0, 2), month > 20 ? month - 20 : month, number(id, 4, 6))) return false;
      return Number(id) % 11 === 0;
    },
  },
  {
    name: 'RO cod numeric personal',
    forms: ['9999999999999'],
    label: /\bcnp\b|numeric personal/i,
    isValid(id) {
      if (!/^[1-8]/.test(id) || !isShortDate(id, 1)) return false;
      const rest = weighted(id, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
      return (rest === 10 ? 1 : rest) === Number(id[12]);
    },
  },
  {
    name: 'BG EGN',
    forms: ['9999999999'],
    label: /егн|егh|erh|\begn\b/i,
    isWeakCompact: true,
    isValid(id) {
      if (!isDate(number(id, 0, 2), number(id, 2, 4) % 20, number(id, 4, 6))) return false;
      return (weighted(id, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(id[9]);
    },
  },
  {
    name: 'EE isikukood, LT asmens kodas',
    forms: ['99999999999'],
    label: /isikukood|asmens kod/i,
    isValid(id) {
      if (!/^[1-6]/.test(id) || !isShortDate(id, 1)) return false;
      let rest = weighted(id, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
      if (rest === 10) rest = weighted(id, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
      return rest % 10 === Number(id[10]);
    },
  },
  {
    name: 'HR OIB',
    forms: ['99999999999'],
    label: /\boib\b/i,
    isWeak: true,
    isValid: (id) => hasMod11And10(id),
  },
  {
    name: 'PT número de identificação fiscal',
    forms: ['999999999', '999 999 999'],
    label: /\bnif\b|contribuinte/i,
    isWeak: true,
    isValid(id) {
      const rest = weighted(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
      return /^[1235689]/.test(id) && (rest < 2 ? 0 : 11 - rest) === Number(id[8]);
    },
  },
  {
    name: 'IE PPS number',
    forms: ['9999999A', '9999999AA', '9999999 A', '9999999 AA'],
    label: /\bpps/i,
    isValid(id) {
      const ninth = id.length === 9 ? (id[8] === 'W' ? 0 : id.charCodeAt(8) - 64) : 0;
      if (id.length === 9 && !/[A-IW]/.test(id[8]!)) return false;
      return 'WABCDEFGHIJKLMNOPQRSTUV'[(weighted(id, [8, 7, 6, 5, 4, 3, 2]) + ninth * 9) % 23] === id[7];
    },
  },
  {
    name: 'GB National Insurance number',
    forms: ['AA999999A', 'AA 99 99 99 A', 'AA 999999 A', 'AA-99-99-99-A'],
    label: /national insurance|\bnino?\b/i,
    isValid: (id) => /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/.test(id),
  },
  {
    name: 'US Social Security number',
    forms: ['999-99-9999', '999 99 9999', '999999999'],
    label: /\bssn\b|social security/i,
    isWeakCompact: true,
    isValid: (id) =>
      /^(?!000|666|9)\d{3}(?!00)\d\d(?!0000)\d{4}$/.test(id) && !/^(?:123456789|078051120|219099999)$/.test(id),
  },
];

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** True if exactly one digit repeats: it occurs two or three times, but not three times in a row. */
function hasRepeatedDigit(digits: string): boolean {
  const counts = [...'0123456789'].map((digit) => digits.split(digit).length - 1).filter((count) => count > 1);
  return counts.length === 1 && counts[0]! <= 3 && !/(\d)\1\1/.test(digits);
}

/**
 * Check letter of a codice fiscale, by the decree of 23 December 1976. Positions count from 1. Characters at odd positions count
 * by a table, the others by their own value.
 */
function codiceFiscale(id: string): string {
  let sum = 0;
  for (let place = 0; place < 15; place++) {
    const code = id.charCodeAt(place);
    const value = code < 58 ? code - 48 : code - 65;
    sum += place % 2 === 0 ? ODD[value]! : value;
  }
  return String.fromCharCode(65 + (sum % 26));
}

/** Values at odd positions: 0 to 9 (also for A to J), then K to Z. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

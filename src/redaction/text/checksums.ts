/** Checks shared by several kinds of numbers. Texts passed to these functions must consist of digits. */

/** ISO/IEC 7812-1, annex B: every second digit from the right counts twice, and the sum of all digits ends in 0. */
export function hasLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

/** ISO 7064, MOD 11,10: the last digit checks the others. */
export function hasMod11And10(digits: string): boolean {
  let product = 10;
  for (let place = 0; place < digits.length - 1; place++) {
    const sum = (Number(digits[place]) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** Remainder modulo 97 of a number of any length. */
export function mod97(digits: string): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

/** Sum of the digits, each multiplied by its weight. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  weights.forEach((weight, place) => {
    sum += weight * Number(digits[place]);
  });
  return sum;
}

/** True if the date exists. Years below 100 count from 2000, which also accepts every date of 1900 to 1999. */
export function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year < 100 ? 2000 + year : year, month, 0)).getUTCDate();
}

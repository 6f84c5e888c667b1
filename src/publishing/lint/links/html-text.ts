import { ownValue } from '../../../platform/own-value.ts';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  sol: '/',
  period: '.',
  commat: '@',
  num: '#',
  Tab: '\t',
  NewLine: '\n',
  shy: '\u00ad',
  lpar: '(',
  rpar: ')',
};
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));?/g;

/** Resolves HTML character references. Named references are limited to those that matter in an address. */
export function unescapedHtml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ownValue(NAMED, name) ?? whole;
    const codePoint = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff)
      ? String.fromCodePoint(codePoint)
      : '\ufffd';
  });
}

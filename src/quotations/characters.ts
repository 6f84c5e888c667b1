/** Kinds of characters, as tables by UTF-16 code unit, because they are looked up for each character of long documents. */
const tableOf = (pattern: RegExp): Uint8Array => {
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x10000; code++) if (pattern.test(String.fromCharCode(code))) table[code] = 1;
  return table;
};

/** Computes a table when it is first needed. */
const lookup = (pattern: RegExp, others: (code: number) => boolean = () => false) => {
  let table: Uint8Array | undefined;
  return (code: number): boolean => {
    table ??= tableOf(pattern);
    return table[code] === 1 || others(code);
  };
};

/** True for halves of characters beyond the first plane, which all count as letters. */
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** Letter, number or mark. Superscripts and fractions are numbers, so `10` isn't a word of `10²`. */
export const isWordUnit = lookup(/[\p{L}\p{M}\p{N}]/u, isSurrogate);
export const isLetter = lookup(/[\p{L}\p{M}]/u, isSurrogate);
export const isNumber = lookup(/\p{N}/u);
export const isUpper = lookup(/\p{Lu}/u);
export const isMark = lookup(/\p{M}/u);
/** Writing systems without spaces between words. Each character counts as a word. */
export const isUnspaced = lookup(
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
);

export const isDigit = (code: number) => code >= 48 && code <= 57;

/** White space that ends or separates words, apart from the typographic spaces in `SPACES`. */
export const isPlainSpace = (code: number) =>
  code === 32 || (code >= 9 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029;

export const isLineEnd = (code: number) =>
  code === 10 || code === 13 || code === 12 || code === 0x85 || code === 0x2028 || code === 0x2029;

const codes = (characters: string) => new Set(Array.from(characters, (character) => character.charCodeAt(0)));

/** Spaces that differ from a blank in width, or in whether a line may break there. */
export const SPACES =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';
export const DOUBLE_MARKS = '"“”„‟«»〝〞';
export const SINGLE_MARKS = "'‘’‚‛‹›ʼ`´";
export const HYPHENS = '-\u2010\u2011';
export const NARROW_DASHES = '\u2012\u2013';
export const WIDE_DASHES = '\u2014\u2015';
/**
 * Characters without width. Joiners aren't among them, because they change the spelling of some languages. By their codes, because
 * a minifier writes such characters as they are, and pages mustn't contain them.
 */
export const INVISIBLE = [0x200b, 0x2060, 0xfeff].map((code) => String.fromCharCode(code)).join('');
export const LIGATURES: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb05': 'ſt',
  '\ufb06': 'st',
  '…': '...',
};
export const MINUS = 0x2212;
export const SOFT_HYPHEN = 0xad;
export const HYPHEN = 0x2d;

const spaces = codes(SPACES);
const doubles = codes(DOUBLE_MARKS);
const singles = codes(SINGLE_MARKS);
const hyphens = codes(HYPHENS);
const dashes = codes(NARROW_DASHES + WIDE_DASHES);
const wideDashes = codes(WIDE_DASHES);
const invisible = codes(INVISIBLE);

export const isTypographicSpace = (code: number) => spaces.has(code);
export const isSpace = (code: number) => isPlainSpace(code) || spaces.has(code);
export const isDoubleMark = (code: number) => doubles.has(code);
export const isSingleMark = (code: number) => singles.has(code);
export const isHyphen = (code: number) => hyphens.has(code);
export const isDash = (code: number) => dashes.has(code);
export const isWideDash = (code: number) => wideDashes.has(code);
export const isInvisible = (code: number) => invisible.has(code);

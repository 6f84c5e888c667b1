const NAME =
  '(?:pass(?:word|wd|phrase|code)?|pwd|kennwort|passwort|contraseña|mot de passe|secret(?:[_-]?key)?|(?:access|auth|refresh|bearer|api|private|client|account|session|signing|encryption)[_-]?(?:token|key|secret)|token|apikey|credentials?)';
/**
 * A value after a name such as `password` or `api_key`. Each part of the pattern repeats one character class a bounded number of
 * times, so matching takes linear time.
 */
const ASSIGNED = new RegExp(
  `${NAME}["'’\`]?[ \\t]{0,3}(?:=>|:=|[:=]|\\bis\\b)[ \\t]{0,3}["'\`]?([^\\s"'\`<>,;]{8,256})`,
  'giu',
);
const IN_HEADER = /\b(?:Bearer|Basic)[ \t]{1,3}([0-9A-Za-z+/=._~-]{16,4096})/g;
const IN_ADDRESS = /\b[a-z][a-z0-9+.-]{1,19}:\/\/[^\s:@/"'<>]{1,100}:([^\s:@/"'<>]{3,200})@/g;
const MEMBER = new RegExp(`(?:^|[^a-z])${NAME}$|${NAME}$`, 'iu');

/**
 * Counts passwords and keys that are recognised by their context: the name of the value, an HTTP header, or a URL that contains
 * them.
 */
export function namedSecrets(text: string, member: string | null): number {
  if (member !== null && MEMBER.test(member.slice(-60)) && !/\s/.test(text) && isHardToGuess(text)) return 1;
  let count = 0;
  for (const [, value] of text.matchAll(ASSIGNED)) if (isHardToGuess(value!)) count += 1;
  for (const [, value] of text.matchAll(IN_HEADER)) if (isHardToGuess(value!)) count += 1;
  for (const [, value] of text.matchAll(IN_ADDRESS)) if (!isPlaceholder(value!)) count += 1;
  return count;
}

/** Minimum entropy of a secret, in bits per character. Values that repeat a few characters have less. */
const MIN_ENTROPY = 2.7;
const MIN_LENGTH = 8;
/** Number of characters of a value that are checked. */
const CHECKED_LENGTH = 256;

/**
 * True if a value can be a password or key: it is long enough, doesn’t look like a placeholder, and has enough entropy. It also
 * has letters together with digits or with signs other than `.`, `_`, `/` and `-`.
 */
export function isHardToGuess(value: string): boolean {
  const checked = value.slice(0, CHECKED_LENGTH);
  if (checked.length < MIN_LENGTH || isPlaceholder(checked)) return false;
  const hasLetter = /\p{L}/u.test(checked);
  const hasDigit = /\d/.test(checked);
  const hasSign = /[^\p{L}\d._/-]/u.test(checked);
  if (!hasLetter || !(hasDigit || hasSign)) return false;
  return entropyOf(checked) >= MIN_ENTROPY;
}

/**
 * True for a value that begins like a placeholder instead of a secret: `{{token}}`, `${TOKEN}`, `<your key>`, `***`,
 * `[EMAIL_1]`, `%s`, a web address or a function call.
 */
function isPlaceholder(value: string): boolean {
  return /^(?:\{|\$|<|\[|%|\*|x{3,}|\.{3}|your|example|https?:)/i.test(value) || /^[(\w.]*\(/.test(value.slice(0, 40));
}

/** Shannon entropy of a text, in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
